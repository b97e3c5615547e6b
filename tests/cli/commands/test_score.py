import gzip
import json
from pathlib import Path

import pytest

from evaljson import evaluate, floors
from evaljson.floor.words import floor_sentence
from evaljson.wording.words import points
from tests.cli.conftest import EXTRACTED, GOLD, SCHEMA, Run, Write

TABLE = """\
field            F1  prec.  recall  match  wrong  missing  invented
name           50.0   50.0    50.0      1      1        0         0
items[].sku    80.0  100.0    66.7      2      0        1         0
items[].price  80.0  100.0    66.7      2      0        1         0
extra           0.0    0.0       –      0      0        0         1

                          F1  prec.  recall
mean over records       67.9   70.8    70.0
pooled over all fields  66.7   71.4    62.5

What errors have in common
  element of a list missing: 2 values in 1 record, 38.9% of what F1 loses
    in items[].sku, items[].price
  different value: 1 value in 1 record, 38.9% of what F1 loses
    in name
  key that the schema lacks: 1 value in 1 record, 22.2% of what F1 loses
    in extra

Records   2 scored, joined by 'id'
          0 missing (fields count as missing), 0 stray, 0 duplicate
Fields    match 5, wrong 1, missing 2, invented 1,
          skipped 0, not judged 0
Right     0 of 2 records fully: 0.0 (0.0 to 65.8)
          2 of 3 array rows fully: 66.7 (20.8 to 93.9)
"""


