"""The sentence that says which variant is better."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.compare import compare_runs
from evaljson.compare.words.overall_sentence import cut, of_one, of_two, shown
from evaljson.evaluate import evaluate
from evaljson.results.model import RunResult
from tests.profiles import examples

NAMES = ("a", "b", "c")
GOLD: list[dict[str, Any]] = [{"id": f"r{i}", **dict.fromkeys(NAMES, "v")} for i in range(40)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {name: {"type": "string"} for name in NAMES}}


def scored(
    wrong: dict[str, int] | None = None, records: int = 40, leave_out: tuple[str, ...] = (), lacks: tuple[int, ...] = ()
) -> RunResult:
    """A run whose first records have these fields wrong: {field: number of records}; it lacks those at some places."""
    extracted: list[Any] = [dict(record) for record in GOLD[:records]]
    for name, count in (wrong or {}).items():
        for record in extracted[:count]:
            record[name] = "?"
    kept = [record for place, record in enumerate(extracted) if place not in lacks]
    return evaluate(GOLD[:records], kept, SCHEMA, leave_out=leave_out)


def told(a: RunResult, b: RunResult) -> str:
    return str(of_two(compare_runs(a, b, resamples=500)))


def test_a_better_variant_is_named_with_its_points_and_interval_and_what_got_worse() -> None:
    sentence = told(scored({"a": 38, "b": 2}), scored({"b": 20}))
    assert sentence.startswith("B is better than A: +16.66 F1 points (95% interval +")
    assert sentence.endswith(", 83.33 against 66.67, over 40 records; 1 field got worse: b; 1 got better.")


def test_a_worse_variant_is_called_worse() -> None:
    assert told(scored(), scored({"a": 20})).startswith("B is worse than A: −16.7 F1 points (95% interval −")


def test_what_got_better_is_named_where_nothing_got_worse() -> None:
    assert told(scored({"a": 20}), scored()).endswith("no field got detectably worse; 1 field got better: a.")


def test_keys_that_the_schema_lacks_are_in_the_sentence_and_in_the_short_one() -> None:
    more = evaluate(GOLD, [{**record, "why": "?", "how": "?"} for record in GOLD], SCHEMA)
    verdict = of_two(compare_runs(scored({"a": 20}), more, resamples=500))
    assert verdict.short is not None
    for text in (str(verdict), "".join(verdict.short)):
        assert "; 2 keys that the schema lacks count detectably against B" in text


def test_a_difference_that_may_be_chance_is_none_that_can_be_detected() -> None:
    verdict = of_two(compare_runs(scored(), scored({"a": 1}), resamples=500))
    assert "".join(verdict.head) == "No detectable difference between B and A"
    assert str(verdict).endswith(" over 40 records; no single field got detectably better or worse.")
    assert verdict.basis[0].startswith("A true difference of ")


def test_equal_variants_score_the_same() -> None:
    assert told(scored(), scored()) == "B scores the same as A: F1 100.0 over 40 records, each of them alike."


def test_variants_over_different_records_are_compared_over_those_that_both_scored() -> None:
    a = scored(dict.fromkeys(NAMES, 1))
    b = scored(dict.fromkeys(NAMES, 1), leave_out=("r0",))
    assert (a.mean_f1, b.mean_f1) == (0.975, 1.0), "taken alone, B would look better"
    verdict = of_two(compare_runs(a, b, resamples=500))
    assert str(verdict).startswith("B scores the same as A: F1 100.0 over the 39 records that both scored")
    assert any("The plain averages mislead" in line for line in verdict.basis)


@pytest.mark.parametrize(
    ("of_a", "of_b", "said"),
    [
        ((), (), ""),
        ((30, 31), (), " A lacks 2 of these records: their values count as missing."),
        ((30, 31), (32,), " A lacks 2 and B lacks 1 of these records: their values count as missing."),
        ((), (7,), " B lacks 1 of these records: its values count as missing."),
    ],
)
def test_records_that_a_side_lacks_and_that_count_as_missing_are_told_behind_the_verdict(
    of_a: tuple[int, ...], of_b: tuple[int, ...], said: str
) -> None:
    verdict = of_two(compare_runs(scored({"a": 38}, lacks=of_a), scored({"b": 20}, lacks=of_b), resamples=500))
    assert verdict.short is not None
    for text in (str(verdict), "".join(verdict.short)):  # the second one stands below a ranking
        assert text.endswith(f".{said}")
        assert text.count("lacks") == said.count("lacks")


def test_records_of_which_both_sides_lack_as_many_are_a_note() -> None:
    verdict = of_two(compare_runs(scored({"a": 38}, lacks=(30,)), scored({"b": 20}, lacks=(32,)), resamples=500))
    assert "lacks" not in str(verdict)
    assert "A lacks 1 and B lacks 1 of these records: their values count as missing." in verdict.basis


def test_records_that_one_of_several_runs_lacks_are_those_of_a_run() -> None:
    runs = [scored({"a": 38}), scored({"a": 37}, lacks=(39,))]
    told_of_runs = str(of_two(compare_runs(runs, scored(), resamples=500)))
    assert told_of_runs.endswith(" A run of A lacks 1 of these records: its values count as missing.")


def test_a_long_list_of_fields_says_how_many_more_there_are() -> None:
    names = [f"f{i}" for i in range(6)]
    gold = [dict.fromkeys(names, "v") for _ in range(30)]
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    worse = evaluate(gold, [dict.fromkeys(names, "?")] * 30, schema)
    assert told(evaluate(gold, gold, schema), worse).endswith("6 fields got worse: f0, f1, f2, f3 and 2 more.")


def test_one_variant_is_told_alone() -> None:
    verdict = of_one("A", scored({"a": 1}, records=4))
    assert "".join(verdict.head) == "A scores F1 91.7"
    assert str(verdict) == "A scores F1 91.7 over 4 records (precision 91.7, recall 91.7); 3 of them fully right."
    assert verdict.basis == (
        "The mean over the records scored.",
        "A second variant over the same gold can be compared.",
    )
    assert of_one("A", scored({"a": 1}, records=4), is_only=False).basis == ("The mean over the records scored.",)


def test_a_run_without_records_has_a_sentence_too() -> None:
    assert of_one("A", evaluate([], [], SCHEMA)).head == ("A", " scores F1 –")


@pytest.mark.parametrize(
    ("name", "short"), [("a\nb", "a b"), ("x" * 60, "x" * 60), ("x" * 61, "x" * 59 + "…"), ("", "")]
)
def test_names_are_told_on_one_line(name: str, short: str) -> None:
    assert cut(name) == short


wrong = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 40), max_size=3)


@examples(40)
@given(wrong, wrong, st.integers(1, 40))
def test_the_sentence_says_what_the_comparison_found(
    first: dict[str, int], second: dict[str, int], records: int
) -> None:
    comparison = compare_runs(scored(first, records), scored(second, records), resamples=200)
    verdict = of_two(comparison)
    head = "".join(verdict.head)
    assert ("is better than" in head) == (comparison.verdict == "better") == (shown(comparison).sign > 0)
    assert ("is worse than" in head) == (comparison.verdict == "worse") == (shown(comparison).sign < 0)
    if comparison.estimate.differing:
        assert (" got worse: " in str(verdict)) == bool(comparison.worse)
    assert comparison.sentence.startswith(str(verdict)), "what is pasted is what the pages say"


@pytest.mark.parametrize("swapped", [False, True])
def test_a_field_that_loses_less_by_missing_alone_says_so(*, swapped: bool) -> None:
    wrong, nothing = scored({"a": 40}), scored(lacks=tuple(range(40)))
    beside = compare_runs(*((nothing, wrong) if swapped else (wrong, nothing)), resamples=500)
    spared = {field.path: field.is_spared for field in beside.fields}
    assert spared == {"a": True, "b": False, "c": False}
    only = "only since a missing value costs less than a wrong one"
    said = f"1 field got worse {only}: a; 2 got better." if swapped else f"got worse: b, c; 1 got better {only}."
    verdict = of_two(beside)
    assert said in str(verdict)
    assert verdict.short is not None
    assert only in "".join(verdict.short)
    favoured = "A" if swapped else "B"
    assert f"{favoured} loses less here only in records that it lacks" in str({field.note for field in beside.fields})


def test_a_field_that_is_right_in_other_records_is_not_spared_by_those_that_are_missing() -> None:
    beside = compare_runs(scored({"a": 40}), scored(lacks=tuple(range(20))), resamples=500)
    assert [field.verdict for field in beside.fields if field.path == "a"] == ["better"]
    assert not any(field.is_spared for field in beside.fields)
    assert "only since" not in str(of_two(beside))


@given(st.lists(st.tuples(*[st.sampled_from(["right", "wrong", "lacks"])] * 2), min_size=1, max_size=12))
@examples(60)
def test_spared_is_who_loses_less_in_no_record_that_it_has(records: list[tuple[str, str]]) -> None:
    """Of a field that gold always has: a wrong value loses 1, a missing one 1/2."""
    gold = [{"id": f"r{n}", "a": "v"} for n in range(len(records))]
    costs = {"right": 0.0, "wrong": 1.0, "lacks": 0.5}
    sides = [
        [{**one, "a": "v" if kinds[side] == "right" else "?"} for one, kinds in zip(gold, records, strict=True)
         if kinds[side] != "lacks"]
        for side in (0, 1)
    ]  # fmt: skip
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
    [field] = compare_runs(*(evaluate(gold, side, schema) for side in sides), resamples=100).fields
    favoured = 1 if field.direction > 0 else 0
    gains = [kinds[favoured] for kinds in records if costs[kinds[favoured]] < costs[kinds[1 - favoured]]]
    assert field.is_spared is (field.direction != 0 and set(gains) == {"lacks"})
