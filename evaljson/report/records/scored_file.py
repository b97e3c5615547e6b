"""What is said of the file of a variant: how its records pair with gold, and what the run over it makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.base.errors import InputError
from evaljson.confidence.split import plain_records
from evaljson.load import LoadedRecords
from evaljson.load.loaded_records import RecordId
from evaljson.load.pairing import Pairing, Unpaired, pair_by_id
from evaljson.report.fields.unknown_keys import UnknownKey, unknown_keys
from evaljson.results.model import RunResult
from evaljson.schema import SchemaNode
from evaljson.scoring.problems import Problem
from evaljson.scoring.schema_parts import make_parts


@dataclass(frozen=True, slots=True)
class PairedFile:
    """How the records of a file pair with gold, without the records."""

    by: str
    """"id" or "position"."""
    reason: str
    """Why they are paired this way, in words."""
    paired: int
    missing: tuple[RecordId, ...]
    """The ids of the gold records without an extracted one."""
    strays: tuple[Unpaired, ...]
    duplicates: tuple[Unpaired, ...]

    @classmethod
    def of(cls, pairing: Pairing) -> PairedFile:
        """Take what is said of a pairing."""
        missing = tuple(pairing.record_ids[place] for place in pairing.missing)
        paired = len(pairing.extracted) - len(missing)
        return cls(
            pairing.by, pairing.reason, paired, missing, tuple(pairing.strays), tuple(pairing.duplicates)
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScoredFile:
    """What is said of one file."""

    pairing: PairedFile | None
    why_not: str
    """Why its records cannot be paired; "" where they can."""
    unknown: tuple[UnknownKey, ...]
    """Keys that the eval schema lacks."""


@dataclass(frozen=True, slots=True)
class RunRemarks:
    """What is said of a run beside the file that it is over."""

    invented: int
    """Extracted records without gold that count as invented."""
    left_out: int
    """Gold records that were not scored."""
    problems: tuple[Problem, ...]

    @classmethod
    def of(cls, run: RunResult) -> RunRemarks:
        """Take what is said of a run."""
        return cls(len(run.invented_records), len(run.left_out), run.problems)


def scored_file(gold: LoadedRecords, extracted: LoadedRecords, tree: SchemaNode) -> ScoredFile:
    """Pair a file with gold, and look for keys that the eval schema lacks. Confidences are taken off first."""
    records: list[Any] = gold.records
    try:
        pairing = pair_by_id(records, extracted.records, tree.id_field)
    except InputError as error:
        return ScoredFile(None, str(error), ())
    return ScoredFile(PairedFile.of(pairing), "", tuple(unknown_in_pairs(records, pairing, tree)))


def unknown_in_pairs(gold: Sequence[Any], pairing: Pairing, tree: SchemaNode) -> list[UnknownKey]:
    """List the keys of one variant that the eval schema lacks. Confidences are taken off first."""
    spec, extracted = tree.confidence, list(pairing.extracted)
    parts = make_parts(tree, tree.id_field, [record or {} for record in gold]) if spec is not None else []
    return unknown_keys(zip(gold, plain_records(spec, parts, extracted), strict=True), tree)
