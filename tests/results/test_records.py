"""Which gold record meets which extracted one, and what is said of the others."""

import datetime
import decimal
from typing import Any

import numpy as np
import pytest

import evaljson
from evaljson.results.scored_records import how_often

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}


def records(*ids: Any, value: str = "x") -> list[dict[str, Any]]:
    return [{"id": each, "a": value} for each in ids]


def statuses(run: evaljson.RunResult) -> list[list[tuple[str, str]]]:
    return [[(result.path, result.status) for result in record.field_results] for record in run.records]


def said(run: evaljson.RunResult) -> str:
    return "; ".join(f"{problem.message} ({problem.count})" for problem in run.problems)


BY_ID = pytest.mark.parametrize(
    ("schema", "id_field"),
    [(SCHEMA, "id"), ({**SCHEMA, "x-eval-id": "id"}, None), ({**SCHEMA, "x-eval-id": "id"}, "id")],
    ids=["id_field", "x-eval-id", "both the same"],
)


@BY_ID
def test_records_join_by_id_in_the_order_of_gold(schema: Any, id_field: str | None) -> None:
    gold, extracted = records("p", 2, "q"), [*records("q"), *records("p"), *records(2, value="wrong")]
    run = evaljson.evaluate(gold, extracted, schema, id_field)
    assert [(record.record_id, record.f1) for record in run.records] == [("p", 1.0), (2, 0.0), ("q", 1.0)]
    assert run.paired_by == "id"
    assert run.problems == ()


@BY_ID
def test_the_id_is_neither_scored_nor_a_hallucination(schema: Any, id_field: str | None) -> None:
    run = evaljson.evaluate(records("p"), records("p"), schema, id_field)
    assert statuses(run) == [[("a", "match")]]


def test_an_id_that_the_schema_declares_is_not_scored_either() -> None:
    schema = {"type": "object", "properties": {"id": {"type": "string"}, **SCHEMA["properties"]}, "x-eval-id": "id"}
    run = evaljson.evaluate(records("p", "q"), [None, *records("q")], schema)
    assert statuses(run) == [[("a", "omission")], [("a", "match")]]
    assert list(run.per_field) == ["a"]


def test_a_key_of_that_name_deeper_down_is_an_ordinary_one() -> None:
    schema = {"type": "object", "properties": {"o": {"type": "object", "properties": {"id": {"type": "string"}}}}}
    run = evaljson.evaluate([{"id": 1, "o": {"id": "x"}}], [{"id": 1, "o": {"id": "y"}}], schema, "id")
    assert statuses(run) == [[("o.id", "mismatch")]]


def test_two_different_id_fields_are_refused() -> None:
    with pytest.raises(ValueError, match="id_field is 'nr' but the schema's x-eval-id is 'id'"):
        evaljson.evaluate(records(1), records(1), {**SCHEMA, "x-eval-id": "id"}, "nr")


def test_1_and_text_1_do_not_join_but_the_run_says_how_many_would() -> None:
    run = evaljson.evaluate(records(1, "2", 3), records("1", 2, 3), SCHEMA, "id")
    assert [record.f1 for record in run.records] == [0.0, 0.0, 1.0]
    assert (run.missing, [stray.id for stray in run.strays]) == ((1, "2"), ["1", 2])
    assert 'ids differ only in type (such as 1 and "1") and do not join (2)' in said(run)


@pytest.mark.parametrize("odd", [True, None, 1.0, [], {}])
def test_a_gold_id_is_text_or_an_integer(odd: Any) -> None:
    with pytest.raises(evaljson.InputError, match="the id of a gold record is a string or an integer") as caught:
        evaljson.evaluate(records(1, odd), records(1, 2), SCHEMA, "id")
    assert caught.value.path == "[1].id"


def test_a_gold_record_without_id_is_refused() -> None:
    with pytest.raises(evaljson.InputError, match="this gold record has no id"):
        evaljson.evaluate([*records(1), {"a": "x"}], records(1, 2), SCHEMA, "id")


def test_a_duplicate_gold_id_is_refused_with_both_places() -> None:
    with pytest.raises(evaljson.InputError, match=r"record 1 and record 3 have the same id 'p'"):
        evaljson.evaluate(records("p", "q", "p"), records("p", "q"), SCHEMA, "id")


