"""Detect which field of the records holds the text of a model.

A field does if it has a usual name (`output`, `response`, …), every record has text or null there, and at least half of
the first texts hold a JSON object. In a table, it is also the one column whose cells are all JSON objects. Gold is only
looked at in tables, and never repaired.
"""

from __future__ import annotations

import json

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import ABSENT
from evaljson.load.allowance import SourceAllowance, SourceLimitError
from evaljson.load.collector import RecordCollector
from evaljson.load.json.exact import ExactParser
from evaljson.load.json.repeated_keys import split_kept
from evaljson.load.loaded_records import Record
from evaljson.load.model_text.record_in_text import record_in
from evaljson.load.model_text.which_object import Meant

TEXT_FIELDS = (
    *("output", "response", "completion", "model_output", "raw_output", "raw_response", "llm_output"),
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
        columns = [name for name in texts if _all_objects(name, produced)]
        field = columns[0] if len(columns) == 1 else None
        if len(columns) > 1:
            collector.warn(f"the columns {', '.join(map(repr, columns))} all hold JSON; say which one is the record.")
    if field is not None:
        collector.warn(f"each record is the JSON found in {field!r}, the rest is kept beside it and not scored.")
    return field


def _is_text(key: str, records: list[Record], may_lack: bool = False) -> bool:
    kinds = {type(record.get(key, None if may_lack else ABSENT)) for record in records}
    return str in kinds and kinds <= {str, type(None)}


def _texts(name: str, records: list[Record]) -> list[str]:
    return [text for record in records if isinstance(text := record.get(name), str) and text.strip()][:_TRIED]


def _holds_objects(name: str, records: list[Record], repair: bool, allowance: SourceAllowance) -> bool:
    texts = _texts(name, records)
    return sum(_gives_object(text, repair, allowance) for text in texts) * 2 >= max(len(texts), 1)


def _gives_object(text: str, repair: bool, allowance: SourceAllowance) -> bool:
    try:
        return isinstance(record_in(text, repair, allowance, Meant()).value, dict)
    except SourceLimitError:
        raise
    except LoadError:
        return False


def _all_objects(name: str, records: list[Record]) -> bool:
    texts = _texts(name, records)
    parser = ExactParser("last")
    try:
        values = (split_kept(parser.value_at(text.strip(), 0)[0])[0] for text in texts)
        return bool(texts) and all(isinstance(value, dict) for value in values)
    except json.JSONDecodeError:
        return False
