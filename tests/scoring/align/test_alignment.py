"""Which elements pair up: several keys, transformed keys, chosen fields, and chains of strategies."""

import math
from typing import Any

import pytest

import evaljson
from evaljson.comparators import registry as comparators
from evaljson.scoring.align import hungarian
from evaljson.transforms import registry as transforms

ROW: dict[str, Any] = {key: {"type": "string"} for key in ("a", "b", "c")}
BY_A = {"match_by": "key_field", "key": "a"}
BY_AB = {"match_by": "key_field", "key": ["a", "b"]}
Pairs = list[tuple[int | None, int | None]]


def run_of(align: Any, gold: list[Any], extracted: list[Any], **fields: Any) -> evaljson.RunResult:
    items = {"type": "object", "properties": {**ROW, **fields}}
    schema = {"type": "object", "properties": {"t": {"type": "array", "items": items, "x-eval-align": align}}}
    return evaljson.evaluate([{"t": gold}], [{"t": extracted}], schema)


def pairs(align: Any, gold: list[Any], extracted: list[Any], **fields: Any) -> Pairs:
    """(gold index, extracted index) of all elements, the lone extracted ones in the order of their numbers."""
    frame = run_of(align, gold, extracted, **fields).alignments()
    return list(zip(frame["gold_index"], frame["extracted_index"], strict=True))


def rows(*keys: str) -> list[dict[str, str]]:
    """Rows of one character for each key: "xy" is {"a": "x", "b": "y"}; "." leaves a key out."""
    return [{name: sign for name, sign in zip("abc", key, strict=False) if sign != "."} for key in keys]


@pytest.mark.parametrize(
    ("gold", "extracted", "expected"),
    [
        pytest.param(rows("xy", "xz"), rows("xz", "xy"), [(0, 1), (1, 0)], id="all keys must agree"),
        pytest.param(rows("xy"), rows("xz"), [(0, None), (None, 0)], id="one key is not enough"),
        pytest.param(rows("x."), rows("x."), [(0, None), (None, 0)], id="without one of its keys it has none"),
        pytest.param(rows("xy", "xy"), rows("xy"), [(0, 0), (1, None)], id="of equal keys the first counts"),
        pytest.param([{"a": 1, "b": "1"}], [{"a": 1.0, "b": "1"}], [(0, 0)], id="1 and 1.0 are one key"),
        pytest.param([{"a": 1, "b": "1"}], [{"a": "1", "b": 1}], [(0, None), (None, 0)], id="a text is not a number"),
        pytest.param([{"a": "x", "b": True}], [{"a": "x", "b": True}], [(0, None), (None, 0)], id="no boolean"),
        pytest.param(rows("xy"), rows("yx"), [(0, None), (None, 0)], id="keys keep their places"),
    ],
)
def test_elements_with_several_keys(gold: list[Any], extracted: list[Any], expected: Pairs) -> None:
    assert pairs(BY_AB, gold, extracted) == expected


@pytest.mark.parametrize(
    ("steps", "gold", "extracted", "match"),
    [
        (["strip", "lowercase"], " X", "x", True),
        ([{"type_convert": {"to": "int"}}], "1", 1, True),
        ([{"type_convert": {"to": "int"}}], "one", "one", True),
        (["strip", {"type_convert": {"to": "int"}}], " one", "one", False),
        ([{"type_convert": {"to": "str"}}], True, "True", True),
        (["lowercase"], 1, 1.0, True),
        (["lowercase"], [], [], False),
        (["lowercase"], None, None, False),
    ],
    ids=[
        "are applied to both sides",
        "may change the type",
        "leave as it is what they refuse",
        "leave it as it is from the first of them on",
        "may make a key of what was none",
        "refuse numbers, which still match",
        "do not make a key of a container",
        "leave null missing",
    ],
)
def test_transforms_of_the_key(steps: list[Any], gold: Any, extracted: Any, match: bool) -> None:
    found = pairs({**BY_A, "transform": steps}, [{"a": gold}], [{"a": extracted}])
    assert found == ([(0, 0)] if match else [(0, None), (None, 0)])


