"""What a change of the schema did to the figures."""

from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.history.rescored import Moved, largest_first, leaders_first, moved_fields, moved_variants
from evaljson.results.model import RunResult
from evaljson.wording.differences import in_points

NAMES = [f"f{i}" for i in range(7)]


def run(*skipped: str, **transforms: list[str]) -> RunResult:
    gold = [dict.fromkeys(NAMES, "v") for _ in range(4)]
    extracted: list[Any] = [
        {name: "V" if record < i % 4 else "v" for i, name in enumerate(NAMES)} for record in range(4)
    ]
    properties = {
        name: {
            "type": "string",
            **({"x-eval-transform": transforms[name]} if name in transforms else {}),
            **({"x-eval-skip": True} if name in skipped else {}),
        }
        for name in NAMES
    }
    return evaluate(gold, extracted, {"type": "object", "properties": properties})


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (0.5, 0.75, "50.0 → 75.0 (+25.0)"),
        (0.75, 0.5, "75.0 → 50.0 (−25.0)"),
        (0.5, 0.5, "50.0 → 50.0 (unchanged)"),
        (0.50001, 0.50002, "50.0 → 50.0 (up less than 0.01)"),
        (0.50002, 0.50001, "50.0 → 50.0 (down less than 0.01)"),
        (None, 0.5, "none → 50.0"),
        (0.5, None, "50.0 → none"),
    ],
)
def test_a_move_is_told_in_words(before: float | None, after: float | None, words: str) -> None:
    assert Moved("one", None, before, after).in_words() == words


def test_the_fields_that_moved_most_come_first_and_each_once() -> None:
    lower = {name: ["lowercase"] for name in ("f1", "f2", "f3")}
    before, after = {"one": run(), "two": run()}, {"one": run(**lower), "two": run(**lower)}
    assert [(move.field, move.variant, move.before, move.after) for move in moved_fields(before, after)] == [
        ("f3", "one", 0.25, 1.0),
        ("f2", "one", 0.5, 1.0),
        ("f1", "one", 0.75, 1.0),
    ]
    assert len(moved_fields(before, after, most=2)) == 2


def test_a_field_that_is_skipped_now_comes_last() -> None:
    moved = moved_fields({"one": run()}, {"one": run("f6", f3=["lowercase"])})
    assert [move.field for move in moved] == ["f3", "f6"]
    assert moved[1].after is None
    assert [move.of_field() for move in moved] == ["F1 25.0 → 100.0 (+75.0)", "no longer scored, F1 was 50.0"]


def test_a_field_that_is_scored_for_the_first_time_did_not_move() -> None:
    moved = moved_fields({"one": run("f6")}, {"one": run()})
    assert [move.of_field() for move in moved] == ["newly scored, F1 50.0"]


def test_a_variant_that_only_one_side_has_is_left_out() -> None:
    assert [move.variant for move in moved_variants({"one": run()}, {"one": run(), "two": run()})] == ["one"]


def test_what_moves_most_comes_first_and_the_unmoved_stay_in_their_order() -> None:
    moves = [Moved(name, None, 0.5, after) for name, after in (("a", 0.5), ("b", 0.5), ("c", 0.6), ("d", 0.2))]
    assert [one.variant for one in largest_first(moves)] == ["d", "c", "a", "b"]


def test_who_leads_now_and_then_comes_before_those_that_move_most() -> None:
    figures = {"e": (0.2, 0.9), "c": (0.626, 0.95), "b": (0.633, 0.953), "d": (0.826, 0.855)}
    moves = [Moved(name, None, *both) for name, both in figures.items()]
    assert [one.variant for one in leaders_first(moves)] == ["d", "b", "e", "c"]


def test_what_a_change_did_has_the_decimals_of_the_suggestion_that_it_was() -> None:
    before, after = 0.53244, 0.53764
    assert Moved("A", None, before, after).in_words() == "53.24 → 53.76 (+0.52)"
    assert in_points(before, after)[2] == "+0.52"
