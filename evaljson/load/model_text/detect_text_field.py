"""Detect which field of the records holds the text of a model.

A field does if it has a usual name (`output`, `response`, …), every record has text or null there, and at least half
of the first texts hold a JSON object. In a table, it is also the one column whose cells are all JSON objects, unless
records have a key of its name. Where the keys of gold are known, its name does not matter: it is the one field of
entries with none of these keys but an id whose texts hold objects with them. Gold is only looked at in tables, and
never repaired.
"""

from __future__ import annotations

import json
from collections.abc import Set

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import ABSENT
from evaljson.load.allowance import SourceAllowance, SourceLimitError
from evaljson.load.collector import RecordCollector
from evaljson.load.id_names import sounds_like_id
from evaljson.load.json.exact import ExactParser
from evaljson.load.json.repeated_keys import split_kept
from evaljson.load.loaded_records import Record
from evaljson.load.model_text.record_in_text import record_in
from evaljson.load.model_text.which_object import Meant

TEXT_FIELDS = (
    *("output", "response", "completion", "model_output", "raw_output", "raw_response", "llm_output"),
    *("reply", "model_reply", "model_response", "llm_response", "output_text", "response_text", "generation"),
    *("generated_text", "prediction", "predicted", "extracted", "extraction", "answer", "result"),
    *("content", "text", "json"),
)
"""Usual names of the field in extracted records, the likelier first."""
GOLD_FIELDS = ("gold", "expected", "ground_truth", "reference", "target", "label", "expected_output", "answer", "json")
"""The same for gold in tables."""
_TRIED = 50


def detected(collector: RecordCollector, table: bool) -> str | None:
    """Return the field that holds text, and warn that it is used; None if there is none, or several could be meant.

    Raises SourceLimitError if the first texts hold more values than allowed.
    """
    produced = [record for record in collector.records if record is not None]
    extracted = collector.kind == "extracted"
    if not produced or not (extracted or table):
        return None
    names = TEXT_FIELDS if extracted else GOLD_FIELDS
    keys = dict.fromkeys(key for record in produced for key in record) if table else names
    texts = [key for key in keys if _is_text(key, produced, may_lack=table)]  # in a table, an empty cell is no key
    usual = [name for name in names if name in texts]
    tried = SourceAllowance(collector.limits, collector.allowance.name)  # what is only tried costs the records nothing
    field = next((name for name in usual if _holds_objects(name, produced, extracted, tried)), None)
    if field is None and table:
        known = collector.meant.keys  # a column that is a key of records holds a part of one
        columns = [name for name in texts if name not in known and _all_objects(name, produced)]
        field = columns[0] if len(columns) == 1 else None
        if len(columns) > 1:
            collector.warn(f"the columns {', '.join(map(repr, columns))} all hold JSON; say which one is the record.")
    if field is None and extracted:
        field = _by_known_keys(collector, produced, tried)
    if field is not None:
        collector.warn(taken_from_words(field))
    return field


def says_taken_from(message: str) -> bool:
    """Check whether a remark is that of `taken_from_words`."""
    before, after = taken_from_words("\n").split(repr("\n"))
    return message.startswith(before) and message.endswith(after)


def taken_from_words(field: str) -> str:
    """Say that the record of each entry was taken from this field."""
    return f"each record is the JSON found in {field!r}, the rest is kept beside it and not scored."


def _by_known_keys(collector: RecordCollector, records: list[Record], allowance: SourceAllowance) -> str | None:
    """Return the one field whose texts hold objects with keys of gold, in entries without any; None if none does."""
    known = {key for key in collector.meant.keys if key != collector.id_field and not sounds_like_id(key)}
    keys = dict.fromkeys(key for record in records for key in record)
    if not known or not known.isdisjoint(keys):
        return None
    fields = [key for key in keys if _is_text(key, records) and _holds_known(key, records, known, allowance)]
    return fields[0] if len(fields) == 1 else None


def _holds_known(name: str, records: list[Record], known: Set[str], allowance: SourceAllowance) -> bool:
    texts = _texts(name, records)
    found = [_object_in(text, True, allowance) or {} for text in texts]
    return sum(not known.isdisjoint(one) for one in found) * 2 >= max(len(texts), 1)


def _is_text(key: str, records: list[Record], may_lack: bool = False) -> bool:
    kinds = {type(record.get(key, None if may_lack else ABSENT)) for record in records}
    return str in kinds and kinds <= {str, type(None)}


def _texts(name: str, records: list[Record]) -> list[str]:
    return [text for record in records if isinstance(text := record.get(name), str) and text.strip()][:_TRIED]


def _holds_objects(name: str, records: list[Record], repair: bool, allowance: SourceAllowance) -> bool:
    texts = _texts(name, records)
    return sum(_object_in(text, repair, allowance) is not None for text in texts) * 2 >= max(len(texts), 1)


def _object_in(text: str, repair: bool, allowance: SourceAllowance) -> Record | None:
    try:
        value = record_in(text, repair, allowance, Meant()).value
    except SourceLimitError:
        raise
    except LoadError:
        return None
    return value if isinstance(value, dict) else None


def _all_objects(name: str, records: list[Record]) -> bool:
    texts = _texts(name, records)
    parser = ExactParser("last")
    try:
        values = (split_kept(parser.value_at(text.strip(), 0)[0])[0] for text in texts)
        return bool(texts) and all(isinstance(value, dict) for value in values)
    except json.JSONDecodeError:
        return False
