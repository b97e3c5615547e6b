"""The least that a suggestion needs, and what is one short of it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from evaljson import annotate_xeval, evaluate, infer_schema
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.suggest import Suggestions, suggest
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.element_keys import SeldomSame, natural_keys, seldom_same_keys
from evaljson.suggest.measure import Bench
from evaljson.suggest.measure_many import effects_of
from evaljson.suggest.sentences import risk_level
from tests.suggest.made import Values, kinds, of_kind, suggested, with_right


@pytest.mark.parametrize(
    ("what", "values", "is_rounding"),
    [
        ("off by one in the second digit behind the point", [(12.34, 12.35), (7.77, 7.76), (9.51, 9.52)], True),
        ("off by two in that digit", [(12.34, 12.36), (7.77, 7.75), (9.51, 9.53)], False),
        ("off by one in the first digit", [(12.3, 12.4), (7.7, 7.6), (9.5, 9.6)], False),
        ("one digit rounded to none", [(3.5, 4), (7.6, 8), (9.3, 9)], True),
        ("small numbers rounded to nothing", [(0.4, 0), (0.3, 0), (0.2, 0)], False),
        ("whole numbers with tens rounded", [(31, 30), (52, 50), (74, 70)], False),
        ("digits added", [(3.0, 3.4), (7.0, 7.3), (9.0, 9.2)], False),
        ("digits added to those of gold", [(3.1, 3.14), (7.2, 7.18), (9.4, 9.41)], True),
        ("digits added, and another number", [(3.1, 3.04), (7.2, 7.28), (9.4, 9.31)], False),
        ("twice as much, off by one in the last digit", [(0.01, 0.02), (0.01, 0.02), (0.02, 0.01)], False),
        ("twice as much, and a digit less", [(0.5, 1), (0.5, 1.0), (0.05, 0.1)], False),
        ("a half made one beside others without their digit", [(3.5, 4), (7.6, 8), (9.3, 9), (0.5, 1)], True),
        ("small numbers off by a twentieth", [(0.20, 0.21), (0.33, 0.34), (0.57, 0.58)], True),
        ("small numbers off by more", [(0.19, 0.20), (0.13, 0.14), (0.17, 0.18)], False),
        ("two of them alone", [(12.34, 12.35), (7.77, 7.76)], False),
    ],
)
def test_what_is_taken_for_rounding(what: str, values: Values, is_rounding: bool) -> None:
    suggestions = suggested([*values, (40.0, 80.0), (60.0, 20.0)], "number")
    assert ("tolerance" in kinds(suggestions)) is is_rounding, what


def test_three_results_in_two_records_make_a_synonym_and_two_results_none() -> None:
    right = ["red", "green", "blue"]
    assert kinds(suggested(with_right([("red", "crimson")] * 3, right))) == {"synonyms"}
    assert not suggested(with_right([("red", "crimson")] * 2, right))


def test_a_field_of_ids_needs_five_results() -> None:
    ids = [(f"{n:032x}", f"{n + 7:032x}") for n in range(10**30, 10**30 + 5)]
    assert kinds(suggested(ids)) == {"skip"}
    assert not suggested(ids[:4])


def test_free_text_needs_three_results_that_nothing_else_explains() -> None:
    texts = [f"The {n} party shall deliver all of the goods within thirty days of the order." for n in range(12)]
    others = [f"Goods are to be delivered by {n} a month after they were ordered, whoever did it." for n in range(12)]
    wrong = list(zip(texts, others, strict=True))
    assert kinds(suggested(with_right(wrong[:3], texts[3:]))) == {"semantic"}
    assert not suggested(with_right(wrong[:2], texts[2:]))


@pytest.mark.parametrize(("objects", "expected"), [(3, {"map"}), (2, set())])
def test_three_objects_show_that_keys_are_data(objects: int, expected: set[str]) -> None:
    fields = {f"k{n}": {"type": "number"} for n in range(9)}
    schema = {"type": "object", "properties": {"prices": {"type": "object", "properties": fields}}}
    gold = [{"prices": {f"k{n}": 1.0, f"k{n + 1}": 2.0}} for n in range(objects)]
    assert kinds(suggest(gold, {"a": [{"prices": {"k1": 9.0}}] * objects}, schema)) == expected


def _lists(gold: list[list[str | None]], extracted: list[list[str | None]]) -> Suggestions:
    sides = [[{"list": values} for values in side] for side in (gold, extracted)]
    return suggest(sides[0], {"a": sides[1]}, annotate_xeval(infer_schema(sides[0])))


@pytest.mark.parametrize(
    ("kind", "gold", "extracted"),
    [
        ("null_words", [None, None], ["n/a", "n/a"]),
        ("case", ["Ada", "Bob"], ["ADA", "BOB"]),
        ("abbreviations", ["Oak Road", "Elm Road", "Ash Road"], ["Oak Rd.", "Elm Rd.", "Ash Rd."]),
        ("added_words", ["14:05", "15:10", "16:20"], ["14:05 Uhr", "15:10 Uhr", "16:20 Uhr"]),
    ],
)
def test_a_few_values_of_one_record_show_nothing(
    kind: str, gold: list[str | None], extracted: list[str | None]
) -> None:
    """The same values in records of their own are a suggestion."""
    usual: list[list[str | None]] = [["Zoe 1"], ["Kim 2"], ["Lee 3"]] if kind == "added_words" else [["Zoe"], ["Kim"]]
    assert kind not in kinds(_lists([gold, *usual], [extracted, *usual]))
    apart = _lists([*([text] for text in gold), *usual], [*([text] for text in extracted), *usual])
    assert kind in kinds(apart)


@pytest.mark.parametrize(("elsewhere", "expected"), [(2, True), (3, False)])
def test_a_word_that_mostly_stands_elsewhere_in_the_record_is_no_synonym(elsewhere: int, expected: bool) -> None:
    """Of four records, those where gold has the extracted word in another element."""
    gold: list[list[str | None]] = [["red", "crimson" if n < elsewhere else f"blue {n}"] for n in range(4)]
    suggestions = _lists(gold, [["crimson", second] for _, second in gold])
    assert ("synonyms" in kinds(suggestions)) is expected


def test_a_comparator_that_explains_half_as_much_as_the_best_is_no_alternative() -> None:
    days = [("2024-03-04", "4 March 2024"), ("2024-05-06", "6 May 2024"), ("2024-07-08", "8 July 2024")]
    suggestions = suggested([*days, ("2024-09-10", "10 September 2024")])
    date = of_kind(suggestions, "date")
    assert suggestions.alternatives_to(date) == ()


def test_a_key_that_some_elements_lack_or_share_tells_none_apart() -> None:
    def keys(gold: list[Any]) -> list[str]:
        schema = annotate_xeval(infer_schema([{"list": [{"sku": "a", "n": 1.5}]}]))
        run = evaluate([{"list": gold}] * 3, [{"list": gold[::-1]}] * 3, schema)
        return [key.name for key in natural_keys(parse_eval_schema(schema).properties["list"], {"a": run})]

    assert keys([{"sku": "a"}, {"sku": "b"}]) == ["sku"]
    assert keys([{"sku": "a"}, {"sku": "a"}]) == []
    assert keys([{"sku": "a"}, {"n": 1.5}]) == []


@pytest.mark.parametrize(
    ("skus", "expected"),
    [
        (["Lot A", "Lot B", "c"], [SeldomSame("sku", 3, 9)]),
        (["a", "b", "Lot C"], []),
        (["Lot A", "Lot A", "c"], []),
        (["Lot A", None, "c"], []),
    ],
    ids=["few the same", "most the same: a natural key", "twice in what was extracted", "absent in what was extracted"],
)
def test_a_key_that_tells_elements_apart_on_each_side_is_known_with_how_many_values_are_the_same(
    skus: list[str | None], expected: list[SeldomSame]
) -> None:
    gold = [{"list": [{"sku": sku, "n": 1.5} for sku in "abc"]}] * 3
    schema = annotate_xeval(infer_schema(gold))
    run = evaluate(gold, [{"list": [{"sku": sku, "n": 1.5} for sku in skus]}] * 3, schema)
    assert seldom_same_keys(parse_eval_schema(schema).properties["list"], {"a": run}) == expected


@pytest.mark.parametrize(
    ("merged", "doubtful", "level"),
    [(0.05, 0.05, "low"), (0.06, 0.0, "medium"), (0.0, 0.06, "medium"), (0.06, 0.06, "high")],
)
def test_more_than_one_in_twenty_raises_the_risk(merged: float, doubtful: float, level: str) -> None:
    assert risk_level("low", merged, doubtful) == level


RECORDS: list[dict[str, Any]] = [
    {"a": "Ada", "b": None, "c": " x ", "o": {"x": "", "y": ""}},
    {"a": "Bob", "c": "y", "o": {"x": None, "y": None}},
    {"a": "Cy", "b": "z", "c": "w", "o": {"x": "", "y": "q"}},
    {"a": "Di", "o": {"x": "1", "y": "2"}},
    {"a": "Eve"},
]
EXTRACTED: list[dict[str, Any]] = [
    {"a": "ADA", "c": "x"},
    {"a": "bob", "b": "", "c": "y"},
    {"a": "Cy", "b": "n/a", "c": "W", "o": {}},
    {"a": "Di", "o": None},
    {"a": "Eve", "o": {"x": "", "y": ""}},
]
CASE, SPACES = Edit("a", ("lowercase",)), Edit("c", ("normalize_whitespace",))
# Without both x and y, nothing of o is left to be scored but o itself.
NO_X, NO_Y = Edit("o.x", skip=True), Edit("o.y", skip=True)
EDITS = [
    CASE,
    Edit("b", absent=(None,)),
    Edit("c", ("lowercase",)),
    SPACES,
    NO_X,
    NO_Y,
    Edit("b", ({"null_if": {"values": ["n/a"]}},)),
    Edit("a", compare="fuzzy"),
]


def _bench(tell: Any = None) -> Bench:
    schema = annotate_xeval(infer_schema(RECORDS))
    return Bench({"a": evaluate(RECORDS, EXTRACTED, schema)}, schema, parse_eval_schema(schema), tell)


def test_the_effects_of_many_edits_are_those_of_each_alone() -> None:
    heard: list[float] = []
    together = effects_of(EDITS, _bench(heard.append), 0.25, 0.75)
    assert together == [effects_of([edit], _bench(), 0.0, 1.0)[0] for edit in EDITS]
    assert all(later > earlier - 1e-9 for earlier, later in pairwise(heard))
    assert 0.25 <= heard[0] < heard[-1] <= 0.75 + 1e-9


@pytest.mark.parametrize(
    ("edits", "rounds"),
    [
        ([CASE, SPACES], [["a", "c"]]),
        ([CASE, Edit("a", compare="fuzzy")], [["a"], ["a"]]),
        ([NO_X, CASE, SPACES], [["o.x"], ["a", "c"]]),
        ([CASE, NO_X, NO_Y, SPACES], [["a", "c"], ["o.x"], ["o.y"]]),
    ],
)
def test_edits_of_different_fields_are_scored_in_one_round_unless_they_change_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, edits: list[Edit], rounds: list[list[str]]
) -> None:
    bench, scored = _bench(), []
    plain = Bench.previews_by_zone

    def noted(self: Bench, edits: Any, zones: Any, start: float, end: float) -> Any:
        scored.append(list(zones))
        return plain(self, edits, zones, start, end)

    monkeypatch.setattr(Bench, "previews_by_zone", noted)
    effects_of(edits, bench, 0.0, 1.0)
    assert scored == rounds
