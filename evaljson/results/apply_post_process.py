"""Results after users' post-processors, counted like the engine's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.errors import InputError, did_you_mean
from evaljson.base.paths import split
from evaljson.confidence.located import of_paths
from evaljson.results.array_rows import ArrayRows, rows_of_paths, states
from evaljson.results.compared_values import ComparedValues, values_of_results
from evaljson.results.engine_results import EngineResults, in_places
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.results.listed_parts import listed_parts
from evaljson.results.parts import ResultPart
from evaljson.results.protocol import InOrder, Listed, listed_of
from evaljson.schema.parse.entries import MAX_WEIGHT
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.schema_parts import SchemaPart
from evaljson.scoring.status import CODES, NAMES, PENDING
from evaljson.scoring.tallies import Rows, Tallies

if TYPE_CHECKING:
    import pandas as pd

PostProcess = Callable[[list[FieldResult]], Any]


def postprocessed(
    results: EngineResults, post_process: PostProcess | Sequence[PostProcess], parts: Sequence[SchemaPart]
) -> EditedResults:
    """Call the post-processors, in order, once per record, each with fresh copies.

    One that returns None has changed its list in place. Raises InputError for results that cannot be counted.
    """
    steps = [post_process] if callable(post_process) else list(post_process)
    records = []
    for record in range(results.tallies.rows.records):
        current = results.field_results(record)
        for step in steps:
            copies = [result.copy() for result in current]
            answer = step(copies)
            current = _results(copies if answer is None else answer)
        records.append(current)
    return EditedResults(records, _field_paths(parts, len(records)), results)


def _results(answer: Any) -> list[FieldResult]:
    if not isinstance(answer, Iterable):
        raise InputError(f"a post-processor returned a {type(answer).__name__}, not a list of FieldResult")
    return [_checked(result) for result in answer]


def _checked(result: Any) -> FieldResult:
    """Copy one result, whose score counts as it is: of matches and mismatches in the figures, of all in mean_score."""
    check_counted(result, FieldResult)
    copied: FieldResult = result.copy()
    return copied


def check_counted(result: Any, kind: type) -> None:
    """Raise InputError unless a post-processor's result is of this class and can be counted."""
    if not isinstance(result, kind):
        raise InputError(f"a post-processor returned a {type(result).__name__}, not a FieldResult")
    status, path = result.status, result.path  # type: ignore[attr-defined]
    if status not in NAMES[:PENDING]:
        hint = did_you_mean(str(status), NAMES[:PENDING])
        raise InputError(f"a post-processor set the unknown status {status!r}.{hint}", path)
    weight = getattr(result, "weight", 1.0)
    for name, value, most in (("score", result.score, 1), ("weight", weight, MAX_WEIGHT)):  # type: ignore[attr-defined]
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
            raise InputError(f"a post-processor set the {name} {value!r}, which is not from 0 to {most:g}", path)


def _field_paths(parts: Sequence[SchemaPart], count: int) -> list[_FieldPaths]:
    """Return the field paths of the schema of each record."""
    by_record: list[_FieldPaths] = [_FieldPaths(parts[0].plan)] * count
    for part in parts:
        known = _FieldPaths(part.plan)
        for place in part.records.tolist():
            by_record[place] = known
    return by_record


class _FieldPaths:
    """Finds schema paths and their order for instance paths."""

    def __init__(self, plan: PlanNode) -> None:
        self._plan = plan
        self._known: dict[str, tuple[str, tuple[int, str]]] = {}

    def of(self, path: str) -> tuple[str, tuple[int, str]]:
        """Return (schema path, sort key) of an instance path."""
        if path not in self._known:
            self._known[path] = self._find(path)
        return self._known[path]

    def _find(self, path: str) -> tuple[str, tuple[int, str]]:
        from evaljson.base import paths

        node, shown, last = self._plan, "", (self._plan.number, "")
        for step in _steps(path):
            below = self._step(node, step)
            if below is None:
                shown = paths.child(shown, str(step)) if isinstance(step, str) else paths.elements(shown)
                return shown, (node.unknown_number, str(step))
            node, shown, last = below, below.path, (below.number, "")
        return shown, last

    def _step(self, node: PlanNode, step: str | int | None) -> PlanNode | None:
        if not isinstance(step, str):
            return node.element
        named = dict(node.children) | {key: member for group in node.compounds for key, member in group.members}
        return named.get(step) or node.entry


