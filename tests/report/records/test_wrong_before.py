"""A regression is what the plain ways find, whatever either variant has: text, null, an empty list, or no key."""

from itertools import islice, product
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evaljson.evaluate import evaluate
from evaljson.report.records.regressions import Regressions, errors, regressions
from evaljson.results.model import RunResult
from evaljson.results.saved.run import load_run, save_run
from tests.oracle.regressions import Cell, is_right, regressions_by_results
from tests.profiles import examples, share
from tests.property.damage import damaged
from tests.property.generate import records, schemas
from tests.property.product import product_run

ONE = {"type": "object", "properties": {"low": {"type": "integer"}, "high": {"type": "integer"}}}
MANY = {"type": "array", "items": ONE}
NOTES = {"type": "object", "properties": {"name": {"type": "string"}, "tags": {"type": "array", "items": ONE}}}
SCHEMA: dict[str, Any] = {
    "type": "object", "properties": {"one": ONE, "many": MANY, "deep": {"type": "array", "items": NOTES}},
}  # fmt: skip
LEFT_OUT = object()
NOTHING = [LEFT_OUT, None, "", [], {}]
OBJECTS = [*NOTHING, "as said", {"low": 1}, {"low": 2}, {"low": None}, {"low": 1, "high": 1}]
LISTS = [*NOTHING, "as said", [{}], [None], [{"low": 1}], [{"low": 2}], [{"low": 1}, {"low": 2}], [{"high": 1}]]


def record(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not LEFT_OUT}


def cells(found: Regressions, run: RunResult) -> set[Cell]:
    return {(run.records[one.place].record_id, one.field) for one in found}


def found_and_right(gold: Any, of_a: Any, of_b: Any) -> tuple[set[Cell], set[Cell], set[Cell]]:
    """The regressions that are found, those that values tell, and those that results tell."""
    a, b = (evaluate(gold, extracted, SCHEMA) for extracted in (of_a, of_b))
    by_values = {
        (place, path) for place, path in cells(errors(b), b) if is_right(SCHEMA, path or "", gold[place], of_a[place])
    }
    return cells(regressions(a, b), b), by_values, regressions_by_results(a, b)


@pytest.mark.parametrize(("name", "pool"), [("one", OBJECTS), ("many", LISTS)])
def test_whatever_stands_in_place_of_a_container_its_regressions_are_what_is_right_in_a_and_wrong_in_b(
    name: str, pool: list[Any]
) -> None:
    cases = list(product(pool, repeat=3))
    gold, of_a, of_b = ([record(**{name: case[side]}) for case in cases] for side in range(3))
    found, by_values, by_results = found_and_right(gold, of_a, of_b)
    assert found == by_values == by_results


deep = st.lists(st.builds(record, name=st.sampled_from([LEFT_OUT, "x"]), tags=st.sampled_from(LISTS)), max_size=2)
some_records = st.lists(
    st.builds(
        record,
        one=st.sampled_from(OBJECTS),
        many=st.sampled_from(LISTS),
        deep=st.sampled_from([*NOTHING, "as said"]) | deep,
    ),
    min_size=3,
    max_size=3,
)  # fmt: skip


@examples(400)
@given(some_records, some_records, some_records)
@example([{}, {}, {"deep": [{"tags": "as said"}]}], [{}, {}, {}], [{}, {}, {"deep": [{}, {"tags": [{}]}]}])
def test_lists_in_lists_too(gold: Any, of_a: Any, of_b: Any) -> None:
    found, by_values, by_results = found_and_right(gold, of_a, of_b)
    assert found == by_values == by_results


@pytest.mark.usefixtures("registries_put_back")
@pytest.mark.parametrize("seed", range(share(40)))
def test_results_tell_the_same_under_any_schema_and_from_a_stored_run(seed: int) -> None:
    for number, schema in enumerate(islice(schemas(seed), 5)):
        random = Random(f"{seed}/{number}")
        pairs = list(islice(records(random, schema), 10))
        gold, of_a = ([pair[side] for pair in pairs] for side in (0, 1))
        a = product_run(schema, pairs)
        b = product_run(schema, [(one, again(random, schema, one)) for one in gold])
        expected = regressions_by_results(a, b)
        assert cells(regressions(a, b), b) == expected
        assert cells(regressions(load_run(save_run(a), gold, of_a), b), b) == expected


def again(random: Random, schema: dict[str, Any], gold: dict[str, Any]) -> dict[str, Any] | None:
    rate = random.choice([0, 0.02, 0.1, 0.3])
    return damaged(random, schema, gold, rate, at_root=True) if rate else None


@pytest.mark.parametrize("nothing", [None, LEFT_OUT])
def test_elements_that_are_invented_where_gold_has_an_empty_list_are_regressions_also_of_who_has_null(
    nothing: Any,
) -> None:
    gold, of_a, of_b = record(many=[]), record(many=nothing), record(many=[{"low": 1, "high": 2}])
    a, b = (evaluate([gold], [extracted], SCHEMA) for extracted in (of_a, of_b))
    assert {one.field for one in regressions(a, b)} == {"many[].low", "many[].high"}
    assert not regressions(b, a)
