"""What extractions that read nothing score: against the same extractions, built plainly and scored by evaluate."""

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import evaljson
from evaljson import Floors, InputError, evaluate, floors
from evaljson.floor.shuffle import others
from evaljson.floor.words import NOTHING, UNKNOWN, all_floors, floor_sentence
from tests.property.generate import records, schemas

CASES = json.loads((Path(__file__).parents[1] / "cases" / "floors.json").read_bytes())
FLAT = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"a": {"type": "string"}, "n": {"type": "integer", "x-eval-weight": 2}},
}
TEXT = {"type": "string"}
Record = dict[str, Any]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_constant_extraction_is_scored_like_any_other(case: dict[str, Any]) -> None:
    id_field = case["schema"].get("x-eval-id")
    extracted = [{**case["constant"], **({id_field: gold[id_field]} if id_field else {})} for gold in case["gold"]]
    run = evaluate(case["gold"], extracted, case["schema"])
    constant = floors(case["gold"], case["schema"]).constant
    assert constant.f1 == run.mean_f1
    assert constant.per_field == {path: field.f1 for path, field in run.per_field.items()}


@pytest.mark.parametrize("empty", [1, 3, 9])
def test_an_array_itself_has_no_floor_whatever_most_records_have(empty: int) -> None:
    texts = {"type": "array", "items": TEXT}
    schema = {
        "type": "object",
        "properties": {"tags": texts, "vendor": {"type": "object", "properties": {"name": TEXT}}},
    }
    gold: list[Record] = [
        {"tags": [] if at < empty else ["x"], "vendor": {} if at < empty else {"name": "Acme"}} for at in range(10)
    ]
    found = floors(gold, schema)
    for floor in found.all:
        assert set(floor.per_field) == {"tags[]", "vendor.name"}
    assert (found.at("tags"), found.at("vendor")) == (None, None)


def test_an_array_that_is_compared_as_one_value_has_a_floor() -> None:
    schema = {"type": "object", "properties": {"tags": {"type": "array"}}}
    assert floors([{"tags": []}, {"tags": []}, {"tags": ["x"]}], schema).at("tags") == ("constant", 2 / 3)


def flat_gold(seed: int, count: int) -> list[Record]:
    """Records with an id, and of two optional fields each with a chance."""
    random = Random(seed)
    return [
        {
            "id": str(number),
            **({"a": random.choice("xxyz")} if random.random() < 0.7 else {}),
            **({"n": random.randint(1, 3)} if random.random() < 0.8 else {}),
        }
        for number in range(count)
    ]


def plain_constant(gold: list[Record]) -> Record:
    """The most common value of each field, absent counted too; ties by the text of the value, absent last."""
    common = {}
    for key in ("a", "n"):
        counts = Counter(record.get(key) for record in gold)
        common[key] = min(counts, key=lambda value: (-counts[value], value is None, str(value)))
    return {key: value for key, value in common.items() if value is not None}


@pytest.mark.parametrize("seed", range(8))
def test_all_three_are_what_plainly_built_extractions_score(seed: int) -> None:
    gold = flat_gold(seed, 12)
    found = floors(gold, FLAT, seeds=(3, 4))
    empty = evaluate(gold, [{"id": one["id"]} for one in gold], FLAT)
    constant = evaluate(gold, [{"id": one["id"], **plain_constant(gold)} for one in gold], FLAT)
    shuffles = []
    for shuffle in (3, 4):
        given = others([range(len(gold))], shuffle)
        shuffles.append(evaluate(gold, [{**gold[given[at]], "id": one["id"]} for at, one in enumerate(gold)], FLAT))
    assert (found.empty.f1, found.constant.f1) == (empty.mean_f1, constant.mean_f1)
    assert found.shuffled.f1 == pytest.approx(sum(run.mean_f1 or 0 for run in shuffles) / 2)
    means = [[run.per_field[path].f1 for run in shuffles if path in run.per_field] for path in ("a", "n")]
    for path, (first, second) in zip(("a", "n"), means, strict=True):
        assert first is not None
        assert second is not None
        assert found.shuffled.per_field[path] == pytest.approx((first + second) / 2)


@pytest.mark.parametrize("seed", range(40, 46))
def test_whatever_the_schema_they_are_figures_that_no_order_of_the_records_changes(seed: int) -> None:
    for at, schema in enumerate(islice(schemas(seed), 10)):
        schema.pop("x-eval-id", None)
        gold = [pair[0] for pair in islice(records(Random(f"{seed}/{at}"), schema), 6)]
        found, turned = floors(gold, schema), floors(gold[::-1], schema)
        for floor, again in zip(found.all[:2], turned.all[:2], strict=True):
            assert again.f1 == pytest.approx(floor.f1), schema
            assert again.per_field == pytest.approx(floor.per_field), schema
        for floor in found.all:
            assert floor.f1 is None or 0 <= floor.f1 <= 1 + 1e-12
            assert all(f1 is None or 0 <= f1 <= 1 + 1e-12 for f1 in floor.per_field.values())


TEXTS = st.lists(st.sampled_from(["x", "y", "z"]), min_size=1, max_size=8)