def _steps(path: str) -> list[str | int | None]:
    try:
        return split(path)
    except ValueError as error:
        raise InputError(f"a post-processor added a result with an invalid path: {error}") from None


class EditedResults:
    """Field results as post-processors left them."""

    def __init__(
        self, records: list[list[FieldResult]], field_paths: Sequence[_FieldPaths], engine: EngineResults
    ) -> None:
        self._records = records
        self._engine = engine
        self._field_paths = field_paths
        flat = [(i, result, *field_paths[i].of(result.path)) for i, record in enumerate(records) for result in record]
        places = sorted({(order, path) for _, _, path, order in flat})
        code, orders = in_places(places)
        self.tallies = Tallies(
            Rows(
                np.array([i for i, *_ in flat], np.int32),
                np.array([code[path] for _, _, path, _ in flat], np.int32),
                np.array([CODES[result.status] for _, result, *_ in flat], np.int8),
                np.array([result.score for _, result, *_ in flat], np.float64),
                np.array([result.weight for _, result, *_ in flat], np.float64),
                list(code),
                len(records),
                orders,
            )
        )

    def field_results(self, record: int) -> list[FieldResult]:
        """Return copies, in the order of the post-processor."""
        return [result.copy() for result in self._records[record]]

    def fields_of(self, record: int) -> list[str]:
        """Return the schema path of each of `field_results`."""
        return [self._field_paths[record].of(result.path)[0] for result in self._records[record]]

    def in_order(self) -> InOrder:
        """Return all results, by record, in the order of the post-processor."""
        flat = [(i, result) for i, record in enumerate(self._records) for result in record]
        fields = [self._field_paths[i].of(result.path)[0] for i, result in flat]
        return InOrder([i for i, _ in flat], fields, list(range(len(flat))), [result for _, result in flat])

    def listed(self) -> Listed:
        """Return all results as columns, in the same order."""
        return listed_of(self.in_order())

    def some(self, rows: Ints) -> list[FieldResult]:
        """Return copies of the results in these rows of the tallies."""
        flat = [result for record in self._records for result in record]
        return [flat[row].copy() for row in rows.tolist()]

    def paths_at(self, rows: Ints) -> list[str]:
        """Return the instance paths of the results in these rows of the tallies."""
        flat = [result.path for record in self._records for result in record]
        return [flat[row] for row in rows.tolist()]

    def both_paths_at(self, rows: Ints) -> list[tuple[str, str | None]]:
        """Return (instance path, extracted path) of the results in these rows of the tallies."""
        flat = [(result.path, result.extracted_path) for record in self._records for result in record]
        return [flat[row] for row in rows.tolist()]

    def confidences(self) -> Floats | None:
        """Return the confidence at the `extracted_path` of each result; None without x-eval-confidence."""
        if self._engine.mirrors is None:
            return None
        ends = [result.extracted_path for record in self._records for result in record]
        return of_paths(self.tallies.rows.record.tolist(), ends, self._engine.mirrors)

    def array_rows(self) -> dict[str, ArrayRows]:
        """Return the rows of each array that the results lie in, by schema path of its elements."""
        rows = self.tallies.rows
        places = (result.path for record in self._records for result in record)
        return rows_of_paths(rows.record, places, rows.fields, rows.field, states(rows.status, rows.weight))

    def compared_values(self) -> Iterable[ComparedValues]:
        """Return the values of all results as they are in them."""
        return (values_of_results([one for record in self._records for one in record], self.tallies.rows.status),)

    def parts(self, records: Sequence[RecordResult]) -> Iterator[ResultPart]:
        """Give all results in parts, as columns, in the same order."""
        return listed_parts(self, records)

    def alignments(self, record_ids: list[Any]) -> pd.DataFrame:
        """Return the engine's pairs, with the scores of the edited results."""
        return self._engine.alignments(record_ids, self._records)