def table(text: str) -> str:
    """The text without blanks at the ends of lines, and without the hashes."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines() if not line.startswith("Signature"))


def test_score_prints_a_row_per_field_and_the_figures_of_the_run(score: Run) -> None:
    done = score()
    assert done.exit_code == 0
    assert table(done.stdout) == TABLE
    assert done.stderr == ""


def test_the_figures_are_those_of_evaluate(score: Run) -> None:
    found = json.loads(score("--json").stdout)
    run = evaluate(GOLD, EXTRACTED, SCHEMA)
    assert found["mean_f1"] == run.mean_f1
    assert found["pooled_recall"] == run.pooled_recall
    assert found["per_field"]["items[].sku"]["omissions"] == run.per_field["items[].sku"].omissions
    assert found["signature"] == run.signature


def test_the_last_line_is_the_signature(score: Run) -> None:
    signature = evaluate(GOLD, EXTRACTED, SCHEMA).signature
    assert f"schema {signature['schema'][:8]}, gold {signature['gold'][:8]}" in score().stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("order", "paths"),
    [
        ("schema", ["name", "items[].sku", "items[].price", "extra"]),
        ("worst", ["extra", "name", "items[].sku", "items[].price"]),
        ("lost", ["name", "extra", "items[].sku", "items[].price"]),
    ],
)
def test_the_table_can_be_sorted(score: Run, order: str, paths: list[str]) -> None:
    lines = score("--sort", order).stdout.splitlines()[1:5]
    assert [line.split()[0] for line in lines] == paths


def test_without_a_schema_it_is_inferred_and_a_note_tells(run: Run) -> None:
    done = run("score", "gold.jsonl", "extracted.jsonl", "--id-field", "id")
    assert done.exit_code == 0
    assert "Note: no --schema: inferred from gold" in done.stderr


def test_records_without_an_id_field_are_paired_by_position_and_the_way_out_is_shown(run: Run) -> None:
    done = run("score", "gold.jsonl", "extracted.jsonl")
    assert "paired by position" in done.stdout
    assert "--id-field id would join them by id" in done.stderr


def test_unequal_lengths_name_an_id_field_that_joins(run: Run, write: Write) -> None:
    write("extracted.jsonl", EXTRACTED[:1])
    done = run("score", "gold.jsonl", "extracted.jsonl")
    assert done.exit_code == 2
    assert "--id-field id would join them by id" in done.stderr


@pytest.mark.parametrize("count", [2, 1], ids=["as many", "fewer"])
def test_no_id_field_is_named_that_would_join_nothing(run: Run, write: Write, count: int) -> None:
    write("gold.jsonl", [{"id": 1, "a": "x"}, {"id": 2, "a": "y"}])
    write("extracted.jsonl", [{"id": "1", "a": "x"}, {"id": "2", "a": "y"}][:count])
    done = run("score", "gold.jsonl", "extracted.jsonl")
    assert (done.exit_code, "would join them by id" in done.stderr) == (0 if count == 2 else 2, False)


def test_files_of_records_by_id_join_by_their_keys(run: Run, write: Write) -> None:
    write("gold.json", {"k1": {"a": 1}, "k2": {"a": 2}, "k3": {"a": 3}})
    write("extracted.json", {"k3": {"a": 3}, "k1": {"a": 1}, "k2": {"a": 2}})
    done = run("score", "gold.json", "extracted.json", "--json")
    assert json.loads(done.stdout)["mean_f1"] == 1.0
    assert "its keys become the id field 'id'" in done.stderr


def test_missing_stray_duplicate_and_unreadable_records_are_counted_and_reported(score: Run, write: Write) -> None:
    lines = [json.dumps({**EXTRACTED[0], "id": one}) for one in ("b", "b", "stray")]
    write("extracted.jsonl", "\n".join([*lines, "{oops"]))
    done = score()
    assert done.exit_code == 0
    assert "1 missing (fields count as missing), 1 stray, 1 duplicate" in done.stdout
    assert "unreadable: 0 gold, 1 extracted" in done.stdout
    assert "Warning: extracted.jsonl: line 4" in done.stderr
    assert "extracted records with the id of an earlier one are not scored" in done.stderr


@pytest.mark.parametrize("choice", ["omit", "exclude"])
def test_records_that_only_lack_gold_as_their_ids_are_written_otherwise_are_named(
    score: Run, write: Write, choice: str
) -> None:
    ids = ("A", "b", "other")
    write("extracted.jsonl", "\n".join(json.dumps({**EXTRACTED[0], "id": one}) for one in ids))
    said = "1 record without gold has an id of gold, written otherwise, such as 'A' for 'a'; --ids-as-gold pairs them"
    assert said in score("--missing-records", choice).stderr


def test_ids_that_are_written_otherwise_pair_where_it_is_asked(score: Run, write: Write) -> None:
    as_gold = json.loads(score("--json").stdout)
    write("extracted.jsonl", [{**one, "id": f" {one['id'].upper()}-"} for one in EXTRACTED])
    done = score("--ids-as-gold", "--json")
    assert f"{len(EXTRACTED)} ids are read as gold has them, such as ' B-' as 'b'." in done.stderr
    found = json.loads(done.stdout)
    assert found["mean_f1"] == as_gold["mean_f1"]
    assert (found["missing"], found["strays"]) == ([], [])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ids-as-gold"], "there is no id field: name it with --id-field"),
        (["--ids-as-gold", "--stream", "out"], "leave one of them out"),
    ],
)
def test_ids_as_gold_need_all_ids(run: Run, write: Write, arguments: list[str], said: str) -> None:
    write("gold.json", [{"name": "Ada"}])
    write("extracted.json", [{"name": "Ada"}])
    write("schema.json", {"properties": {"name": {"type": "string"}}})
    done = run("score", "gold.json", "extracted.json", "--schema", "schema.json", *arguments)
    assert (done.exit_code, said in done.stderr) == (2, True)


@pytest.mark.parametrize(("choice", "scored"), [("omit", 2), ("exclude", 1)])
def test_missing_records_are_omitted_or_left_out(score: Run, write: Write, choice: str, scored: int) -> None:
    write("extracted.jsonl", EXTRACTED[:1])
    found = json.loads(score("--missing-records", choice, "--json").stdout)
    assert (found["total_records"], found["missing"]) == (scored, ["a"])


def test_gold_keys_outside_the_schema_are_refused_unless_allowed(score: Run, write: Write) -> None:
    write("gold.jsonl", [{**GOLD[0], "more": 1}, GOLD[1]])
    refused = score()
    assert refused.exit_code == 2
    assert refused.stderr.startswith("Error: more: not in the schema")
    assert "--allow-unknown" in refused.stderr
    allowed = score("--allow-unknown")
    assert allowed.exit_code == 0
    assert "more: gold has this key and the schema does not" in allowed.stderr


@pytest.mark.parametrize("options", [(), ("--allow-unknown",)])
def test_a_gold_record_without_id_is_refused_whatever_keys_are_allowed(
    score: Run, write: Write, options: tuple[str, ...]
) -> None:
    write("gold.jsonl", [{key: value for key, value in GOLD[0].items() if key != "id"}, GOLD[1], GOLD[1]])
    refused = score(*options)
    assert refused.exit_code == 2
    assert refused.stderr.startswith("Error: record 1, id: this gold record has no id; add it")
    assert "Other ids to correct in gold: record 3 (line 3), same id as record 2 (line 2)." in refused.stderr
    assert "--allow-unknown" not in refused.stderr


def test_a_run_without_records_is_bad_input(score: Run, write: Write) -> None:
    write("extracted.jsonl", [{"id": "other"}])
    done = score("--missing-records", "exclude")
    assert done.exit_code == 2
    assert "no record is left to score" in done.stderr


def test_an_extraction_of_which_nothing_can_be_read_is_bad_input(run: Run, write: Write) -> None:
    gold, extracted = write("gold.jsonl", '{"id": 1, "a": "x"}\n'), write("broken.jsonl", '{"id": 1, "a"\n{"id": 2\n')
    result = run("score", gold, extracted, "--id-field", "id", "--fail-under", "precision=0.9")
    assert result.exit_code == 2
    assert "holds no extracted record that can be read" in result.stderr


def test_unreadable_gold_is_never_paired_by_position(run: Run, write: Write) -> None:
    write("gold.jsonl", '{"a": 1}\n{broken\n{"a": 3}\n')
    write("extracted.jsonl", [{"a": 1}, {"a": 3}])
    done = run("score", "gold.jsonl", "extracted.jsonl")
    assert done.exit_code == 2
    assert "positions no longer show which records belong together" in done.stderr


LINES = "".join(json.dumps(one) + "\n" for one in GOLD)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("e.jsonl.gz", gzip.compress(LINES.encode())[:-4], id="gzip cut after the last record"),
        pytest.param("e.jsonl.gz", gzip.compress(LINES.encode()) + b"more", id="bytes after gzip"),
        pytest.param("e.json", json.dumps(GOLD) * 2, id="two arrays on one line"),
        pytest.param("e.json", json.dumps(GOLD)[:-1], id="an array without its end"),
        pytest.param("e.json", json.dumps(GOLD)[:-1] + ",", id="an array that ends with a comma"),
        pytest.param("e.json", '{"records": ' + json.dumps(GOLD), id="an envelope without its end"),
        pytest.param("e.json", json.dumps(GOLD) + "\nthe end", id="text after an array"),
    ],
)
@pytest.mark.parametrize("side", ["gold", "extracted"])
def test_strict_does_not_accept_a_file_that_was_not_read_to_its_end(
    run: Run, write: Write, name: str, content: str | bytes, side: str
) -> None:
    write(name, content)
    files = (name, "gold.jsonl") if side == "gold" else ("gold.jsonl", name)
    arguments = ("score", *files, "-s", "schema.json", "-q", "--allow-gold-itself")
    assert run(*arguments).exit_code == 0
    done = run(*arguments, "--strict")
    assert done.exit_code == 2
    assert f"unreadable {side} records: 1" in done.stderr


@pytest.mark.parametrize(
    "extracted",
    [
        pytest.param([*EXTRACTED, {"id": "stray"}], id="stray"),
        pytest.param([*EXTRACTED, EXTRACTED[0]], id="duplicate"),
        pytest.param("".join(json.dumps(one) + "\n" for one in EXTRACTED) + "{oops\n", id="unreadable"),
    ],
)
def test_strict_exits_with_2_after_printing(score: Run, write: Write, extracted: object) -> None:
    write("extracted.jsonl", extracted)
    assert score().exit_code == 0
    done = score("--strict", "--fail-under", "f1=1")
    assert done.exit_code == 2
    assert "mean over records" in done.stdout
    assert done.stderr.splitlines()[-1].startswith("Error: --strict: ")
    assert done.stderr.splitlines()[-1].endswith(" records: 1.")
    assert "Failed: f1 is 0.6786" in done.stderr


def test_quiet_says_nothing_but_failed_gates(score: Run) -> None:
    done = score("--quiet", "--fail-under", "f1=0.9")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "Failed: f1 is 0.6786, wanted at least 0.9\n"


def test_either_input_may_be_stdin(run: Run) -> None:
    gold = Path("gold.jsonl").read_bytes()
    done = run("score", "-", "extracted.jsonl", "-s", "schema.json", stdin=gold)
    assert table(done.stdout) == TABLE


def test_only_one_input_may_be_stdin(run: Run) -> None:
    assert "only one input can be read from stdin" in run("score", "-", "-").stderr


MORE = """\
classes of name     F1  prec.  recall  gold  extracted  right
a                 66.7  100.0    50.0     2          1      1
b                 80.0   66.7   100.0     2          3      2
macro average     73.3   83.3    75.0
weighted average  73.3   83.3    75.0
accuracy          75.0

