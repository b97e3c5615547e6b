"""Suggestions by rule, and rules on pages."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from evaljson.suggest import Edit, Evidence, Risk, Suggestion
from evaljson.suggest.model import Level
from evaljson.ui.schema.suggestion_rules import FEW, by_rule, pages_of

LINES = 12
LEVELS: list[Level] = ["low", "medium", "high"]
COUNTS = st.lists(st.tuples(st.sampled_from(LEVELS), st.integers(1, 2 * FEW)), max_size=20)


def suggestion(path: str, words: str, level: Level) -> Suggestion:
    risk = Risk(level, "why")
    return Suggestion(path, "case", path, f"{words}: {path}", Edit(path), {}, "", Evidence(1, 1, 1), risk, None)


@given(COUNTS)
def test_every_suggestion_is_under_its_rule_on_one_page(counts: list[tuple[Level, int]]) -> None:
    made = [
        suggestion(f"f{rule}.{number}", f"Rule {rule}", level)
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
    assert all(0 < sum(page) <= LINES for page in lines)
    assert all(sum(page) + following[0] > LINES for page, following in pairwise(lines))
