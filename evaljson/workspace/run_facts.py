"""What pages say of a large run as a whole, worked out by the job that scored it, and kept: pages only read it.

Kept in the settings of the workspace under a scope of the evaluation, by run. No figure depends on it, and where it is
not kept, pages work it out themselves, by the same functions.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from evaljson._version import __version__
from evaljson.base.kept_json import kept, read_kept
from evaljson.compare.words.cluster_notes import of_intervals
from evaljson.load import LoadedRecords
from evaljson.report.fields.examples import FieldExample, field_examples, weight_shares
from evaljson.report.fields.unreadable import Unread, rule_text, unread_in
from evaljson.report.patterns.find import ErrorPatterns
from evaljson.report.patterns.kinds import KINDS
from evaljson.report.patterns.one_record import LosesMuch, MostInRecord, loses_much
from evaljson.report.patterns.other_record import LooksLike, looks_like
from evaljson.report.patterns.shown import ShownPattern, shown_patterns
from evaljson.report.patterns.table import Pattern, PatternField
from evaljson.report.records.scored_file import RunRemarks, ScoredFile, scored_file
from evaljson.results.fully_right import FullyRight
from evaljson.results.losses import worst_field
from evaljson.results.model import RunResult
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.store import Run, Store
from evaljson.suggest.edit import Edit

_SCOPE: Final = "facts"


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What is said of all records of a run together."""

    right: FullyRight
    missing: int
    """Gold records without an extracted one."""
    left_out: int
    """Gold records that were not scored."""
    missing_records: str
    """As in RunResult."""
    clusters: str
    """What the intervals go by; "" where nothing says which records belong together."""
    one_record: LosesMuch | None
    """The record that causes at least a third of what mean F1 loses."""
    cut_off: int
    """Records whose reply ended early."""
    look_like: tuple[LooksLike, ...]
    """Records whose extraction looks like another record's."""

    @classmethod
    def of(cls, run: RunResult) -> RunSummary:
        """Work it out."""
        return cls(
            run.fully_right,
            len(run.missing),
            len(run.left_out),
            run.missing_records,
            of_intervals(run.clustered),
            loses_much(run),
            len(run.cut_off),
            looks_like(run),
        )


@dataclass(frozen=True, slots=True)
class SeenFields:
    """What is shown of each field beside its settings, by schema path."""

    examples: Mapping[str, FieldExample]
    shares: Mapping[str, float]
    """Of the weight of all results, 0..1."""
    worst: str | None
    """The field that costs mean F1 most."""

    @classmethod
    def of(cls, run: RunResult) -> SeenFields:
        """Work it out."""
        return cls(field_examples(run), weight_shares(run.tallies), worst_field(run))


@dataclass(frozen=True, slots=True)
class RunFacts:
    """All of it."""

    summary: RunSummary
    patterns: tuple[ShownPattern, ...]
    """What the errors of the run have in common."""
    fields: SeenFields
    unread: Mapping[str, Unread | None]
    """By the `rule_text` of each field whose comparator reads values, what of them it cannot read."""
    file: ScoredFile
    remarks: RunRemarks


def _names(kind: Any) -> list[Any]:
    """Name the fields of a dataclass, and of those in it."""
    return [one.name for one in fields(kind)]


_KEPT: Final = (
    RunFacts,
    RunSummary,
    SeenFields,
    ScoredFile,
    RunRemarks,
    ShownPattern,
    Pattern,
    PatternField,
    MostInRecord,
    LosesMuch,
    LooksLike,
    Edit,
    Unread,
)
_RULES: Final = 8
"""Another one where the same parts mean something else: 1, a decimal comma before a unit and 0 read as null have
other patterns; 2, codes are no dates, a unit is added to 0 too, and both sides of a swap are one; 3,
zeros in front of a number within a text differ as those of a text do; 5, what is wrong in a record that looks like
another one is that; 6, an invented element that is in its list already is a copy; 7,
nothing is called the same that no comparator takes for it; 8, numbers off by one factor, and
slips that are repeated, have patterns of their own, and a pair is repeated among what larger ones leave."""
_PARTS: Final = json.dumps([__version__, _RULES, [one.name for one in KINDS], *map(_names, _KEPT)])
_MEANING: Final = hashlib.sha256(_PARTS.encode()).hexdigest()[:16]
"""What was kept by another version is worked out again."""


def facts_of(
    run: RunResult, patterns: ErrorPatterns, gold: LoadedRecords, extracted: LoadedRecords, schema: Mapping[str, Any]
) -> RunFacts:
    """Work them out for a run over these records; `patterns` are those of its errors."""
    tree = parse_eval_schema(schema)
    return RunFacts(
        RunSummary.of(run),
        tuple(shown_patterns(run, patterns, schema)),
        SeenFields.of(run),
        _unread(run, tree),
        scored_file(gold, extracted, tree),
        RunRemarks.of(run),
    )


def _unread(run: RunResult, tree: SchemaNode) -> dict[str, Unread | None]:
    leaves = (leaf for root in tree.roots for leaf in root.leaves())
    rules = {leaf.path: leaf.comparator for leaf in leaves if leaf.comparator is not None}
    return {rule_text(path, rules[path]): found for path, found in unread_in(run, rules).items()}


def keep_facts(store: Store, stored: Run, facts: RunFacts, *, by: str) -> None:
    """Keep them for a run that is stored."""
    packed = zlib.compress(json.dumps(kept(facts)).encode(), 1)
    value = {"meaning": _MEANING, "facts": base64.b64encode(packed).decode()}
    store.settings.set(_scope(stored.evaluation), stored.id, value, by=by)


def kept_facts(store: Store, evaluation: str, run: str) -> RunFacts | None:
    """Return what is kept of a run, by its id; None where nothing is."""
    value: dict[str, Any] | None = store.settings.get(_scope(evaluation), run)
    if value is None or value["meaning"] != _MEANING:
        return None
    return read_kept(RunFacts, json.loads(zlib.decompress(base64.b64decode(value["facts"]))))


def _scope(evaluation: str) -> str:
    return f"{_SCOPE}:{evaluation}"