gold ↓  extracted →  a  b  (missing)
a                    1  1          0
b                    0  2          0
(invented)           0  0          0

Accuracy  3 of 4 leaves: 75.0 (30.1 to 95.4)
          75.0 mean over records
Tokens    F1 75.0, precision 75.0, recall 75.0
          4 in gold, 4 extracted, 3 shared
"""


def test_more_figures_are_classes_accuracy_and_tokens(score: Run, write: Write) -> None:
    write("schema.json", {"type": "object", "x-eval-id": "id", "properties": {"name": {"type": "string"}}})
    write("gold.jsonl", [{"id": at, "name": name} for at, name in enumerate("aabb")])
    write("extracted.jsonl", [{"id": at, "name": name} for at, name in enumerate("abbb")])
    assert MORE in table(score("--more-figures").stdout)
    assert "Accuracy" not in score().stdout
    found = json.loads(score("--json").stdout)
    assert (found["accuracy"]["share"], found["tokens"]["overall"]["shared"]) == (0.75, 3)
    assert found["classes"]["name"]["matrix"] == [[1, 1, 0], [0, 2, 0], [0, 0, 0]]
    assert [record["accuracy"] for record in found["records"]] == [1.0, 0.0, 1.0, 1.0]


def test_floors_stand_beside_f1_and_in_every_output(score: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    shown = table(score("--floors", "--html", str(page)).stdout)
    found = floors(GOLD, SCHEMA)
    assert found.highest is not None
    assert shown.startswith("field            F1  floor  prec.  recall  match")
    at_name = found.at("name")
    assert at_name is not None
    assert f"name           50.0   {points(at_name[1])}   50.0    50.0" in shown
    assert f"Floor     {points(found.highest.f1)} without reading anything: empty 0.0, constant" in shown
    assert "over 2 gold records, shuffled with seed 1" in shown
    assert json.loads(score("--floors", "--json").stdout)["floors"] == json.loads(json.dumps(found.to_dict()))
    assert json.loads(score("--json").stdout)["floors"] is None
    assert f"<summary>{floor_sentence(found)}</summary>" in page.read_text()
    assert "<bdi>Floor</bdi>" in page.read_text()


def test_the_report_names_the_variant_as_pages_do_without_the_beginning_and_the_ending_of_its_file(
    run: Run, write: Write
) -> None:
    write("extracted_small_model.jsonl", EXTRACTED)
    page = run("score", "gold.jsonl", "extracted_small_model.jsonl", "--schema", "schema.json", "--html", "-").stdout
    assert "<bdi>small_model</bdi>" in page
    assert "<bdi>extracted_small_model" not in page


def test_a_json_schema_is_checked_beside_the_scores(score: Run, write: Write) -> None:
    items = {"type": "array", "items": {"type": "object", "required": ["sku"]}, "minItems": 1}
    properties = {"name": {"enum": ["Ada", "Bob"]}, "id": {}, "items": items}
    write("json_schema.json", {"properties": properties, "additionalProperties": False})
    done = score("--json-schema", "json_schema.json")
    assert "Schema    0 of 2 records conform: 0.0 (0.0 to 65.8)" in done.stdout
    assert "extra             additionalProperties        1       1  a" in done.stdout
    found = json.loads(score("--json", "--json-schema", "json_schema.json").stdout)["conformity"]
    assert [(one["path"], one["keyword"], one["examples"]) for one in found["violations"]] == [
        ("extra", "additionalProperties", ["a"]),
        ("name", "enum", ["b"]),
    ]
    assert json.loads(score("--json").stdout)["conformity"] is None


def test_conforming_is_a_gate_that_needs_the_json_schema(score: Run, write: Write) -> None:
    write("json_schema.json", {"properties": {"name": {"enum": ["Ada"]}}})
    assert score("--json-schema", "json_schema.json", "--fail-under", "conforming=0.5").exit_code == 0
    done = score("--json-schema", "json_schema.json", "--fail-under", "conforming=0.9")
    assert (done.exit_code, "Failed: conforming is 0.5000, wanted at least 0.9" in done.stderr) == (1, True)
    done = score("--fail-under", "conforming=0.9")
    assert (done.exit_code, "name it by --json-schema" in done.stderr) == (2, True)


def test_strays_count_as_invented_where_it_is_asked(score: Run, write: Write) -> None:
    write("extracted.jsonl", [{"id": "a"}, {"id": "b"}, {"id": "c", "name": "Cy"}])
    assert "1 of the strays scored: fields count as invented" in score("--strays", "invented").stdout
    found = json.loads(score("--json", "--strays", "invented").stdout)
    assert (found["invented_records"], found["total_records"], found["total_hallucinations"]) == (["c"], 3, 1)
    assert json.loads(score("--json").stdout)["total_records"] == 2


def test_skipped_keys_that_the_schema_does_not_name_have_no_row(score: Run, write: Write) -> None:
    write("schema.json", {**SCHEMA, "additionalProperties": {"x-eval-skip": True}})
    shown = table(score().stdout)
    assert not any(line.startswith(("*", "extra")) for line in shown.splitlines())
    assert "skipped 1, not judged 0" in shown
    assert json.loads(score("--json").stdout)["unscored_fields"] == {}


def test_json_has_all_patterns_of_errors_with_their_fields(score: Run) -> None:
    found = json.loads(score("--json").stdout)["patterns"]
    assert {"kind", "words", "values", "records", "f1_lost", "share", "fields", "mostly"} == set(found[0])
    done = json.loads(score("--json").stdout)
    assert sum(one["f1_lost"] for one in found) == pytest.approx(1 - done["mean_f1"])
    assert sum(one["values"] for one in found) == 4
    assert {at["field"] for one in found for at in one["fields"]} == {"name", "items[].sku", "items[].price", "extra"}


def test_a_field_under_another_key_is_named_with_what_to_do(run: Run, write: Write) -> None:
    gold = [{"id": f"r{at}", "supplier": f"s{at}"} for at in range(20)]
    write("g.jsonl", gold)
    write("x.jsonl", [{"id": one["id"], "suplier": one["supplier"]} for one in gold])
    assert "supplier is called 'suplier' in x.jsonl" in run("score", "g.jsonl", "x.jsonl").stderr
