"""Builds single results, with their reasons and values, when someone looks at them."""

from __future__ import annotations

from typing import Any, Final

from evaljson.base.jsontypes import ABSENT, type_name
from evaljson.comparators.number.text_notes import as_of_raw
from evaljson.results.field_result import FieldResult
from evaljson.scoring.locate import Locator
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, NAMES, OMISSION, SKIPPED
from evaljson.scoring.table_sink import NOWHERE, Chunk
from evaljson.scoring.unit import LISTED, Unit
from evaljson.wording.words import as_set

RAW_EQUAL, RAW_DIFFERENT = "; the raw values are equal", "; the raw values are different"
"""The end of the reason where a transform refused a value, so that no comparator was called."""

_NOTHING_HERE: Final = " has nothing here"


def field_result(chunk: Chunk, at: int, locator: Locator) -> FieldResult:
    """Build the result in one row of a chunk."""
    gold, extracted = value(chunk, at, GOLD), value(chunk, at, EXTRACTED)
    status = int(chunk.status[at])
    return FieldResult(
        path=locator.path(chunk, at),
        score=float(chunk.score[at]),
        comparator=comparator_name(chunk),
        gold_value=_shown(gold),
        extracted_value=_shown(extracted),
        status=NAMES[status],
        reason=reason(chunk, at, gold, extracted),
        gold_compared=_shown(_compared(chunk, at, GOLD, gold)),
        extracted_compared=_shown(_compared(chunk, at, EXTRACTED, extracted)),
        similarity=similarity(chunk, at),
        weight=chunk.plan.weight,
        extracted_path=extracted_path(chunk, at, locator),
    )


def extracted_path(chunk: Chunk, at: int, locator: Locator) -> str | None:
    """Return where the extracted record has the value of the result in one row of a chunk; None where it has none."""
    return None if value(chunk, at, EXTRACTED) is ABSENT else locator.extracted_path(chunk, at)


def status_and_values(chunk: Chunk, at: int) -> tuple[str, Any, Any]:
    """Return the status and both values of the result in one row of a chunk, as `field_result` has them."""
    return NAMES[int(chunk.status[at])], _shown(value(chunk, at, GOLD)), _shown(value(chunk, at, EXTRACTED))


def comparator_name(chunk: Chunk) -> str:
    """Return the name of the field's comparator; "" where none was asked."""
    return chunk.unit.rule.comparator.name if chunk.unit is not None else ""


def similarity(chunk: Chunk, at: int) -> float | None:
    """Return the score before the threshold; None where no two values were compared."""
    if chunk.status[at] not in (MATCH, MISMATCH):
        return None
    return float((chunk.score if chunk.similarity is None else chunk.similarity)[at])


def value(chunk: Chunk, at: int, side: Side) -> Any:
    """Return the raw value of one side; ABSENT where it has none."""
    rows = chunk.rows_of(side)
    if rows is None or rows[at] == NOWHERE:
        return ABSENT
    return chunk.columns.of(side)[rows[at]]


def _shown(item: Any) -> Any:
    return None if item is ABSENT else item


def _compared(chunk: Chunk, at: int, side: Side, raw: Any) -> Any:
    rows = chunk.rows_of(side)
    if chunk.unit is None or rows is None or rows[at] == NOWHERE:
        return raw
    return chunk.unit.compared_of(side, int(rows[at]))


def reason(chunk: Chunk, at: int, gold: Any, extracted: Any) -> str | None:
    """Explain why the result has its status."""
    status = int(chunk.status[at])
    stored = None if chunk.reasons is None else chunk.reasons[at]
    if stored is not None:
        return stored if chunk.unit is None else _with_threshold(chunk, chunk.unit, at, stored)
    if chunk.key is not None:
        return "the schema has no such key"
    if status == OMISSION:
        return _missing("extracted", extracted, has_parent=chunk.extracted is not None)
    if status == HALLUCINATION:
        return _missing("gold", gold, has_parent=chunk.gold is not None)
    if status == SKIPPED and chunk.unit is not None and chunk.outcome is not None:
        return chunk.unit.outcomes[int(chunk.outcome[at])].reason
    if status == SKIPPED:
        return "skipped by the schema" if chunk.plan.schema.skip else _both_absent(chunk)
    if chunk.unit is None:
        return _structural(chunk, status, gold, extracted)
    return _unit_reason(chunk, chunk.unit, at, gold, extracted)


