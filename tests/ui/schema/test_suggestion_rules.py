"""Suggestions by rule, and rules on pages."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.suggest import Edit, Evidence, Risk, Suggestion, Suggestions
from evaljson.suggest.model import Effect, Level, Score, Settled, VariantEffect
from evaljson.ui.schema.suggestion_rules import FEW, SHORT, by_rule, pages_of

LINES = 12
LEVELS: list[Level] = ["low", "medium", "high"]
COUNTS = st.lists(st.tuples(st.sampled_from(LEVELS), st.integers(1, 2 * FEW)), max_size=20)


def suggestion(path: str, words: str, level: Level) -> Suggestion:
    risk = Risk(level, "why")
    return Suggestion(path, "case", path, f"{words}: {path}", Edit(path), {}, "", Evidence(1, 1, 1), risk, None)


@given(COUNTS)
def test_every_suggestion_is_under_its_rule_on_one_page(counts: list[tuple[Level, int]]) -> None:
    made = [
        replace(suggestion(f"f{rule}.{number}", f"Rule {rule}", level), effect=measured("f", 0.1).effect)
        for rule, (level, count) in enumerate(counts)
        for number in range(count)
    ]
    rules = by_rule(made)
    assert sorted(one.id for rule in rules for one in rule) == sorted(one.id for one in made)
    assert all(len({one.risk.level == "high" for one in rule}) == 1 for rule in rules)
    risky = [rule.is_risky for rule in rules]
    assert risky == sorted(risky)

    pages = pages_of(rules, LINES)
    assert [rule for page in pages for rule in page] == rules
    lines = [[1 if len(rule.suggestions) > FEW else len(rule.suggestions) for rule in page] for page in pages]
    full, last = lines[:-1], sum(sum(page) for page in lines[-1:])
    assert all(0 < sum(page) <= LINES for page in full)
    assert bool(lines) <= last <= LINES + LINES // SHORT
    assert last > LINES // SHORT or not full, "a short last page joins the one before"
    assert all(sum(page) + following[0] > LINES for page, following in pairwise(lines))


@pytest.mark.parametrize(
    ("level", "is_measured", "is_risky"),
    [("low", True, False), ("medium", True, False), ("high", True, True), ("low", False, True), ("high", False, True)],
)
def test_what_is_in_no_try_all_is_to_be_looked_at(level: Level, is_measured: bool, is_risky: bool) -> None:
    one = suggestion("f", "Rule", level)
    one = replace(one, effect=measured("f", 0.1).effect) if is_measured else one
    found = Suggestions({}, ("v0",), (one,))
    assert by_rule(found)[0].is_risky is is_risky
    assert (one in found.for_all) is not is_risky


def measured(path: str, *gains: float) -> Suggestion:
    """A suggestion of one rule, with what each variant gains by it."""

    def score(f1: float) -> Score:
        return Score(f1, f1, f1)

    variants = {
        f"v{at}": VariantEffect(score(0.8), score(0.8 + gain), score(0.5), score(0.5 + 10 * gain), 1, 0)
        for at, gain in enumerate(gains)
    }
    effect = Effect(variants, tuple(variants), tuple(variants), only_lenient=True, settled=Settled(2, 1, 1))
    return replace(suggestion(path, "Rule", "low"), effect=effect)


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ([(0.002,), (0.002,)], "F1 +0.2 each"),
        ([(0.002,), (0.004,)], "F1 +0.2 to +0.4 each"),
        ([(0.00001,), (0.004,)], "F1 up to +0.4 each"),
        ([(-0.002,), (0.00001,)], "F1 −0.2 to 0.0 each"),
        ([(0.00004,)] * 40, "F1 +0.2 in sum"),
        ([(0.00004, 0.0)] * 30 + [(0.0, 0.00004)] * 20, "F1 +0.1 in sum at best"),
        ([(0.00001,)] * 2, ""),
        ([(0.0,)] * 9, "no gain alone"),
    ],
)
def test_gains_that_are_too_small_to_be_seen_alone_are_added_up(gains: list[tuple[float, ...]], said: str) -> None:
    (rule,) = by_rule(measured(f"f{at}", *each) for at, each in enumerate(gains))
    words = f"**{said}** · " if said else ""
    assert rule.figures({}) == f"{words}◔ low risk · {2 * len(gains):,} more values right in sum"
    assert "0.0 each" not in rule.figures({}) or said.startswith("F1 −")
