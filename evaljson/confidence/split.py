"""Splits extracted records into values and confidences before they are scored."""

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
    """In the order of gold: for each extracted record an object of the same shape down to the fields, with a confidence
    or None in place of each value. None where there is no record."""
    parts: Sequence[SchemaPart]
    """The schema parts by which the records were split."""


def plain_ids(extracted: Sequence[Any], id_field: str | None, spec: ConfidenceSpec | None) -> list[Any]:
    """Remove confidences from ids, so that the records can be paired."""
    if spec is None or spec.value is None or id_field is None:
        return list(extracted)
    return [_with_plain_id(record, id_field, spec.value) for record in extracted]


def _with_plain_id(record: Any, id_field: str, value: str) -> Any:
    wrapped = record.get(id_field) if isinstance(record, dict) else None
    return {**record, id_field: wrapped[value]} if isinstance(wrapped, dict) and value in wrapped else record


def split(
    spec: ConfidenceSpec | None, parts: Sequence[SchemaPart], pairing: Pairing, problems: Problems
) -> tuple[Pairing, Mirrors | None]:
    """Return the pairing with plain extracted records, and their confidences; None without x-eval-confidence.

    Invalid confidences are reported in `problems`.
    """
    if spec is None:
        return pairing, None
    reader = Reader(spec.scale, problems)
    plain, mirrors = _taken_apart(spec, parts, pairing.extracted, reader)
    if not reader.has_read_any:
        reader.note("", "no extracted record has a confidence that can be used: check x-eval-confidence")
    return replace(pairing, extracted=plain), Mirrors(mirrors, parts)


def plain_records(spec: ConfidenceSpec | None, parts: Sequence[SchemaPart], extracted: list[Any]) -> list[Any]:
    """Return extracted records without their confidences, as they were scored, in the order of gold."""
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