def has_no_parent(reason: str | None) -> bool:
    """Check whether a reason says that one side lacks not a key but what it would be in, such as an element."""
    return reason in (f"extracted{_NOTHING_HERE}", f"gold{_NOTHING_HERE}")


def _missing(side: str, other: Any, *, has_parent: bool) -> str:
    if other is ABSENT:
        return f"{side} has no such key" if has_parent else f"{side}{_NOTHING_HERE}"
    shown = "an empty string" if other == "" else type_name(other) if other is None else f"an empty {type_name(other)}"
    if other is None or other == "" or other in ([], {}):
        return f"{side} has {shown} here"
    return f"{side} has {other!r} here, which counts as absent"


def _both_absent(chunk: Chunk) -> str | None:
    return "absent on both sides" if chunk.plan.nulls is not None else None


def _structural(chunk: Chunk, status: int, gold: Any, extracted: Any) -> str | None:
    expected = "array" if chunk.plan.is_array else "object"
    sides = (gold, extracted)
    if status == MATCH and any(one is ABSENT or one is None for one in sides):
        return _both_absent(chunk)
    if status == MATCH:
        return f"both {expected}s are empty" if type_name(gold) == expected else f"equal, though no {expected}"
    side, other = ("extracted", extracted) if type_name(extracted) != expected else ("gold", gold)
    return f"the schema has an {expected} here, {side} has {type_name(other)}"


def _unit_reason(chunk: Chunk, unit: Unit, at: int, raw_gold: Any, raw_extracted: Any) -> str | None:
    if chunk.gold is None or chunk.extracted is None:
        return _both_absent(chunk)
    gold, extracted = int(chunk.gold[at]), int(chunk.extracted[at])
    if unit.state_gold[gold] <= LISTED or unit.state_extracted[extracted] <= LISTED:
        return _both_absent(chunk)
    refusal = unit.refusal_of(gold, extracted)
    if refusal is not None:
        return refusal + (RAW_EQUAL if chunk.status[at] == MATCH else RAW_DIFFERENT)
    says = as_of_raw(_comparator_reason(chunk, unit, at, gold, extracted), raw_gold, raw_extracted)
    return _with_threshold(chunk, unit, at, says)


def _with_threshold(chunk: Chunk, unit: Unit, at: int, text: str | None) -> str | None:
    if unit.threshold is None or chunk.similarity is None or chunk.status[at] not in (MATCH, MISMATCH):
        return text
    above = "reaches" if chunk.status[at] == MATCH else "is below"
    note = f"similarity {chunk.similarity[at]:.3g} {above} the threshold {as_set(unit.threshold)}"
    return f"{text}; {note}" if text else note


def _comparator_reason(chunk: Chunk, unit: Unit, at: int, gold: int, extracted: int) -> str | None:
    if chunk.outcome is not None:
        return unit.outcomes[int(chunk.outcome[at])].reason
    called_per_value = not unit.rule.is_batch and unit.rule.compound is None
    if not called_per_value or chunk.status[at] not in (MATCH, MISMATCH):
        return None
    return comparator_says(unit, gold, extracted)


def comparator_says(unit: Unit, gold: int, extracted: int) -> str | None:
    """Ask the comparator for its reason, by the rows of two values. It knows them as transforms have made them."""
    left, right = unit.compared_of(GOLD, gold), unit.compared_of(EXTRACTED, extracted)
    answer = unit.rule.comparator.fn(left, right, unit.rule.params)
    explanation: str | None = getattr(answer, "reason", None)
    return explanation
