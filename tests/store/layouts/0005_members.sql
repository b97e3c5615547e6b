BEGIN TRANSACTION;
CREATE TABLE audit (
	id VARCHAR(16) NOT NULL, 
	moment DATETIME NOT NULL, 
	who TEXT NOT NULL, 
	proof VARCHAR(16) NOT NULL, 
	action VARCHAR(16) NOT NULL, 
	evaluation VARCHAR(16), 
	detail TEXT NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES('fzz9ngaqgcez7qvg','2026-11-22 23:48:13.684699','operator','cli','changed rights','ne68saa63mckcggj','{"address":"ann@example.org","role":"owner","before":null}');
INSERT INTO "audit" VALUES('03dc7a6010588d5b','2026-11-22 23:48:13.757550','ann@example.org','oidc','opened','ne68saa63mckcggj','{}');
CREATE TABLE blobs (
	sha256 VARCHAR(64) NOT NULL, 
	codec VARCHAR(8) NOT NULL, 
	size BIGINT NOT NULL, 
	data BLOB NOT NULL, 
	CONSTRAINT pk_blobs PRIMARY KEY (sha256)
);
INSERT INTO "blobs" VALUES('125af5566b1256df9caf49b24725148325cd90899cf16db32234a8e52041a274','zstd',84,X'28B52FFD205425020022840E16A0A52D06155A3C49773E64FFE5A3EA7901D6D6F8FF864B35951B1713770C36D5546E946403AC4108D8226EC535BB8DDF4956C58DF218C138AB0200C08860369F');
INSERT INTO "blobs" VALUES('32aec2bc4ae927b824fd5c23315ffa979eb3a3d6df7dc9e4e674d8447b5bd5b7','zstd',184,X'28B52FFD20B8CD0400C24A23205049AB037009B50D9A070B8E265972C47658434251DB77DF6E31C1276766C6980D08A49DB7655C70CBC42A5ADE2090F6A974E216A9B8D176EEB980A79DB7E541BCB9223DAB89CF5BBBE878FA569D4A8BE9EA6339E81C4C2A4185588D66660C22B602D83B0762C48C7EBB32CE26CC9BCF8E898103418181C0DB1756910BBC791297A900C0C982F0F656369E21020088395EC0439102');
INSERT INTO "blobs" VALUES('44670cd6f68d7db273c86aca4ae82ecd8c1a3f98af119429cd248d08d9429bdf','raw',66,X'7B227265636F726473223A5B7B226964223A2261222C22746F74616C223A317D2C6E756C6C5D2C22696473223A6E756C6C2C226D65746164617461223A6E756C6C7D');
INSERT INTO "blobs" VALUES('adc9075f624e8d1ba29e6d0f6b39505b3fac9f74012a6e81d2c306bbe737b43f','zstd',355,X'28B52FFD6063002507004610342240875807AE7CB005C6FECF6240969082593AC64AD6CC7ECE13BF1C5D2189A32802172A002A002B00DC98C218DBA510F09EA7DD5D0168BB98579F1CA1013D201286BB4BDB68F95C3D8A7232087B776E6CBC413CA787B9C3E52688574796B5ECB26B6970ED5A255114840BEB214FC21C5EF8B62549B2CC594953DA7336537921A9F4B85B3E15E029DA872A22243D7614B0BA032261500845FB5019AF7EC5546318F7D9E0C891ED08074DC318264E570DE30EB9A175705F35CDA39C0C955A76F3D509115AC5AA04295C6E8571955F4F320500B5071A6F0C473885166362F23D1433');
INSERT INTO "blobs" VALUES('fbc62d3b511368ee275ddc74117d8689b430e1427220e25d30816201d89ca7b6','raw',4,X'50415231');
CREATE TABLE datasets (
	id VARCHAR(64) NOT NULL, 
	content VARCHAR(64) NOT NULL, 
	report VARCHAR(64) NOT NULL, 
	name TEXT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	count INTEGER NOT NULL, 
	refused INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	created_by TEXT NOT NULL, 
	used DATETIME NOT NULL, 
	CONSTRAINT pk_datasets PRIMARY KEY (id), 
	CONSTRAINT fk_datasets_content FOREIGN KEY(content) REFERENCES blobs (sha256), 
	CONSTRAINT fk_datasets_report FOREIGN KEY(report) REFERENCES blobs (sha256)
);
INSERT INTO "datasets" VALUES('0779795ddfa205301fbacb9deb3150b599fb01ea8ccdff46f87fb4af26bce55d','125af5566b1256df9caf49b24725148325cd90899cf16db32234a8e52041a274','32aec2bc4ae927b824fd5c23315ffa979eb3a3d6df7dc9e4e674d8447b5bd5b7','gold.jsonl','gold',2,0,'2026-11-21 05:02:02.410990','ann','2026-11-21 05:02:02.410990');
INSERT INTO "datasets" VALUES('e574c2879e45ad3d4299769f114ec07cbd1917230a4a958a43c7f41fb4219d08','44670cd6f68d7db273c86aca4ae82ecd8c1a3f98af119429cd248d08d9429bdf','adc9075f624e8d1ba29e6d0f6b39505b3fac9f74012a6e81d2c306bbe737b43f','a.jsonl','extracted',2,1,'2026-11-21 05:02:02.413595','ann','2026-11-21 05:02:02.413595');
CREATE TABLE evaljson_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT evaljson_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "evaljson_version" VALUES('0005_members');
CREATE TABLE evaluations (
	id VARCHAR(16) NOT NULL, 
	name TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	created_by TEXT NOT NULL, 
	updated DATETIME NOT NULL, 
	updated_by TEXT NOT NULL, 
	deleted_at DATETIME, 
	revision INTEGER NOT NULL, 
	is_sample BOOLEAN NOT NULL, 
	gold VARCHAR(64), 
	schema_number INTEGER, 
	settings TEXT NOT NULL, 
	CONSTRAINT pk_evaluations PRIMARY KEY (id), 
	CONSTRAINT fk_evaluations_gold FOREIGN KEY(gold) REFERENCES datasets (id)
);
INSERT INTO "evaluations" VALUES('ne68saa63mckcggj','Invoices','2026-11-21 05:02:02.404130','ann','2026-11-21 05:02:02.404130','ann',NULL,1,0,'0779795ddfa205301fbacb9deb3150b599fb01ea8ccdff46f87fb4af26bce55d',1,'{}');
CREATE TABLE events (
	evaluation VARCHAR(16) NOT NULL, 
	revision INTEGER NOT NULL, 
	moment DATETIME NOT NULL, 
	who TEXT NOT NULL, 
	what TEXT NOT NULL, 
	detail TEXT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (evaluation, revision), 
	CONSTRAINT fk_events_evaluation FOREIGN KEY(evaluation) REFERENCES evaluations (id)
);
INSERT INTO "events" VALUES('ne68saa63mckcggj',1,'2026-11-21 05:02:02.404130','ann','created','{"name":"Invoices"}');
CREATE TABLE jobs (
	id VARCHAR(16) NOT NULL, 
	kind TEXT NOT NULL, 
	evaluation VARCHAR(16), 
	payload TEXT NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	cancel_requested BOOLEAN NOT NULL, 
	progress DOUBLE NOT NULL, 
	message TEXT NOT NULL, 
	error TEXT, 
	result TEXT, 
	owner TEXT, 
	created DATETIME NOT NULL, 
	created_by TEXT NOT NULL, 
	started DATETIME, 
	heartbeat DATETIME, 
	finished DATETIME, 
	CONSTRAINT pk_jobs PRIMARY KEY (id), 
	CONSTRAINT fk_jobs_evaluation FOREIGN KEY(evaluation) REFERENCES evaluations (id)
);
INSERT INTO "jobs" VALUES('9rn284gbn9qmcw4g','score','ne68saa63mckcggj','{}','queued',0,0.0,'',NULL,NULL,NULL,'2026-11-21 05:02:02.425571','ann',NULL,NULL,NULL);
CREATE TABLE judge_usage (
	id VARCHAR(16) NOT NULL, 
	moment DATETIME NOT NULL, 
	who TEXT NOT NULL, 
	evaluation VARCHAR(16), 
	run VARCHAR(16), 
	model TEXT NOT NULL, 
	price DOUBLE, 
	calls BIGINT NOT NULL, 
	tokens_in BIGINT NOT NULL, 
	tokens_out BIGINT NOT NULL, 
	usage TEXT NOT NULL, 
	CONSTRAINT pk_judge_usage PRIMARY KEY (id)
);
INSERT INTO "judge_usage" VALUES('u9khpxftfrdsvpsh','2026-11-21 10:06:19.560629','ann',NULL,NULL,'m',0.01,1,10,2,'{"model":"m","stand_in":false,"fields":3,"equal":0,"decided":3,"failed":0,"distinct":3,"cached":0,"asked":3,"calls":1,"tokens_in":10,"tokens_out":2,"price":0.01,"stopped":null,"verdicts":""}');
CREATE TABLE judgements (
	"key" VARCHAR(64) NOT NULL, 
	model TEXT NOT NULL, 
	prompt TEXT NOT NULL, 
	score DOUBLE NOT NULL, 
	reason TEXT NOT NULL, 
	tokens_in BIGINT NOT NULL, 
	tokens_out BIGINT NOT NULL, 
	created DATETIME NOT NULL, 
	CONSTRAINT pk_judgements PRIMARY KEY ("key")
);
INSERT INTO "judgements" VALUES('abababababababababababababababababababababababababababababababab','m','1',0.5,'half',10,2,'2026-11-21 10:06:19.512747');
CREATE TABLE key_spending (
	day VARCHAR(10) NOT NULL, 
	calls BIGINT NOT NULL, 
	tokens_in BIGINT NOT NULL, 
	tokens_out BIGINT NOT NULL, 
	price DOUBLE NOT NULL, 
	CONSTRAINT pk_key_spending PRIMARY KEY (day)
);
INSERT INTO "key_spending" VALUES('2026-11-21',3,900,120,0.25);
CREATE TABLE labels (
	id VARCHAR(16) NOT NULL, 
	pair VARCHAR(64) NOT NULL, 
	path TEXT NOT NULL, 
	rubric VARCHAR(64) NOT NULL, 
	content TEXT NOT NULL, 
	score DOUBLE NOT NULL, 
	step TEXT NOT NULL, 
	note TEXT NOT NULL, 
	who TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	withdrawn DATETIME, 
	CONSTRAINT pk_labels PRIMARY KEY (id)
);
INSERT INTO "labels" VALUES('45nepeb4xdyemt8f','4746d417c4ea5b22c53ae0e810ec18136ebe6f0df3b04be75789987e93f9ea9a','terms','cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd','{"gold":"net 30","extracted":"30 days","about":{"title":"Terms"}}',1.0,'same','','ann','2026-11-21 10:06:19.533185',NULL);
CREATE TABLE members (
	evaluation VARCHAR(16) NOT NULL, 
	address TEXT NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	added DATETIME NOT NULL, 
	added_by TEXT NOT NULL, 
	CONSTRAINT pk_members PRIMARY KEY (evaluation, address), 
	CONSTRAINT fk_members_evaluation FOREIGN KEY(evaluation) REFERENCES evaluations (id)
);
INSERT INTO "members" VALUES('ne68saa63mckcggj','ann@example.org','owner','2026-11-22 23:48:13.683374','operator');
CREATE TABLE review_cards (
	review VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	field TEXT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	content TEXT NOT NULL, 
	places TEXT NOT NULL, 
	stake DOUBLE NOT NULL, 
	opinions INTEGER NOT NULL, 
	split_from INTEGER, 
	split_by VARCHAR(16), 
	origin TEXT, 
	withdrawn BOOLEAN NOT NULL, 
	CONSTRAINT pk_review_cards PRIMARY KEY (review, number), 
	CONSTRAINT fk_review_cards_review FOREIGN KEY(review) REFERENCES reviews (id)
);
CREATE TABLE review_events (
	review VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	act VARCHAR(16) NOT NULL, 
	card INTEGER, 
	places TEXT, 
	kind VARCHAR(16) NOT NULL, 
	who TEXT NOT NULL, 
	proof VARCHAR(16) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	moment DATETIME NOT NULL, 
	token VARCHAR(64), 
	content TEXT NOT NULL, 
	schema_number INTEGER NOT NULL, 
	gold VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_review_events PRIMARY KEY (review, number), 
	CONSTRAINT uq_review_events_review_act UNIQUE (review, act), 
	CONSTRAINT uq_review_events_review_who_token UNIQUE (review, who, token), 
	CONSTRAINT fk_review_events_review FOREIGN KEY(review) REFERENCES reviews (id), 
	CONSTRAINT fk_review_events_review_card FOREIGN KEY(review, card) REFERENCES review_cards (review, number)
);
CREATE TABLE review_presence (
	review VARCHAR(16) NOT NULL, 
	session TEXT NOT NULL, 
	who TEXT NOT NULL, 
	card INTEGER, 
	seen DATETIME NOT NULL, 
	CONSTRAINT pk_review_presence PRIMARY KEY (review, session), 
	CONSTRAINT fk_review_presence_review FOREIGN KEY(review) REFERENCES reviews (id)
);
CREATE TABLE review_seats (
	review VARCHAR(16) NOT NULL, 
	card INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	holder TEXT, 
	session TEXT, 
	token VARCHAR(64), 
	until DATETIME, 
	answered_by TEXT, 
	act VARCHAR(16), 
	CONSTRAINT pk_review_seats PRIMARY KEY (review, card, seat), 
	CONSTRAINT fk_review_seats_review_card FOREIGN KEY(review, card) REFERENCES review_cards (review, number)
);
CREATE TABLE review_visits (
	review VARCHAR(16) NOT NULL, 
	card INTEGER NOT NULL, 
	person TEXT NOT NULL, 
	skipped BOOLEAN NOT NULL, 
	draft TEXT, 
	updated DATETIME NOT NULL, 
	CONSTRAINT pk_review_visits PRIMARY KEY (review, card, person), 
	CONSTRAINT fk_review_visits_review_card FOREIGN KEY(review, card) REFERENCES review_cards (review, number)
);
CREATE TABLE reviews (
	id VARCHAR(16) NOT NULL, 
	evaluation VARCHAR(16) NOT NULL, 
	name TEXT NOT NULL, 
	instructions TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	schema_number INTEGER NOT NULL, 
	gold VARCHAR(64) NOT NULL, 
	runs TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	created_by TEXT NOT NULL, 
	updated DATETIME NOT NULL, 
	deleted_at DATETIME, 
	last_event INTEGER NOT NULL, 
	applied VARCHAR(64), 
	replaced VARCHAR(64), 
	CONSTRAINT pk_reviews PRIMARY KEY (id), 
	CONSTRAINT fk_reviews_evaluation FOREIGN KEY(evaluation) REFERENCES evaluations (id), 
	CONSTRAINT fk_reviews_gold FOREIGN KEY(gold) REFERENCES datasets (id), 
	CONSTRAINT fk_reviews_applied FOREIGN KEY(applied) REFERENCES datasets (id), 
	CONSTRAINT fk_reviews_replaced FOREIGN KEY(replaced) REFERENCES datasets (id), 
	CONSTRAINT fk_reviews_evaluation_schema_number FOREIGN KEY(evaluation, schema_number) REFERENCES schema_versions (evaluation, number)
);
CREATE TABLE runs (
	id VARCHAR(16) NOT NULL, 
	evaluation VARCHAR(16) NOT NULL, 
	variant VARCHAR(16) NOT NULL, 
	gold VARCHAR(64) NOT NULL, 
	extracted VARCHAR(64) NOT NULL, 
	schema_number INTEGER NOT NULL, 
	signature TEXT NOT NULL, 
	signature_sha256 VARCHAR(64) NOT NULL, 
	metrics TEXT NOT NULL, 
	result_table VARCHAR(64), 
	duration DOUBLE, 
	created DATETIME NOT NULL, 
	created_by TEXT NOT NULL, 
	CONSTRAINT pk_runs PRIMARY KEY (id), 
	CONSTRAINT uq_runs_variant_signature_sha256 UNIQUE (variant, signature_sha256), 
	CONSTRAINT fk_runs_evaluation FOREIGN KEY(evaluation) REFERENCES evaluations (id), 
	CONSTRAINT fk_runs_variant FOREIGN KEY(variant) REFERENCES variants (id), 
	CONSTRAINT fk_runs_gold FOREIGN KEY(gold) REFERENCES datasets (id), 
	CONSTRAINT fk_runs_extracted FOREIGN KEY(extracted) REFERENCES datasets (id), 
	CONSTRAINT fk_runs_result_table FOREIGN KEY(result_table) REFERENCES blobs (sha256), 
	CONSTRAINT fk_runs_evaluation_schema_number FOREIGN KEY(evaluation, schema_number) REFERENCES schema_versions (evaluation, number)
);
INSERT INTO "runs" VALUES('gjqch8ddppkac6jc','ne68saa63mckcggj','3937y247xxbej3jh','0779795ddfa205301fbacb9deb3150b599fb01ea8ccdff46f87fb4af26bce55d','e574c2879e45ad3d4299769f114ec07cbd1917230a4a958a43c7f41fb4219d08',1,'{"engine":"1","schema":"s","gold":"g","extracted":"e","options":{},"seed":null}','bbba8ac7aa7214b9aa7d65b86d86387c4bb8f5b7d6462243feac10f4a1c47795','{"mean_f1":0.75}','fbc62d3b511368ee275ddc74117d8689b430e1427220e25d30816201d89ca7b6',NULL,'2026-11-21 05:02:02.423288','ann');
CREATE TABLE schema_versions (
	evaluation VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	content TEXT NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	author TEXT NOT NULL, 
	message TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	parent INTEGER, 
	CONSTRAINT pk_schema_versions PRIMARY KEY (evaluation, number), 
	CONSTRAINT fk_schema_versions_evaluation FOREIGN KEY(evaluation) REFERENCES evaluations (id)
);
INSERT INTO "schema_versions" VALUES('ne68saa63mckcggj',1,'{"type":"object","x-eval-id":"id","properties":{"total":{"type":"number"}}}','b675a469fc367020f8f25c1744ccfb6540f170e69f9357d9bf5618fdda66315d','ann','','2026-11-21 05:02:02.417375',NULL);
CREATE TABLE settings (
	scope TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	updated DATETIME NOT NULL, 
	updated_by TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY (scope, "key")
);
INSERT INTO "settings" VALUES('workspace','theme','{"value":"dark"}','2026-11-21 05:02:02.427815','ann');
CREATE TABLE variants (
	id VARCHAR(16) NOT NULL, 
	evaluation VARCHAR(16) NOT NULL, 
	position INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	dataset VARCHAR(64) NOT NULL, 
	meta TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	created_by TEXT NOT NULL, 
	deleted_at DATETIME, 
	CONSTRAINT pk_variants PRIMARY KEY (id), 
	CONSTRAINT fk_variants_evaluation FOREIGN KEY(evaluation) REFERENCES evaluations (id), 
	CONSTRAINT fk_variants_dataset FOREIGN KEY(dataset) REFERENCES datasets (id)
);
INSERT INTO "variants" VALUES('3937y247xxbej3jh','ne68saa63mckcggj',0,'A','e574c2879e45ad3d4299769f114ec07cbd1917230a4a958a43c7f41fb4219d08','{}','2026-11-21 05:02:02.416360','ann',NULL);
CREATE INDEX ix_datasets_content ON datasets (content);
CREATE INDEX ix_datasets_report ON datasets (report);
CREATE INDEX ix_evaluations_gold ON evaluations (gold);
CREATE INDEX ix_jobs_evaluation ON jobs (evaluation);
CREATE INDEX ix_variants_evaluation ON variants (evaluation);
CREATE INDEX ix_variants_dataset ON variants (dataset);
CREATE INDEX ix_runs_evaluation ON runs (evaluation);
CREATE INDEX ix_runs_gold ON runs (gold);
CREATE INDEX ix_runs_extracted ON runs (extracted);
CREATE INDEX ix_runs_result_table ON runs (result_table);
CREATE INDEX ix_jobs_state_created ON jobs (state, created);
CREATE UNIQUE INDEX uq_variants_evaluation_name ON variants (evaluation, name) WHERE deleted_at IS NULL;
CREATE TRIGGER blobs_immutable BEFORE UPDATE OF sha256, codec, size, data ON blobs BEGIN SELECT RAISE(ABORT, 'blobs are immutable'); END;
CREATE TRIGGER schema_versions_immutable BEFORE UPDATE ON schema_versions BEGIN SELECT RAISE(ABORT, 'schema_versions are immutable'); END;
CREATE TRIGGER runs_immutable BEFORE UPDATE ON runs BEGIN SELECT RAISE(ABORT, 'runs are immutable'); END;
CREATE INDEX ix_judgements_created ON judgements (created);
CREATE INDEX ix_labels_rubric ON labels (rubric);
CREATE UNIQUE INDEX uq_labels_pair_who ON labels (pair, who) WHERE withdrawn IS NULL;
CREATE INDEX ix_judge_usage_evaluation ON judge_usage (evaluation);
CREATE INDEX ix_judge_usage_run ON judge_usage (run);
CREATE TRIGGER judgements_immutable BEFORE UPDATE ON judgements BEGIN SELECT RAISE(ABORT, 'judgements are immutable'); END;
CREATE TRIGGER labels_immutable BEFORE UPDATE OF id, pair, path, rubric, content, score, step, note, who, created ON labels BEGIN SELECT RAISE(ABORT, 'labels are immutable'); END;
CREATE TRIGGER judge_usage_immutable BEFORE UPDATE ON judge_usage BEGIN SELECT RAISE(ABORT, 'judge_usage are immutable'); END;
CREATE INDEX ix_reviews_evaluation ON reviews (evaluation);
CREATE INDEX ix_reviews_gold ON reviews (gold);
CREATE INDEX ix_reviews_applied ON reviews (applied);
CREATE INDEX ix_reviews_replaced ON reviews (replaced);
CREATE UNIQUE INDEX uq_review_seats_review_token ON review_seats (review, token);
CREATE INDEX ix_review_seats_review_holder ON review_seats (review, holder);
CREATE INDEX ix_review_seats_open ON review_seats (review, card, seat) WHERE answered_by IS NULL;
CREATE INDEX ix_review_events_review_card ON review_events (review, card);
CREATE TRIGGER review_cards_immutable BEFORE UPDATE OF review, number, key, field, kind, content, places, stake, opinions, split_from, split_by, origin ON review_cards BEGIN SELECT RAISE(ABORT, 'review_cards are immutable'); END;
CREATE TRIGGER review_events_immutable BEFORE UPDATE ON review_events BEGIN SELECT RAISE(ABORT, 'review_events are immutable'); END;
CREATE TRIGGER review_events_kept BEFORE DELETE ON review_events WHEN EXISTS (SELECT 1 FROM reviews JOIN evaluations ON evaluations.id = reviews.evaluation WHERE reviews.id = OLD.review AND reviews.deleted_at IS NULL AND evaluations.deleted_at IS NULL) BEGIN SELECT RAISE(ABORT, 'review_events are immutable'); END;
CREATE INDEX ix_members_address ON members (address);
CREATE INDEX ix_audit_moment ON audit (moment);
CREATE INDEX ix_audit_evaluation_moment ON audit (evaluation, moment);
CREATE TRIGGER audit_immutable BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit entries are immutable'); END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit WHEN julianday(OLD.moment) > julianday('now') - 30 BEGIN SELECT RAISE(ABORT, 'audit entries are immutable'); END;
COMMIT;