def test_a_transform_of_the_key_is_not_called_for_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transforms, "_user", {})
    evaljson.register_transform("named", lambda value, params: f"name of {value}")
    assert pairs({**BY_A, "transform": ["named"]}, [{"a": None}, {}], [{}, {"a": None}]) == [
        (0, None), (1, None), (None, 0), (None, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("key", ["a", ["a", "b"]])
def test_transforms_of_the_key_change_no_value_that_is_compared(key: Any) -> None:
    align = {"match_by": "key_field", "key": key, "transform": ["lowercase"]}
    (record,) = run_of(align, rows("XY"), rows("xy")).records
    assert [(one.path, one.status) for one in record.field_results] == [
        ("t[0].a", "mismatch"), ("t[0].b", "mismatch"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("absent", "own", "value", "match"),
    [
        pytest.param([1], [], 1, False, id="the raw value is listed, not what becomes of it"),
        pytest.param(["1"], [], 1, True, id="what becomes of it is not looked up"),
        pytest.param([""], ["strip"], " ", False, id="the field's own transforms come first"),
        pytest.param([True], [], True, False, id="a boolean that would become a key"),
    ],
)
def test_a_null_policy_sees_the_key_before_its_transforms(
    absent: list[Any], own: list[Any], value: Any, match: bool
) -> None:
    a = {"type": "string", "x-eval-transform": own, "x-eval-nulls": {"absent": absent}}
    align = {**BY_A, "transform": [{"type_convert": {"to": "str"}}]}
    assert pairs(align, [{"a": value}], [{"a": value}], a=a) == ([(0, 0)] if match else [(0, None), (None, 0)])


def test_a_null_policy_holds_for_a_key_that_a_compound_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparators, "_user", {})
    evaljson.register("together", evaljson.CompoundComparator(["a", "b"], "a", "together"))
    a = {"type": "string", "x-eval-compare": "together", "x-eval-nulls": {"absent": ["n/a"]}}
    b = {"type": "string", "x-eval-compare": "together"}
    both = [{"a": "n/a", "b": "x"}]
    assert pairs(BY_A, both, both, a=a, b=b) == [(0, None), (None, 0)]


@pytest.mark.parametrize(
    ("align", "expected"),
    [
        pytest.param({}, [(0, 1), (1, 0)], id="all fields"),
        pytest.param({"on": ["a"]}, [(0, 0), (1, 1)], id="one of them"),
        pytest.param({"on": ["b", "c"]}, [(0, 1), (1, 0)], id="several of them"),
        pytest.param(
            {"on": ["a", "b"], "min_score": 0.6}, [(0, None), (1, None), (None, 0), (None, 1)], id="too little"
        ),
    ],
)
def test_hungarian_on_chosen_fields(align: dict[str, Any], expected: Pairs) -> None:
    gold, extracted = rows("123", "456"), rows("156", "423")
    assert pairs({"match_by": "hungarian", **align}, gold, extracted) == expected


def test_keys_that_the_schema_lacks_do_not_count_where_fields_are_chosen() -> None:
    extracted = [{"a": "x", **{f"odd{i}": i for i in range(9)}}]
    align = {"match_by": "hungarian", "min_score": 0.9}
    assert pairs(align, rows("x"), extracted) == [(0, None), (None, 0)]
    assert pairs({**align, "on": ["a"]}, rows("x"), extracted) == [(0, 0)]


def test_the_results_of_a_pair_are_of_all_its_fields_whatever_it_was_aligned_on() -> None:
    run = run_of({"match_by": "hungarian", "on": ["a"]}, rows("123"), rows("1.4"))
    assert [(one.path, one.status) for one in run.records[0].field_results] == [
        ("t[0].a", "match"), ("t[0].b", "omission"), ("t[0].c", "mismatch"),
    ]  # fmt: skip
    assert run.alignments()["score"].tolist() == [pytest.approx(2 * 1 / (3 + 2))]


HUNGARIAN = {"match_by": "hungarian"}
ORDERED = {"ordered": True}


@pytest.mark.parametrize(
    ("chain", "gold", "extracted", "expected"),
    [
        pytest.param(
            [BY_A, HUNGARIAN], rows("1p", "2q"), rows("9p", "2r"),
            [(0, 0, "hungarian"), (1, 1, "key_field")], id="the second takes what the first leaves",
        ),
        pytest.param(
            [HUNGARIAN, BY_A], rows("1p", "2q"), rows("1q", "2p"),
            [(0, 0, "hungarian"), (1, 1, "hungarian")], id="and no more than that",
        ),
        pytest.param(
            [BY_A, ORDERED], rows("1x", "2x", "3x"), rows("7x", "1x", "8x"),
            [(0, 1, "key_field"), (1, 0, "ordered"), (2, 2, "ordered")], id="in the order of the arrays",
        ),
        pytest.param(
            [BY_A, BY_AB, ORDERED], rows("1x", "1y"), rows("1x", "1y", "1z"),
            [(0, 0, "key_field"), (1, 1, "key_field"), (None, 2, None)], id="three, duplicates by another key",
        ),
        pytest.param(
            [ORDERED, HUNGARIAN], rows("1", "2"), rows("2"),
            [(0, 0, "ordered"), (1, None, None)], id="nothing is left on one side",
        ),
        pytest.param(
            [BY_A, {"match_by": "key_field", "key": "b"}], rows("1p"), rows(".q", "2r", ".s", "1p"),
            [(0, 3, "key_field"), (None, 0, None), (None, 1, None), (None, 2, None)],
            id="lone elements in the order that the last one gives: all have its key",
        ),
        pytest.param(
            [{"match_by": "key_field", "key": "b"}, BY_A], rows("1p"), rows(".q", "2r", ".s", "1p"),
            [(0, 3, "key_field"), (None, 1, None), (None, 0, None), (None, 2, None)],
            id="lone elements in the order that the last one gives: with a key first",
        ),
        pytest.param(
            [HUNGARIAN], rows("1"), rows("2", "1"),
            [(0, 1, "hungarian"), (None, 0, None)], id="a chain of one",
        ),
    ],
)  # fmt: skip
def test_chains(chain: list[Any], gold: list[Any], extracted: list[Any], expected: list[Any]) -> None:
    frame = run_of(chain, gold, extracted).alignments()
    assert list(zip(frame["gold_index"], frame["extracted_index"], frame["strategy"], strict=True)) == expected


def test_a_chain_aligns_the_arrays_of_many_records_each_for_itself() -> None:
    items = {"type": "object", "properties": ROW}
    chain = [{**BY_A, "transform": ["lowercase"]}, {**HUNGARIAN, "on": ["b"]}, ORDERED]
    schema = {"type": "object", "properties": {"t": {"type": "array", "items": items, "x-eval-align": chain}}}
    gold, extracted = rows("1x", "2y", "3z"), rows("7y", "8w", "1x")
    cases = [(gold, extracted), ([], extracted), (gold, []), (extracted, gold), (gold[1:], extracted[:1])]
    run = evaljson.evaluate([{"t": left} for left, _ in cases], [{"t": right} for _, right in cases], schema)
    frame = run.alignments()
    for i, (left, right) in enumerate(cases):
        one = frame[frame["record_id"] == i]
        alone = evaljson.evaluate([{"t": left}], [{"t": right}], schema).alignments()
        columns = ["array", "gold_index", "extracted_index", "strategy", "score"]
        assert one[columns].to_numpy().tolist() == alone[columns].to_numpy().tolist()


def test_free_keys_of_a_map_can_decide_too() -> None:
    items = {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "additionalProperties": {"type": "string"},
    }
    array = {"type": "array", "items": items, "x-eval-align": {"match_by": "hungarian", "on": ["k"]}}
    gold = {"t": [{"a": "1", "k": "x"}, {"a": "2", "k": "y"}]}
    extracted = {"t": [{"a": "1", "k": "y"}, {"a": "2", "k": "x"}]}
    run = evaljson.evaluate([gold], [extracted], {"type": "object", "properties": {"t": array}})
    pairs = run.alignments()[["gold_index", "extracted_index"]].to_numpy().tolist()
    assert pairs == [[0, 1], [1, 0]]


@pytest.mark.parametrize("cells_at_once", [1, 7_000, 1 << 17])
def test_large_arrays_of_several_lengths_are_paired_each_with_its_own(
    monkeypatch: pytest.MonkeyPatch, cells_at_once: int
) -> None:
    """Equal lengths are scored as one grid, in slabs of so many cells at most, so lengths must not be mixed."""
    scored: list[int] = []

    class Measured(hungarian.Totals):
        def __init__(self, shape: tuple[int, ...]) -> None:
            scored.append(math.prod(shape))
            super().__init__(shape)

    monkeypatch.setattr(hungarian, "CELLS_AT_ONCE", cells_at_once)
    monkeypatch.setattr(hungarian, "Totals", Measured)
    lengths = [60, 50, 60, 50, 55, 50]
    gold = [{"t": [{"a": f"{record}.{i}"} for i in range(length)]} for record, length in enumerate(lengths)]
    extracted = [{"t": record["t"][::-1]} for record in gold]
    items = {"type": "object", "properties": {"a": {"type": "string"}}}
    array = {"type": "array", "items": items, "x-eval-align": {"match_by": "hungarian"}}
    run = evaljson.evaluate(gold, extracted, {"type": "object", "properties": {"t": array}})
    assert (run.mean_f1, run.total_matches) == (1.0, sum(lengths))
    # By length: 50 x 50 three times, 55 x 55 once, 60 x 60 twice; one pair of arrays is never split.
    slabs = {
        1: [2500, 2500, 2500, 3025, 3600, 3600],
        7_000: [5000, 2500, 3025, 3600, 3600],
        1 << 17: [7500, 3025, 7200],
    }
    assert scored == slabs[cells_at_once]