@given(TEXTS)
def test_an_empty_extraction_scores_0_wherever_gold_has_a_value(texts: list[str]) -> None:
    found = floors([{"id": str(at), "a": text} for at, text in enumerate(texts)], FLAT).empty
    assert (found.f1, found.per_field) == (0.0, {"a": 0.0})


@given(TEXTS)
def test_on_a_field_that_every_record_has_the_constant_scores_the_share_of_its_value(texts: list[str]) -> None:
    found = floors([{"id": str(at), "a": text} for at, text in enumerate(texts)], FLAT).constant
    assert found.f1 == pytest.approx(Counter(texts).most_common(1)[0][1] / len(texts))


@given(st.lists(st.integers(0, 6), max_size=6), st.integers(0, 2**32))
def test_each_record_gets_that_of_another_one_of_its_group_and_each_is_given_once(sizes: list[int], seed: int) -> None:
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    groups = [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]
    found = others(groups, seed)
    together = {place for group in groups if len(group) > 1 for place in group}
    assert set(found) == set(found.values()) == together
    assert all(place != other for place, other in found.items())
    assert all(any(place in group and other in group for group in groups) for place, other in found.items())
    assert found == others(groups, seed)


def test_records_of_a_document_type_get_values_of_the_same_type() -> None:
    of_type = {"type": "object", "properties": {"a": {"type": "string"}}}
    of_other = {"type": "object", "properties": {"b": {"type": "string"}}}
    schema = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": {"A": of_type, "B": of_other}}
    gold = [{"kind": "A", "a": "x"}, {"kind": "A", "a": "x"}, {"kind": "B", "b": "y"}]
    found = floors(gold, schema)
    # The record alone in its type is in no shuffle.
    assert (found.shuffled.f1, found.shuffled.per_field) == (1.0, {"a": 1.0})
    assert found.constant.per_field == {"a": 1.0, "b": 1.0}


def test_records_left_out_are_in_no_floor() -> None:
    gold = [{"id": "1", "a": "x"}, {"id": "2", "a": "y"}, {"id": "3", "a": "y"}]
    found = floors(gold, FLAT, leave_out=["2", "3"])
    assert (found.records, found.constant.f1, found.shuffled.f1) == (1, 1.0, None)


def test_post_processors_run_as_they_do_for_a_variant() -> None:
    def all_right(results: list[evaljson.FieldResult]) -> None:
        for result in results:
            result.status, result.score = "match", 1.0

    assert floors([{"id": "1", "a": "x"}], FLAT, post_process=all_right).empty.f1 == 1.0


def test_nothing_is_asked_that_may_cost_something() -> None:
    asked = []

    def costly(items: list[evaljson.BatchItem]) -> list[evaljson.ComparatorResult]:
        asked.append(items)
        return [evaljson.ComparatorResult(0.5, "costly") for _ in items]

    costly.is_batch = True  # type: ignore[attr-defined]
    evaljson.register("costly", costly)
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "x-eval-compare": "costly"}, "b": {"type": "string"}},
    }
    gold = [{"a": "x", "b": "u"}, {"a": "y", "b": "u"}]
    found = floors(gold, schema)
    assert not asked
    assert floor_sentence(found) == UNKNOWN
    assert (found.highest, found.at("a"), found.at("b")) == (None, None, ("constant", 1.0))
    assert (found.constant.f1, found.constant.per_field) == (None, {"a": None, "b": 1.0})
    assert floors(gold, schema, ask=True).constant.per_field == {"a": 0.5, "b": 1.0}
    assert asked


def test_without_a_seed_nothing_is_shuffled() -> None:
    with pytest.raises(InputError, match="no seed"):
        floors([{"id": "1"}], FLAT, seeds=())


def test_gold_that_is_no_object_is_refused() -> None:
    with pytest.raises(InputError, match="a gold record is an object"):
        floors([1], FLAT)  # type: ignore[list-item]


@pytest.fixture(scope="module")
def said() -> Floors:
    return floors([{"id": str(at), "a": "x" if at else "y"} for at in range(4)], FLAT, seeds=(5,))


def test_in_words_the_highest_is_named_with_what_it_answers(said: Floors) -> None:
    assert floor_sentence(said) == "Floor: F1 75.0, reached by answering the most common value of each field."
    assert all_floors(said) == (
        "nothing at all: F1 0.0; the most common value of each field: F1 75.0; the values of another record: "
        f"F1 {100 * (said.shuffled.f1 or 0):.1f} (drawn with seed 5)"
    )
    assert said.at("a") == ("constant", 0.75)
    assert said.at("no such field") is None


def test_as_a_document_it_holds_everything(said: Floors) -> None:
    found = json.loads(json.dumps(said.to_dict(), allow_nan=False))
    assert (found["records"], found["seeds"], found["highest"]) == (4, [5], "constant")
    assert found["constant"] == {"kind": "constant", "f1": 0.75, "per_field": {"a": 0.75}}


def test_without_records_nothing_is_known() -> None:
    nothing = floors([], FLAT)
    assert [floor.f1 for floor in nothing.all] == [None, None, None]
    assert floor_sentence(nothing) == NOTHING
