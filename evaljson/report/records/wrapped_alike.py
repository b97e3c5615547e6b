"""Under which keys gold and its variants have their records, where both sides wrap them: `{"id": …, "record": {…}}`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from evaljson.load.id_names import sounds_like_id
from evaljson.load.model_text.detect_text_field import GOLD_FIELDS, TEXT_FIELDS
from evaljson.load.source_texts import SOURCE_NAMES
from evaljson.report.records.record_place import Records

_NAMES: Final = frozenset(
    {
        *TEXT_FIELDS, *GOLD_FIELDS, "annotation", "annotations", "attributes", "data", "entities", "entity",
        "extracted_data", "extractions", "fields", "labels", "object", "outputs", "parsed", "payload", "predictions",
        "properties", "record", "results", "structured", "structured_output", "truth", "values",
    }
)  # fmt: skip
"""What people call the key of a record in lower case; by any other name, an object is a part of the record."""
_PARTS: Final = frozenset(
    {
        "attributes", "content", "data", "entities", "entity", "fields", "label", "labels", "object", "properties",
        "reference", "result", "results", "target", "values",
    }
)  # fmt: skip
"""Those by which people call a part of a record, too: beside it in gold may be fields that a variant leaves out."""
_LOOKED_AT: Final = 200


@dataclass(frozen=True, slots=True)
class Wrappers:
    """The keys that hold the records."""

    gold: str
    variants: Mapping[str, str]
    """Those of variants; a variant that has its records flat is not among them."""


def wrappers_of(gold: Records, variants: Mapping[str, Records]) -> Wrappers | None:
    """Return the keys under which gold and at least one variant hold their records; None where entries are the records.

    All variants must have the fields of gold, wrapped as well or flat. Beside a wrapped record there may be ids, texts
    of documents, and what only one side has, such as a cost; in gold not where the key could be that of a part.
    """
    of_gold = _wrapper([record for record in gold[:_LOOKED_AT] if record])
    if of_gold is None or (of_gold.lower() in _PARTS and _beside(gold, of_gold)):
        return None
    wanted = _fields(_inside(gold, of_gold))
    wrapped = dict[str, str]()
    for name, records in variants.items():
        key = _wrapper([record for record in records[:_LOOKED_AT] if record])
        if key is not None and _is_alike(_fields(_inside(records, key)), wanted):
            if not _beside(gold, of_gold).isdisjoint(_beside(records, key)):
                return None
            wrapped[name] = key
        elif _fields(records).isdisjoint(wanted):
            return None
    return Wrappers(of_gold, wrapped) if wrapped else None


def _wrapper(entries: list[Mapping[str, Any]]) -> str | None:
    """Return the one key with a usual name that holds an object in each entry, or null where nothing was produced."""
    held = {key for entry in entries for key, value in entry.items() if isinstance(value, dict)}
    usual = [key for key in held if key.lower() in _NAMES]
    if len(usual) != 1:
        return None
    is_held = all(usual[0] in entry and isinstance(entry[usual[0]], dict | type(None)) for entry in entries)
    return usual[0] if is_held else None


def _inside(records: Records, key: str) -> Iterable[Mapping[str, Any]]:
    held = (record[key] for record in records[:_LOOKED_AT] if record)
    return [value for value in held if isinstance(value, dict)]


def _beside(records: Records, wrapper: str) -> set[str]:
    return {key for key in _fields(records) if key != wrapper and key.lower() not in SOURCE_NAMES}


def _fields(records: Iterable[Mapping[str, Any] | None]) -> set[str]:
    first = (record for _, record in zip(range(_LOOKED_AT), records, strict=False) if record)
    return {key for record in first for key in record if not sounds_like_id(key)}


def _is_alike(here: set[str], there: set[str]) -> bool:
    return len(here & there) * 2 >= min(len(here), len(there)) > 0
