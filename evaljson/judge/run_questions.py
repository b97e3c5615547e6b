"""Lists the questions of a run for a judge, without asking any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from evaljson.comparators.base import BatchItem
from evaljson.evaluate import Record, Schema, evaluate
from evaljson.results.explain import RAW_DIFFERENT, RAW_EQUAL
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.judging import Decided, JudgeUsage, NotJudged, Question, is_for_judge, judged_fields, question

_ASKED_ABOUT = frozenset({"match", "mismatch", "batch_error"})


class _Collector:
    """A judge that decides nothing and remembers the questions."""

    is_silent: ClassVar[bool] = True
    """Its run is thrown away, so nothing is logged about it."""

    def __init__(self) -> None:
        self.questions: list[Question] = []

    def identity(self) -> Mapping[str, Any]:
        return {}

    def decide(self, questions: Sequence[Question]) -> Decided:
        self.questions += questions
        return Decided([NotJudged("not judged yet")] * len(questions), JudgeUsage("", fields=len(questions)))


def gather(
    gold: Iterable[Record],
    extracted: Iterable[Record | None],
    schema: Schema,
    id_field: str | None = None,
    **options: Any,
) -> list[Question]:
    """List what `evaluate` with the same arguments would ask a judge, including pairs of alignments.

    Raises the same errors. Other batch comparators, which may be paid ones, are not called.
    """
    collector = _Collector()
    evaluate(gold, extracted, schema, id_field, **{**options, "ask": False}, judge=collector)
    return collector.questions


def takes_judge(schema: Schema) -> bool:
    """Check whether any field is for a judge."""
    return any(judged_fields(parse_eval_schema(schema)))


@dataclass(frozen=True, slots=True)
class JudgedResult:
    """A result of a run for a judge to decide, and its question."""

    question: Question
    result: FieldResult
    threshold: float | None
    """The lowest score that is a match; None: 1."""


def questions_of(run: RunResult, schema: Schema) -> list[Question]:
    """List the questions of a scored run and the schema it was scored under; those of `all_pairs` are not included."""
    return [judged.question for judged in judged_results(run, schema)]


def judged_results(run: RunResult, schema: Schema) -> Iterator[JudgedResult]:
    """Yield the results for a judge with their questions, in the order of the records."""
    tree = parse_eval_schema(schema)
    roots: dict[str | None, SchemaNode] = {None: tree} if tree.has_own else {}
    roots.update((value, root) for value, root in tree.schemas.items())
    nodes = {kind: {node.path: node for node in root.leaves() if is_for_judge(node)} for kind, root in roots.items()}
    for place, record in enumerate(run.records):
        judged_nodes = nodes[None if run.types is None else run.types[place]]
        for path, result in zip(run.table.fields_of(place), record.field_results, strict=True):
            node = judged_nodes.get(path)
            if node is None or result.comparator != _name(node) or result.status not in _ASKED_ABOUT:
                continue
            if (result.reason or "").endswith((RAW_EQUAL, RAW_DIFFERENT)):  # a transform refused it: not for a judge
                continue
            params = dict(node.comparator.params) if node.comparator else {}
            values = result.gold_value, result.extracted_value, result.gold_compared, result.extracted_compared
            item = BatchItem(result.path, *values, params, record.record_id)
            yield JudgedResult(question(item, node), result, node.threshold)


def _name(node: SchemaNode) -> str:
    return node.comparator.name if node.comparator else ""
