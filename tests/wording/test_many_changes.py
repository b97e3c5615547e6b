"""Many changes of settings in few words."""

from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT
from evaljson.wording.many_changes import FEW, changes_in_words
from evaljson.wording.settings import SettingChange


def weights(*after: int) -> list[SettingChange]:
    return [SettingChange(f"f{place}", "x-eval-weight", 1, weight) for place, weight in enumerate(after)]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (weights(*[2] * FEW), [f"f{place}: weight 1 → 2" for place in range(FEW)]),
        (weights(3, *[2] * FEW), ["weight 1 → 2 (f1, f2, f3 and 2 more fields)", "f0: weight 1 → 3"]),
        (weights(3, 4, *[2] * 4), ["weight 1 → 2 (f2, f3, f4, f5)", "f0: weight 1 → 3", "f1: weight 1 → 4"]),
    ],
)
def test_what_was_done_to_many_fields_is_said_once(changes: list[SettingChange], words: list[str]) -> None:
    assert changes_in_words(changes) == words


@pytest.mark.parametrize(
    ("of", "words"),
    [
        (lambda what: {"regex_replace": {"pattern": what * 40}}, "transforms none → replaces 1 pattern"),
        (lambda what: {"map_values": {"values": {"x" * 60: what}}},
         f'transforms none → map_values (values: {{"{"x" * 57}…)'),
    ],
)  # fmt: skip
def test_changes_whose_words_leave_out_what_differs_are_not_called_the_same(of: Any, words: str) -> None:
    changes = [
        SettingChange(name, "x-eval-transform", ABSENT, [of(name[0])]) for name in ("ab", "ac", "bb", "bc", "c1")
    ]
    changes.append(SettingChange("c2", "x-eval-transform", ABSENT, [of("c")]))
    assert changes_in_words(changes) == [f"{words} ({fields})" for fields in ("ab, ac", "bb, bc", "c1, c2")]
