"""Files that are being put together, as an evaluation of the store that is not scored yet.

Its settings hold under "draft" what no table holds: the schema that was handed in, how records pair, and, where the
draft changes the files of a scored evaluation, its id and its state when the draft was begun.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from evaljson.base.errors import EvaljsonError
from evaljson.load import LoadedRecords
from evaljson.load.documents.beside_gold import without_documents
from evaljson.load.documents.matching import DocumentMatch, matched
from evaljson.load.documents.text_files import files_in, held
from evaljson.load.file_names import name_of_file
from evaljson.load.file_places import indices_in_file
from evaljson.load.missing_policy import MissingPolicy
from evaljson.load.set_aside import as_read
from evaljson.load.variant_names import without_beginning
from evaljson.report.records.id_keys import almost_complete_id, almost_unique_id, likely_id
from evaljson.report.records.key_question import why_ask
from evaljson.schema import annotate_xeval, infer_schema, parse_eval_schema
from evaljson.store import Evaluation, NotAllowed, NotFound, Store
from evaljson.workspace.draft_documents import gold_with_documents, held_documents, keep_documents, seen_variants
from evaljson.workspace.draft_title import draft_title
from evaljson.workspace.history import READ_DRAFT
from evaljson.workspace.ids_changed import ids_changed
from evaljson.workspace.listing import DRAFT
from evaljson.workspace.scoring_options import policy_json, policy_of

UNNAMED: Final = "New evaluation"
_STORED: Final = (
    "schema", "id_key", "by_position", "exclude_unreadable", "exclude_missing", "paired_by_position", "count_strays",
    "json_schema", "documents_are", "replies", "schema_files",
)  # fmt: skip
"""Fields of a draft that lie in the settings."""
_TUPLES: Final = ("paired_by_position", "replies", "schema_files")


DocumentsAre = Literal["", "documents", "replies"]


@dataclass(frozen=True)
class DataDraft:
    """Files that are being put together and are not scored yet."""

    gold: LoadedRecords | None = None
    variants: Mapping[str, LoadedRecords] = field(default_factory=dict)
    schema: Mapping[str, Any] | None = None
    """None: it is inferred from gold."""
    id_key: str | None = None
    """None: the likely one."""
    by_position: bool = False
    exclude_unreadable: bool = False
    exclude_missing: bool = False
    paired_by_position: Sequence[str] = ()
    """Variants that lack the key, of which someone said that they pair by position."""
    count_strays: bool = False
    json_schema: Mapping[str, Any] | None = None
    """The given schema as it was in its file."""
    documents: LoadedRecords | None = None
    """Text files without JSON, as `held` makes records of them; None without any."""
    documents_are: DocumentsAre = ""
    """What someone said that they are; empty as long as nobody did."""
    replies: Sequence[str] = ()
    """Variants that were made of the text files, since these are replies."""
    schema_files: Sequence[Mapping[str, Any]] = ()
    """Files that look like a schema, of which nobody has said what they are: {"name": …, "schema": as in the file}."""

    def with_variant(self, loaded: LoadedRecords) -> DataDraft:
        """Add a variant named after its file; where that name is taken, it gets a number."""
        stem = variant_name(loaded)
        names = [stem, *(f"{stem} ({i})" for i in range(2, len(self.variants) + 2))]
        name = next(name for name in names if name not in self.variants)
        return replace(self, variants={**self.variants, name: loaded})

    def with_texts(self, documents: LoadedRecords | None, documents_are: DocumentsAre = "") -> DataDraft:
        """Hold these text files, without the variants that were made of them."""
        variants = {name: loaded for name, loaded in self.variants.items() if name not in self.replies}
        return replace(self, variants=variants, documents=documents, documents_are=documents_are, replies=())

    def with_more_texts(self, texts: LoadedRecords) -> DataDraft:
        """Hold these text files beside those that are there; what they are is open again. Raises LoadError."""
        before = [] if self.documents is None else files_in(self.documents)
        return self.with_texts(held([*before, *files_in(texts)]))

    def document_match(self) -> DocumentMatch | None:
        """Find the text files that are named as records of gold; None as long as the records have no ids."""
        id_key = self.pairing_key()
        if self.gold is None or self.documents is None or id_key is None:
            return None
        return matched(files_in(self.documents), self.gold, id_key)

    def scored_gold(self) -> LoadedRecords | None:
        """Return gold as it is scored: with the text files beside its records, where someone said so."""
        if self.gold is None or self.documents_are != "documents":
            return self.gold
        return gold_with_documents(self.gold, self.documents, self.pairing_key())

    def without_variant(self, name: str) -> DataDraft:
        """Remove a variant."""
        return replace(self, variants={other: loaded for other, loaded in self.variants.items() if other != name})

    def pairing_key(self) -> str | None:
        """Return the key that pairs the records; None: by position."""
        if self.gold is None or self.by_position:
            return None
        if self.id_key is not None:
            return self.id_key
        declared = (self.schema or {}).get("x-eval-id")
        gold: list[Any] = self.gold.records
        return declared if isinstance(declared, str) else likely_id(gold, [v.records for v in self.variants.values()])

    def repeated_key(self) -> str | None:
        """Return the key by which someone may want to pair that several gold records share, decided or not."""
        if self.gold is None or self.by_position:
            return None
        declared = self.id_key or (self.schema or {}).get("x-eval-id")
        return declared if isinstance(declared, str) else almost_unique_id(as_read(self.gold).records)

    def id_some_lack(self) -> str | None:
        """Return the key that someone may want to pair by although a few records may lack it."""
        if self.gold is None or self.by_position:
            return None
        declared = self.id_key or (self.schema or {}).get("x-eval-id")
        return declared if isinstance(declared, str) else almost_complete_id(as_read(self.gold).records)

    def question(self) -> str | None:
        """Say why someone has to choose what pairs the records; None where that is plain or was chosen."""
        declared = (self.schema or {}).get("x-eval-id")
        if self.gold is None or self.by_position or self.id_key is not None or isinstance(declared, str):
            return None
        extracted = {name: loaded.records for name, loaded in self.variants.items()}
        return why_ask(self.gold.records, extracted, indices_in_file(self.gold))

    def is_key_taken(self) -> bool:
        """Check whether the key that pairs the records is one that nobody has chosen."""
        declared = (self.schema or {}).get("x-eval-id")
        return self.id_key is None and not self.by_position and not isinstance(declared, str)

    def eval_schema(self) -> dict[str, Any]:
        """Return the schema to score with. Raises SchemaError or InputError where gold or the given schema has none."""
        gold: list[Any] = self.gold.records if self.gold else []
        schema = annotate_xeval(infer_schema(gold) if self.schema is None else copy.deepcopy(self.schema))
        schema.pop("x-eval-id", None)
        id_key = self.pairing_key()
        return {**schema, "x-eval-id": id_key} if id_key is not None else schema

    def record_keys(self) -> frozenset[str]:
        """Return the keys that records may have by the schema, or else by gold; empty if neither says."""
        if self.gold is None and self.schema is None:
            return frozenset()
        try:
            return parse_eval_schema(self.eval_schema()).record_keys
        except EvaljsonError:  # the form says why
            return frozenset()

    def missing_policy(self) -> MissingPolicy:
        """Return what happens with gold records that have no extracted record to compare."""
        return MissingPolicy(
            missing_records="exclude" if self.exclude_missing else "omit",
            unreadable="exclude" if self.exclude_unreadable else "omit",
            strays="invented" if self.count_strays else "report",
        )

    @property
    def title(self) -> str:
        """The name of the evaluation unless someone gives another one."""
        return draft_title(self.gold.name, list(self.variants)) if self.gold is not None else UNNAMED

    def _as_json(self) -> dict[str, Any]:
        held = {name: getattr(self, name) for name in _STORED}
        return {**held, "paired_by_position": list(self.paired_by_position), "replies": list(self.replies),
            "schema_files": list(self.schema_files)}  # fmt: skip


def variant_name(loaded: LoadedRecords) -> str:
    """Return the name of a variant made from this file, without the word that all such files begin with."""
    return without_beginning(name_of_file(loaded.name))[:190]


def draft_of(
    gold: LoadedRecords, variants: Mapping[str, LoadedRecords], schema: Mapping[str, Any], policy: MissingPolicy
) -> DataDraft:
    """Begin with the files of a scored evaluation; the documents beside gold are text files again. Raises LoadError."""
    id_key = schema.get("x-eval-id")
    bare, texts = without_documents(gold, id_key)
    documents = held(texts) if texts else None
    return DataDraft(
        bare, variants, schema, id_key, id_key is None, policy.excludes_unreadable, policy.excludes_missing,
        tuple(variants), policy.strays == "invented", documents=documents,
        documents_are="" if documents is None else "documents",
    )  # fmt: skip


def schema_from_gold(gold: LoadedRecords, id_key: str | None) -> dict[str, Any]:
    """Infer a schema from gold, with this record id (None: by position). Raises SchemaError, InputError."""
    return DataDraft(gold, id_key=id_key, by_position=id_key is None).eval_schema()


def stored_draft(
    evaluation: Evaluation, gold: LoadedRecords, variants: Mapping[str, LoadedRecords]
) -> DataDraft | None:
    """Return the draft that an evaluation is, with its loaded files; None for one that is scored."""
    held = evaluation.settings.get(DRAFT)
    if held is None:
        return None
    stored = {name: held[name] for name in _STORED if name in held}
    stored |= {name: tuple(held.get(name, ())) for name in _TUPLES}
    texts = held_documents(evaluation)
    if texts is not None:
        stored["documents"] = variants[texts.name]
        variants = {variant.name: variants[variant.name] for variant in seen_variants(evaluation)}
    return DataDraft(gold if evaluation.gold is not None else None, variants, **stored)


def begin_draft(store: Store, draft: DataDraft, *, by: str, begun_at: str | None = None) -> str:
    """Store a new draft without files; its id. `begun_at` is the id of the evaluation that was open."""
    settings = {DRAFT: {**draft._as_json(), "of": None, "begun_at": begun_at}}
    return store.evaluations.create(draft.title, by=by, settings=settings).id


def begin_draft_of(store: Store, draft: DataDraft, of: Evaluation, schema: Mapping[str, Any], *, by: str) -> str:
    """Store a draft that changes the files of `of`, which has this schema; its id."""
    settings = {DRAFT: {**draft._as_json(), "of": of.id, "base": _state_of(of, schema)}}
    gold = None if of.gold is None else of.gold.id if draft.documents is None else draft.gold
    variants = {variant.name: variant.dataset.id for variant in of.variants}
    begun = store.evaluations.create(of.name, by=by, settings=settings, gold=gold, variants=variants)
    return begun.id if draft.documents is None else keep_documents(store, begun, draft.documents, (), by=by).id


def _state_of(evaluation: Evaluation, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state of an evaluation, by which later changes of other people are found."""
    return {
        "revision": evaluation.revision,
        "gold": evaluation.gold.id if evaluation.gold is not None else None,
        "variants": {variant.name: [variant.id, variant.dataset.id] for variant in evaluation.variants},
        "schema": schema,
        "schema_number": evaluation.schema_number,
        "options": policy_json(policy_of(evaluation.settings)),
    }


