"""Values and confidences, taken apart before anything is scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from evaljson.confidence.leaves import Leaves
from evaljson.confidence.number import Reader
from evaljson.confidence.parallel import Parallel
from evaljson.load.gc_pause import gc_paused
from evaljson.load.pairing import Pairing
from evaljson.schema.node import ConfidenceSpec
from evaljson.scoring.problems import Problems
from evaljson.scoring.schema_parts import SchemaPart


@dataclass(frozen=True, eq=False, slots=True)
class Mirrors:
    """The confidences of a run."""

    records: list[Any]
    """In the order of gold: for each extracted record one of the same shape down to the fields of the schema, with a
    confidence or None in place of each value. None where there is no record."""
    parts: Sequence[SchemaPart]
    """Which schema each record was taken apart by."""


def plain_ids(extracted: Sequence[Any], id_field: str | None, spec: ConfidenceSpec | None) -> list[Any]:
    """The records with plain ids, so that they can be paired; an id may carry a confidence like any other value."""
    if spec is None or spec.value is None or id_field is None:
        return list(extracted)
    return [_with_plain_id(record, id_field, spec.value) for record in extracted]


def _with_plain_id(record: Any, id_field: str, value: str) -> Any:
    own = record.get(id_field) if isinstance(record, dict) else None
    return {**record, id_field: own[value]} if isinstance(own, dict) and value in own else record


def split(
    spec: ConfidenceSpec | None, parts: Sequence[SchemaPart], pairing: Pairing, problems: Problems
) -> tuple[Pairing, Mirrors | None]:
    """The pairing with plain extracted records, and their confidences; None where the schema speaks of none.

    What is no confidence is noted in `problems`.
    """
    if spec is None:
        return pairing, None
    reader = Reader(spec.scale, problems)
    plain, mirrors = _taken_apart(spec, parts, pairing.extracted, reader)
    if not reader.found_any:
        reader.note("", "no extracted record carries a confidence: check x-eval-confidence")
    return replace(pairing, extracted=plain), Mirrors(mirrors, parts)


def plain_records(spec: ConfidenceSpec | None, parts: Sequence[SchemaPart], extracted: list[Any]) -> list[Any]:
    """Extracted records as they were scored, in the order of gold: without their confidences."""
    return extracted if spec is None else _taken_apart(spec, parts, extracted, Reader(spec.scale, Problems()))[0]


def _taken_apart(
    spec: ConfidenceSpec, parts: Sequence[SchemaPart], extracted: Sequence[Any], reader: Reader
) -> tuple[list[Any], list[Any]]:
    splitter = Leaves(spec, reader) if spec.parallel is None else Parallel(spec, reader)
    plain, mirrors = list(extracted), [None] * len(extracted)
    with gc_paused():
        for part in parts:
            for place in part.records.tolist():
                if isinstance(plain[place], dict):
                    plain[place], mirrors[place] = splitter.split(part.plan.schema, plain[place])
    return plain, mirrors
