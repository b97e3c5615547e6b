"""What the engine and the oracle say differently about the same records, as lines to read."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pprint import pformat
from typing import Any

import pytest

import evaljson
from tests.oracle import FieldFigures, Run, Scored

from .generate import Node, Pair
from .product import oracle_run, product_run

Line = tuple[str, str, float, float, str | None]
"""path, status, score, weight, extracted path"""


def differences(schema: Node, pairs: Sequence[Pair]) -> list[str]:
    """Empty where both agree on every record and every figure."""
    engine, oracle = product_run(schema, pairs), oracle_run(schema, pairs)
    unlike = []
    for i, (record, expected) in enumerate(zip(engine.records, oracle.records, strict=True)):
        unlike += [f"record {i}: {line}" for line in of_record(record, expected)]
    return unlike + of_run(engine, oracle)


def of_record(record: evaljson.RecordResult, expected: Scored) -> list[str]:
    engine, oracle = Counter(lines(record.field_results)), Counter(lines(expected.results))
    unlike = [f"only the engine has {line}" for line in (engine - oracle).elements()]
    unlike += [f"only the oracle has {line}" for line in (oracle - engine).elements()]
    return unlike + unequal("", record, expected, ["precision", "recall", "f1"])


def of_run(engine: evaljson.RunResult, oracle: Run) -> list[str]:
    unlike = []
    for name in ("precision", "recall", "f1"):
        unlike += unequal_value(f"mean {name}", getattr(engine, f"mean_{name}"), getattr(oracle.mean, name))
        unlike += unequal_value(f"pooled {name}", getattr(engine, f"pooled_{name}"), getattr(oracle.pooled, name))
    if set(engine.per_field) != set(oracle.per_field):
        unlike.append(f"fields: engine {sorted(engine.per_field)}, oracle {sorted(oracle.per_field)}")
    for path in engine.per_field.keys() & oracle.per_field.keys():
        unlike += of_field(path, engine.per_field[path], oracle.per_field[path])
    return unlike


def of_field(path: str, engine: evaljson.FieldAggregation, oracle: FieldFigures) -> list[str]:
    counts = ["mean_score", "matches", "mismatches", "omissions", "hallucinations", "skipped", "batch_errors"]
    where = f"field {path!r} "
    return unequal(where, engine, oracle, counts) + unequal(
        where, engine, oracle.figures, ["precision", "recall", "f1"]
    )


def lines(results: Iterable[Any]) -> list[Line]:
    """Of either side's results; rounded, so that the order of a sum does not show."""
    return [(r.path, r.status, round(r.score, 9), round(r.weight, 9), r.extracted_path) for r in results]


def unequal(where: str, engine: Any, oracle: Any, names: Sequence[str]) -> list[str]:
    return [
        line for name in names for line in unequal_value(where + name, getattr(engine, name), getattr(oracle, name))
    ]


def unequal_value(what: str, engine: float | None, oracle: float | None) -> list[str]:
    same = engine is None if oracle is None else engine == pytest.approx(oracle, abs=1e-9)
    return [] if same else [f"{what}: engine {engine}, oracle {oracle}"]


def report(schema: Node, pairs: Sequence[Pair], unlike: Sequence[str]) -> str:
    """Everything needed to see the disagreement again, values as Python writes them (nan and inf among them)."""
    parts = ["\n".join(unlike[:20]), f"schema = {pformat(schema, width=110, sort_dicts=False)}"]
    engine, oracle = product_run(schema, pairs), oracle_run(schema, pairs)
    for i, (gold, extracted) in enumerate(pairs):
        parts.append(f"gold = {pformat(gold, width=110)}\nextracted = {pformat(extracted, width=110)}")
        parts.append("engine:\n" + pformat(sorted(lines(engine.records[i].field_results), key=repr), width=110))
        parts.append("oracle:\n" + pformat(sorted(lines(oracle.records[i].results), key=repr), width=110))
    return "\n\n".join(parts)
