"""Random runs, as each kind of results keeps them: the engine's, edited ones, saved ones, and parts of these."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import evaljson
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.results.saved.run import load_run, save_run
from tests.profiles import share
from tests.property.generate import CUSTOM, records, schemas
from tests.property.product import graded

Make = Callable[[Any, Any, Any], RunResult]


def unchanged(results: list[FieldResult]) -> list[FieldResult]:
    return results


def engine(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return evaljson.evaluate(gold, extracted, schema)


def edited(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return evaljson.evaluate(gold, extracted, schema, post_process=unchanged)


def saved(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return load_run(save_run(engine(gold, extracted, schema)), gold, extracted, schema)


def part(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return engine(gold, extracted, schema).only([3, 0, 2])


def part_of_saved(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return saved(gold, extracted, schema).only([1, 4])


MAKERS: list[Make] = [engine, edited, saved, part, part_of_saved]


def random_runs(make: Make, seed: int, count: int = 40) -> Iterator[RunResult]:
    """Score 8 random records under each of `count` random schemas, fewer under the lean profile."""
    evaljson.register(CUSTOM, graded, overwrite=True)
    for i, schema in enumerate(islice(schemas(seed), share(count))):
        pairs = list(islice(records(Random(f"runs/{seed}/{i}"), schema), 8))
        yield make([gold for gold, _ in pairs], [extracted for _, extracted in pairs], schema)


def results_of(run: RunResult) -> list[tuple[list[FieldResult], list[str]]]:
    """The results of each record, with their schema paths."""
    return [(run.table.field_results(at), run.table.fields_of(at)) for at in range(len(run.records))]