def test_of_duplicate_extracted_ids_the_first_counts_and_the_rest_are_reported() -> None:
    run = evaljson.evaluate(records("p"), [*records("p"), *records("p", value="other")], SCHEMA, "id")
    assert run.mean_f1 == 1.0
    assert [(each.position, each.id) for each in run.duplicates] == [(1, "p")]
    assert "extracted records with the id of an earlier one are not scored (1)" in said(run)


@pytest.mark.parametrize("odd", ["stray", None, True, 1.5, []])
def test_extracted_records_without_gold_are_reported_and_never_scored(odd: Any) -> None:
    run = evaljson.evaluate(records("p"), records("p", odd), SCHEMA, "id")
    assert (run.mean_f1, run.total_records, run.total_hallucinations) == (1.0, 1, 0)
    assert [(each.position, each.id) for each in run.strays] == [(1, odd)]
    assert "extracted records without gold are not scored (1)" in said(run)


@pytest.mark.parametrize(("strays", "said"), [(1, " (1 record)"), (3, " (3 records)")])
def test_of_records_it_is_said_how_many_they_are_also_of_one(strays: int, said: str) -> None:
    extra = records(*(f"stray {at}" for at in range(strays)))
    run = evaljson.evaluate(records("p"), records("p") + extra, SCHEMA, "id")
    assert [how_often(problem) for problem in run.problems] == [said]


@pytest.mark.parametrize("extracted", [records("p"), [*records("p"), None], [None, *records("p")]])
def test_a_record_that_was_not_produced_counts_as_omitted_leaf_by_leaf(extracted: list[Any]) -> None:
    run = evaljson.evaluate(records("p", "q"), extracted, SCHEMA, "id")
    assert statuses(run) == [[("a", "match")], [("a", "omission")]]
    assert (run.missing, run.missing_records, run.mean_f1, run.total_records) == (("q",), "omit", 0.5, 2)
    assert run.records[1].extracted is None
    assert "counted as missing, field by field (1)" in said(run)


@pytest.mark.parametrize(("extracted", "id_field"), [(records("p"), "id"), ([*records("p"), None], None)])
def test_missing_records_may_be_left_out_and_stay_named(extracted: list[Any], id_field: str | None) -> None:
    run = evaljson.evaluate(records("p", "q"), extracted, SCHEMA, id_field, missing_records="exclude")
    assert (run.total_records, run.total_omissions, len(run.records)) == (1, 0, 1)
    assert (run.missing, run.missing_records) == (("q" if id_field else 1,), "exclude")
    assert "are left out (1)" in said(run)


def test_all_records_may_be_missing() -> None:
    omitted, excluded = (
        evaljson.evaluate(records("p"), [None], SCHEMA, missing_records=how)  # type: ignore[arg-type]
        for how in ("omit", "exclude")
    )
    assert (omitted.mean_recall, omitted.mean_f1, omitted.empty_records) == (0.0, 0.0, 1)
    assert (excluded.mean_recall, excluded.mean_f1, excluded.total_records) == (None, None, 0)


def test_missing_records_takes_two_words() -> None:
    how: Any = "drop"
    with pytest.raises(evaljson.InputError, match='missing_records is "omit" or "exclude", not \'drop\''):
        evaljson.evaluate([], [], SCHEMA, missing_records=how)


def test_without_ids_records_pair_by_position_and_are_labelled_so() -> None:
    run = evaljson.evaluate([{"a": "x"}, {"a": "y"}], [{"a": "y"}, {"a": "y"}], SCHEMA)
    assert [(record.record_id, record.f1) for record in run.records] == [(0, 0.0), (1, 1.0)]
    assert run.paired_by == "position"


def test_where_an_extracted_record_lacks_its_id_all_pair_by_position_under_the_labels_of_gold() -> None:
    run = evaljson.evaluate(records("p", "q"), [*records("q"), {"a": "x"}], SCHEMA, "id")
    assert [(record.record_id, record.f1) for record in run.records] == [("p", 1.0), ("q", 1.0)]
    assert "paired by position, not by 'id'" in said(run)
    assert "1 other has another id than the gold record at their position" in said(run)


