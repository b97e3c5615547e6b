"""What another file of a variant did to its fields: as counting it by hand finds it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from evaljson import RunResult, evaluate
from evaljson.report.history.another_file import in_words, of_another_file

KEYS = ("a", "b", "c", "d")
SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"id": {"type": "string", "x-eval-skip": True}, **{key: {"type": "string"} for key in KEYS}},
}
GOLD = [{"id": str(at), **{key: f"{key}{at}" for key in KEYS}} for at in range(40)]


def run_of(records: list[Any]) -> RunResult:
    return evaluate(GOLD, records, SCHEMA)


def made(random: Random, chances: dict[str, float]) -> list[Any]:
    return [{**one, **{key: "?" for key, share in chances.items() if random.random() < share}} for one in GOLD]


@pytest.mark.parametrize("seed", range(4))
def test_fields_gain_and_are_newly_wrong_as_often_as_counting_finds(seed: int) -> None:
    random = Random(seed)
    before, after = made(random, {"a": 0.6, "b": 0.3, "c": 0.1}), made(random, {"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.2})
    found = of_another_file(run_of(before), run_of(after))
    assert found is not None
    wrong = [Counter(key for one in side for key in KEYS if one[key] == "?") for side in (before, after)]
    # Four fields of the same weight: a wrong one costs its record a quarter of F1, and mean F1 1 / 40 of that.
    gains = {key: (wrong[0][key] - wrong[1][key]) / 4 / len(GOLD) for key in KEYS if wrong[0][key] > wrong[1][key]}
    assert dict(found.gained) == pytest.approx(gains)
    assert list(found.gained) == sorted(found.gained, key=lambda one: -one[1])
    newly = Counter(
        key for was, now in zip(before, after, strict=True) for key in KEYS if was[key] != "?" and now[key] == "?"
    )
    assert dict(found.newly_wrong) == newly
    assert [count for _, count in found.newly_wrong] == sorted(newly.values(), reverse=True)


def test_records_that_came_and_went_are_counted_and_are_in_no_field_newly_wrong() -> None:
    found = of_another_file(run_of(GOLD[3:]), run_of(GOLD[:39]))
    assert found is not None
    assert (found.came, found.went, found.newly_wrong) == (3, 1, ())
    assert "3 records that were missing are there. 1 record is missing now." in in_words(found, str)


def test_the_words_name_two_fields_of_each_kind() -> None:
    before = [{**one, "a": "?", "b": "?" if at < 20 else one["b"], "c": "?" if at < 4 else one["c"]}
              for at, one in enumerate(GOLD)]  # fmt: skip
    after = [{**one, "d": "?"} if at < 17 else one for at, one in enumerate(GOLD)]
    found = of_another_file(run_of(before), run_of(after))
    assert in_words(found, str) == (
        "Gained most, in points of F1: a (+25.0), b (+12.5) and 1 more field. Newly wrong: d (17 records)."
    )
    same = run_of(GOLD)
    assert in_words(of_another_file(same, same), str) == ""
