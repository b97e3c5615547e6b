"""For random schemas and records: confidences change no result, and each result finds the one of its own value."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from evaljson import RunResult, parse_eval_schema
from evaljson.confidence.located import of_paths
from evaljson.confidence.split import Mirrors
from evaljson.schema import SchemaNode
from evaljson.scoring.status import NAMES
from tests.profiles import share
from tests.property.conftest import graded_comparator as graded_comparator
from tests.property.generate import Node, Pair, records, schemas
from tests.property.product import product_run

pytestmark = pytest.mark.examples

SCHEMAS, PAIRS = 40, 8
SEEDS = range(5, 9)


def cases(seed: int) -> list[tuple[Node, list[Pair], Random]]:
    drawn = []
    for i, schema in enumerate(islice(schemas(seed), share(SCHEMAS))):
        rng = Random(f"{seed}/{i}")
        drawn.append((schema, list(islice(records(rng, schema), PAIRS)), rng))
    return drawn


def lines(run: RunResult) -> list[Any]:
    return [
        (at, result.path, result.status, result.score, result.extracted_path, repr(result.extracted_value))
        for at, record in enumerate(run.records)
        for result in record.field_results
    ]


def carried(run: RunResult) -> list[Any]:
    """(record, field, status, confidence) of all results that carry one."""
    rows, confidences = run.tallies.rows, run.table.confidences()
    columns = (
        rows.record.tolist(),
        [rows.fields[i] for i in rows.field.tolist()],
        rows.status.tolist(),
        confidences.tolist(),
    )
    return sorted(row for row in zip(*columns, strict=True) if row[3] == row[3])


def expected(plain: RunResult, mirrors: list[Any]) -> list[Any]:
    """The same, looked up by the path of each result's value."""
    frame = plain.to_frame()
    places = {record.record_id: at for at, record in enumerate(plain.records)}
    at = [places[record_id] for record_id in frame["record_id"].tolist()]
    ends = [end if isinstance(end, str) else None for end in frame["extracted_path"].tolist()]
    confidences = of_paths(at, ends, Mirrors(mirrors, ())).tolist()
    status = [NAMES.index(name) for name in frame["status"].tolist()]
    rows = zip(at, frame["field"].tolist(), status, confidences, strict=True)
    return sorted(row for row in rows if row[3] == row[3])


def mirrored(value: Any, rng: Random) -> Any:
    """A confidence for most scalars and empty containers; the same shape otherwise."""
    if isinstance(value, dict) and value:
        return {key: mirrored(item, rng) for key, item in value.items()}
    if isinstance(value, list) and value:
        return [mirrored(item, rng) for item in value]
    return rng.random() if rng.random() < 0.8 else None


@pytest.mark.parametrize("seed", SEEDS)
def test_in_an_object_of_their_own(seed: int) -> None:
    for schema, pairs, rng in cases(seed):
        mirrors = [None if extracted is None else mirrored(extracted, rng) for _, extracted in pairs]
        both = [
            (gold, None if extracted is None else {**extracted, "?": {"sure": mirror}})
            for (gold, extracted), mirror in zip(pairs, mirrors, strict=True)
        ]
        plain = product_run(schema, pairs)
        run = product_run({**schema, "x-eval-confidence": {"parallel": "?.sure"}}, both)
        assert lines(run) == lines(plain), schema
        assert carried(run) == expected(plain, _in_gold_order(plain, pairs, mirrors)), schema


def _in_gold_order(plain: RunResult, pairs: list[Pair], mirrors: list[Any]) -> list[Any]:
    """Mirrors by place of the gold record, which may have been joined by id."""
    by_record = {id(extracted): mirror for (_, extracted), mirror in zip(pairs, mirrors, strict=True)}
    return [None if record.extracted is None else by_record[id(record.extracted)] for record in plain.records]


def wrapped(node: SchemaNode | None, value: Any, rng: Random) -> tuple[Any, Any]:
    """The value as a model would write it, and its mirror."""
    if node is not None and not node.is_unit and isinstance(value, dict) and value and node.items is None:
        both = {k: wrapped(node.properties.get(k, node.additional), v, rng) for k, v in value.items()}
        return {k: plain for k, (plain, _) in both.items()}, {k: mirror for k, (_, mirror) in both.items()}
    if node is not None and not node.is_unit and isinstance(value, list) and value and node.items is not None:
        below = [wrapped(node.items, item, rng) for item in value]
        return [plain for plain, _ in below], [mirror for _, mirror in below]
    types = () if node is None else (node.type,) if isinstance(node.type, str) else node.type
    free = "object" in types and node is not None and (node.additional is not None or not node.properties)
    if rng.random() < 0.2 or (free and value is not None and not isinstance(value, dict)):
        return value, None
    confidence = rng.random()
    return {"?v": value, "?p": confidence}, confidence


@pytest.mark.parametrize("seed", SEEDS)
def test_beside_each_value(seed: int) -> None:
    spec = {"leaves": {"value": "?v", "confidence": "?p"}}
    for schema, pairs, rng in cases(seed):
        tree = parse_eval_schema(schema)
        # The record itself is never wrapped.
        both = [wrapped(tree, extracted, rng) if extracted else (extracted, None) for _, extracted in pairs]
        plain = product_run(schema, pairs)
        run = product_run(
            {**schema, "x-eval-confidence": spec},
            [(gold, written) for (gold, _), (written, _) in zip(pairs, both, strict=True)],
        )
        assert lines(run) == lines(plain), schema
        mirrors = _in_gold_order(plain, pairs, [mirror for _, mirror in both])
        assert carried(run) == expected(plain, mirrors), schema
