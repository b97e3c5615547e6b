"""Gold that lists acceptable values is found from what runs complain of, and from nothing else."""

from typing import Any

import pytest

from evaljson import annotate_xeval, evaluate, infer_schema, parse_eval_schema
from evaljson.results.saved.run import load_run, save_run
from evaljson.suggest.edit import edited
from evaljson.suggest.kinds.acceptable_lists import AcceptableList, acceptable_lists

GOLD: list[Any] = [
    {"name": f"n{i}", "city": [f"City{i}", f"C. {i}"], "lines": [{"unit": ["kg", "kilo"]}]} for i in range(6)
]
RIGHT: list[Any] = [{"name": f"n{i}", "city": f"C. {i}", "lines": [{"unit": "kg"}]} for i in range(6)]
SCHEMA = annotate_xeval(infer_schema(GOLD))


def found_in(*variants: list[Any], schema: dict[str, Any] = SCHEMA, stored: bool = False) -> list[AcceptableList]:
    runs = {str(place): evaluate(GOLD, records, schema) for place, records in enumerate(variants)}
    if stored:
        runs = {name: load_run(save_run(run), GOLD, variants[int(name)], schema) for name, run in runs.items()}
    return acceptable_lists(runs, parse_eval_schema(schema))


@pytest.mark.parametrize("stored", [False, True])
def test_each_place_is_told_with_what_it_explains_and_its_edit_makes_that_right(stored: bool) -> None:
    half = [{**record, "city": "elsewhere"} if i < 1 else record for i, record in enumerate(RIGHT)]
    listed = found_in(RIGHT, half, stored=stored)
    assert [(place.path, place.explained, place.of) for place in listed] == [("city", 11, 12), ("lines[].unit", 12, 12)]
    assert (listed[0].gold, listed[0].extracted) == (["City0", "C. 0"], "C. 0")
    changed = SCHEMA
    for place in listed:
        changed = edited(changed, place.edit)
    assert evaluate(GOLD, RIGHT, changed).mean_f1 == 1.0
    assert found_in(RIGHT, schema=changed) == []


@pytest.mark.parametrize(
    "extracted", [GOLD, [{**record, "city": "elsewhere", "lines": []} for record in RIGHT], [{"name": "n"}] * 6]
)
def test_lists_against_lists_and_values_that_no_list_has_are_no_such_place(extracted: list[Any]) -> None:
    assert found_in(extracted) == []