def left_out_before(evaluation: Evaluation) -> frozenset[str]:
    """Name the switches, `exclude_…`, that are on in the evaluation whose files a draft changes."""
    held = evaluation.settings.get(DRAFT) or {}
    options = (held.get("base") or {}).get("options") or {}
    switches = {"exclude_missing": "missing_records", "exclude_unreadable": "unreadable"}
    return frozenset(name for name, option in switches.items() if options.get(option) == "exclude")


def keep_draft(store: Store, stored: Evaluation, before: DataDraft, draft: DataDraft, *, by: str) -> None:
    """Store what differs between `before`, as it is stored, and `draft`. Raises StoreError, Conflict."""
    evaluation = stored
    if draft.gold is not before.gold:
        evaluation = store.evaluations.set_gold(evaluation.id, evaluation.revision, draft.gold, by=by)
    if (draft.documents and draft.documents.sha256) != (before.documents and before.documents.sha256):
        evaluation = keep_documents(store, evaluation, draft.documents, draft.variants, by=by)
    evaluation = _keep_variants(store, evaluation, before, draft, by)
    held = evaluation.settings[DRAFT]
    settings = {**held, **draft._as_json()}
    if settings != held:
        changed = {**evaluation.settings, DRAFT: settings}
        store.evaluations.set_settings(evaluation.id, evaluation.revision, changed, by=by, about=READ_DRAFT)


