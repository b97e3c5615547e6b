"""Right values in another element of their array, against a literal reading of the definition."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.evaluate import evaluate
from evaljson.report.fields import misplaced
from evaljson.report.fields.misplaced import elements_above, misplaced_rows
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from tests.profiles import examples

Rows = list[dict[str, Any]]


def array_schema(align: dict[str, Any] | None = None, items: dict[str, Any] | None = None) -> dict[str, Any]:
    leaf = {"type": "string"}
    element = items or {"type": "object", "properties": {"a": leaf, "b": leaf, "c": leaf}}
    return {
        "type": "object",
        "properties": {"n": {"type": "array", "items": element, **({"x-eval-align": align} if align else {})}},
    }


def places(run: RunResult) -> set[str]:
    """Instance paths of what is misplaced."""
    rows, _ = misplaced_rows(run)
    every = run.table.in_order()
    by_row = dict(zip(every.rows, every.results, strict=True))
    return {by_row[row].path for row in rows}


def found(gold: list[Any], extracted: list[Any], schema: dict[str, Any]) -> set[str]:
    return places(evaluate([{"n": gold}], [{"n": extracted}], schema))


SCALARS = array_schema(items={"type": "string"})
A, B, C = ({"a": letter, "b": letter * 2, "c": letter * 3} for letter in "xyz")


@pytest.mark.parametrize(
    ("gold", "extracted", "expected"),
    [
        (["x", "y", "z"], ["x", "y", "z"], set()),
        (["x", "y"], ["y", "x"], {"n[0]", "n[1]"}),
        (["x", "y", "z"], ["y", "z"], {"n[1]", "n[2]"}),
        (["y", "z"], ["x", "y", "z"], {"n[0]", "n[1]", "n[-1]"}),
        (["x", "x", "y"], ["x", "y", "y"], set()),
        (["x", "y"], ["v", "w"], set()),
    ],
)  # fmt: skip
def test_values_of_an_array_that_shifted_are_misplaced(gold: Any, extracted: Any, expected: set[str]) -> None:
    assert found(gold, extracted, SCALARS) == expected


def test_what_is_wrong_beside_misplaced_values_stays_wrong() -> None:
    other = {**A, "b": "?"}
    assert found([A, B], [B, other], array_schema()) == {"n[0].a", "n[0].c", "n[1].a", "n[1].b", "n[1].c"}


def test_elements_that_share_half_or_less_are_not_taken_for_each_other() -> None:
    half = [{"a": "1", "b": "2"}], [{"a": "x", "b": "y"}, {"a": "1", "b": "z"}]
    assert found(*half, array_schema()) == set()


def test_an_element_whose_key_was_misread_is_found_again() -> None:
    by_key = array_schema({"match_by": "key_field", "key": "a"})
    assert found([A], [{**A, "a": "?"}], by_key) == {"n[0].b", "n[0].c", "n[-1].b", "n[-1].c"}


def test_hungarian_leaves_nothing_misplaced() -> None:
    assert found([A, B, C], [C, A, B], array_schema({"match_by": "hungarian"})) == set()


def test_numbers_are_equal_by_value_and_no_boolean_is_a_number() -> None:
    numbers = array_schema(items={"type": "number"})
    assert found([1, 2], [2.0, 1.0], numbers) == {"n[0]", "n[1]"}
    assert found([1, 0], [False, True], numbers) == set()


def test_arrays_inside_of_elements_are_looked_at_themselves() -> None:
    inner = {
        "type": "object",
        "properties": {"k": {"type": "string"}, "m": {"type": "array", "items": {"type": "string"}}},
    }
    gold = [{"k": "1", "m": ["x", "y", "u"]}]
    extracted = [{"k": "1", "m": ["y", "x", "v"]}]
    assert found(gold, extracted, array_schema(items=inner)) == {"n[0].m[0]", "n[0].m[1]"}


def test_an_array_that_is_too_long_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(misplaced, "MOST_ELEMENTS", 2)
    run = evaluate([{"n": ["x", "y", "z"]}], [{"n": ["y", "z", "x"]}], SCALARS)
    assert misplaced_rows(run) == ([], 1)


def test_a_path_is_taken_apart_at_its_elements() -> None:
    assert elements_above("a[3]['b[0]'][-1].c") == (("a", 3, "['b[0]'][-1].c"), ("a[3]['b[0]']", -1, ".c"))
    assert elements_above("a.b") == ()


# The oracle: every pairing of the elements with a fault, straight from the results and the alignments of a run.

ALIGNMENTS = (
    None,
    {"match_by": "hungarian"},
    {"match_by": "key_field", "key": "a"},
    {"match_by": "hungarian", "min_score": 0.9},
)
elements = st.lists(
    st.fixed_dictionaries({}, optional={name: st.sampled_from(["x", "y", "z"]) for name in "abc"}), max_size=4
)


@examples(300)
@given(elements, elements, st.sampled_from(ALIGNMENTS))
def test_what_is_misplaced_is_what_some_best_pairing_puts_right(
    gold: Rows, extracted: Rows, align: dict[str, Any] | None
) -> None:
    run = evaluate([{"n": gold}], [{"n": extracted}], array_schema(align))
    assert places(run) in best_pairings(run)


def best_pairings(run: RunResult) -> list[set[str]]:
    """What each best pairing puts right."""
    by_element: dict[str, list[FieldResult]] = {}
    for result in run.records[0].field_results:
        if result.path.startswith("n["):
            by_element.setdefault(result.path.split(".")[0], []).append(result)
    faulty = {
        name: results for name, results in by_element.items() if any(result.status != "match" for result in results)
    }
    ranked: list[tuple[float, int, set[str]]] = []
    names = list(faulty)
    for order in permutations(names):
        pairs = [(g, x) for g, x in zip(names, order, strict=True) if agreement(faulty, run, g, x) > 0]
        total = round(sum(agreement(faulty, run, g, x) for g, x in pairs), 6)
        right = {path for g, x in pairs if g != x for path in put_right(faulty[g], faulty[x])}
        ranked.append((total, sum(g == x for g, x in pairs), right))
    kept = round(sum(agreement(faulty, run, name, name) for name in names), 6)
    best = max((total, n_kept) for total, n_kept, _ in ranked)
    if best[0] <= kept:
        return [set()]
    return [right for total, n_kept, right in ranked if (total, n_kept) == best]


def agreement(faulty: dict[str, list[FieldResult]], run: RunResult, gold: str, extracted: str) -> float:
    if gold == extracted:
        sides = sum({"mismatch": 2, "match": 2}.get(result.status, 1) for result in faulty[gold])
        return sum(2 * result.score for result in faulty[gold]) / sides
    left, right = held(faulty[gold], "gold"), held(faulty[extracted], "extracted")
    equal = sum(left[key] == right.get(key) for key in left)
    f1 = 2 * equal / (len(left) + len(right)) if left and right else 0
    return f1 if f1 > 0.5 else 0


def held(results: list[FieldResult], side: str) -> dict[str, Any]:
    """The values that one side has in an element."""
    lacking = "hallucination" if side == "gold" else "omission"
    return {
        result.path.partition(".")[2]: getattr(result, f"{side}_compared")
        for result in results
        if result.status != lacking
    }


def put_right(gold: list[FieldResult], extracted: list[FieldResult]) -> set[str]:
    left, right = held(gold, "gold"), held(extracted, "extracted")
    equal = {key for key in left if key in right and left[key] == right[key]}
    missed = {
        result.path
        for result in gold
        if result.status in ("mismatch", "omission") and result.path.partition(".")[2] in equal
    }
    return missed | {
        result.path
        for result in extracted
        if result.status == "hallucination" and result.path.partition(".")[2] in equal
    }