def test_ids_that_hardly_join_are_told_with_examples_of_both_sides() -> None:
    run = evaljson.evaluate(records("p1", "p2", "p3"), records("q1", "p3", "q2", "q3"), SCHEMA, "id")
    assert (
        "'id' joins only 1 of 3 records; without a partner are 'p1', 'p2' in gold and 'q1', 'q2', 'q3' among the "
        "extracted: correct these ids, or choose another id field"
    ) in said(run)
    assert "joins only" not in said(evaljson.evaluate(records("p", "q"), records("p", "x"), SCHEMA, "id"))


@pytest.mark.parametrize(
    ("gold", "extracted", "message"),
    [
        ("pqr", "qpr", "paired by position, but 2 pairs have two different 'id': set 'id' as the id field"),
        (
            "ppr",
            "rpp",
            "paired by position, but 2 pairs have two different 'id': give each gold record its own id, and",
        ),
        ("pqr", "pqr", None),
        ("pqr", "xyz", None),
        ("pqr", "pqx", None),
        ("pqr", "pqp", None),
        ("ppppqqqq", "qppqpqqq", None),
    ],
    ids=[
        "another order",
        "another order, and one twice",
        "the same order",
        "ids of another kind",
        "one wrong value",
        "one wrong value that another record has",
        "a field with few values",
    ],
)
def test_ids_that_pairing_by_position_does_not_use_are_told(gold: str, extracted: str, message: str | None) -> None:
    run = evaljson.evaluate(records(*gold), records(*extracted), SCHEMA)
    assert run.paired_by == "position"
    assert (message in said(run)) if message else ("paired by position" not in said(run))


@pytest.mark.parametrize(
    ("gold", "extracted", "id_field"),
    [([{}, {}], [{}], None), ([{}], [{}, {}], None), (records("p", "q"), [{"a": "x"}], "id"), ([{}], [], None)],
)
def test_unequal_lengths_do_not_pair_by_position(gold: list[Any], extracted: list[Any], id_field: str | None) -> None:
    with pytest.raises(ValueError, match="cannot be paired by position"):
        evaljson.evaluate(gold, extracted, SCHEMA, id_field)


@pytest.mark.parametrize("odd", [None, [], "x", 1, [{"a": "x"}]])
def test_a_gold_record_is_an_object(odd: Any) -> None:
    with pytest.raises(evaljson.InputError, match="a gold record is an object, not") as caught:
        evaljson.evaluate([{"a": "x"}, odd], [{}, {}], SCHEMA)
    assert caught.value.path == "gold[1]"
    with pytest.raises(evaljson.InputError, match="a gold record is an object, not"):
        evaljson.score_record(evaljson.parse_eval_schema(SCHEMA), odd, {})


@pytest.mark.parametrize("odd", [[], "x", 1, [{"a": "x"}], False])
def test_an_extracted_record_that_is_no_object_is_one_mismatch_at_the_root(odd: Any) -> None:
    run = evaljson.evaluate([{"a": "x"}], [odd], SCHEMA)
    assert statuses(run) == [[("", "mismatch")]]
    assert (run.mean_f1, list(run.per_field)) == (0.0, [""])