def _keep_variants(store: Store, evaluation: Evaluation, before: DataDraft, draft: DataDraft, by: str) -> Evaluation:
    for variant in seen_variants(evaluation):
        if variant.name not in draft.variants:
            evaluation = store.variants.delete(evaluation.id, evaluation.revision, variant.id, by=by)
    texts = held_documents(evaluation)
    if texts is not None and texts.name in draft.variants:  # a variant takes its name
        evaluation = keep_documents(store, evaluation, draft.documents, draft.variants, by=by)
    ids = {variant.name: variant.id for variant in seen_variants(evaluation)}
    for name, loaded in draft.variants.items():
        if name not in ids:
            evaluation = store.variants.add(evaluation.id, evaluation.revision, name, loaded, by=by)
        elif loaded is not before.variants[name]:
            read = ids_changed(before.variants[name], loaded)
            evaluation = store.variants.update(
                evaluation.id, evaluation.revision, ids[name], data=loaded, by=by, ids=read
            )
    return evaluation


def drop_draft(store: Store, evaluation: Evaluation, *, by: str) -> str | None:
    """Delete a draft; the id of the evaluation whose files it was to change, else of the one that was open before.

    None where that is not there any more.
    """
    store.evaluations.delete(evaluation.id, evaluation.revision, by=by)
    held = evaluation.settings[DRAFT]
    before: str | None = held.get("of") or held.get("begun_at")
    try:
        return None if before is None else store.evaluations.get(before).id
    except (NotFound, NotAllowed):
        return None