ODD: list[Any] = [
    datetime.date(2024, 1, 1), decimal.Decimal("1.5"), np.float64(1.5), np.int64(1), (1, 2), {1}, b"x", 1j,
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
@pytest.mark.parametrize("side", ["gold", "extracted"])
@pytest.mark.parametrize("compare", ["exact", "numeric", {"oneof": {"values": ["x"]}}])
def test_python_values_that_are_no_json_are_refused_with_their_path(odd: Any, side: str, compare: Any) -> None:
    node = {"type": "object", "properties": {"v": {"type": "string", "x-eval-compare": compare}}}
    schema = {"type": "object", "properties": {"t": {"type": "array", "items": node}}}
    pair = {"gold": {"t": [{"v": "x"}]}, "extracted": {"t": [{"v": "x"}]}}
    pair[side] = {"t": [{"v": odd}]}
    with pytest.raises(evaljson.InputError, match="is not a JSON value: convert it") as caught:
        evaljson.evaluate([pair["gold"]], [pair["extracted"]], schema)
    assert caught.value.path.endswith("].v")


def test_values_inside_a_unit_are_refused_with_their_path_too() -> None:
    schema = {"type": "object", "properties": {"o": {"type": "object"}}}
    with pytest.raises(evaljson.InputError, match="not a JSON value") as caught:
        evaljson.evaluate([{"o": {"p": [1, decimal.Decimal(1)]}}], [{"o": {}}], schema)
    assert caught.value.path == "gold[0].o.p[1]"


@pytest.mark.parametrize(
    ("gold", "extracted", "path"),
    [
        ({"a": "x"}, {"a": "x", "new": decimal.Decimal(1)}, "extracted[0].new"),
        ({"a": "x"}, {"a": "x", "new": {"deep": [(1,)]}}, "extracted[0].new.deep[0]"),
        ({"t": (1, 2)}, {}, "gold[0].t"),
        ({}, {"t": (1, 2)}, "extracted[0].t"),
        ({"t": (1, 2)}, {"t": (1, 2)}, "gold[0].t"),
    ],
)
def test_values_that_no_comparator_sees_are_refused_as_well(gold: Any, extracted: Any, path: str) -> None:
    schema = {
        "type": "object",
        "properties": {**SCHEMA["properties"], "t": {"type": "array", "items": {"type": "number"}}},
    }
    with pytest.raises(evaljson.InputError, match="not a JSON value") as caught:
        evaljson.evaluate([gold], [extracted], schema)
    assert caught.value.path == path


@pytest.mark.parametrize("side", ["gold", "extracted"])
def test_keys_that_are_no_strings_are_refused(side: str) -> None:
    pair: dict[str, Any] = {"gold": {"a": "x"}, "extracted": {"a": "x", "b": 1}}
    pair[side] = {**pair[side], 5: 1}
    with pytest.raises(evaljson.InputError, match="not a JSON value"):
        evaljson.evaluate([pair["gold"]], [pair["extracted"]], SCHEMA)


def test_values_nested_too_deep_to_compare_are_refused_with_their_path() -> None:
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    schema = {"type": "object", "properties": {"o": {"type": "array"}}}
    with pytest.raises(evaljson.InputError, match="nested too deeply") as caught:
        evaljson.evaluate([{"o": deep}], [{"o": [deep]}], schema)
    assert caught.value.path == "o"


def test_records_behave_like_a_list() -> None:
    run = evaljson.evaluate(records(1, 2, 3), records(1, 2, 3), SCHEMA, "id")
    assert len(run.records) == 3
    assert run.records[-1].record_id == 3
    assert [record.record_id for record in run.records[1:]] == [2, 3]
    assert [record.record_id for record in reversed(run.records)] == [3, 2, 1]
    assert run.records[0] is run.records[0]
    with pytest.raises(IndexError, match="out of range"):
        run.records[3]


def test_records_that_are_left_out_are_in_no_figure_and_named() -> None:
    gold, extracted = records("p", 2, "q"), records("p", 2, value="wrong")
    run = evaljson.evaluate(gold, extracted, SCHEMA, "id", leave_out=[2, 2])
    assert [record.record_id for record in run.records] == ["p", "q"]
    assert (run.left_out, run.missing) == ((2,), ("q",))
    assert "a gold record is left out on request (1)" in said(run)
    assert run.signature["options"]["leave_out"] == [2]
    assert run.signature["gold"] == evaljson.evaluate(gold, extracted, SCHEMA, "id").signature["gold"]


def test_without_an_id_field_records_are_left_out_by_position() -> None:
    run = evaljson.evaluate(records("p", "q"), [None, {"id": "q", "a": "x"}], SCHEMA, leave_out=[0])
    assert [(record.record_id, record.extracted is None) for record in run.records] == [(1, False)]


@pytest.mark.parametrize("odd", ["z", "2", 0, True])
def test_an_id_to_leave_out_that_gold_does_not_have_is_refused(odd: Any) -> None:
    with pytest.raises(
        evaljson.base.errors.InputError, match=f"leave_out names {odd!r}, but no gold record has this id"
    ):
        evaljson.evaluate(records("p", 2), records("p", 2), SCHEMA, "id", leave_out=[odd])
