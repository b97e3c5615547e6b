"""What a line and a card say of several variants: the one that gains most and the one that falls most."""

import pytest

from evaljson.suggest import Edit, Evidence, Risk, Suggestion
from evaljson.suggest.model import Effect, Score, Settled, VariantEffect
from evaljson.ui.schema.suggestion_card import _largest_moves_first, line


def effect_of(*gains: float) -> Effect:
    def score(f1: float) -> Score:
        return Score(f1, f1, f1)

    variants = {
        f"v{at}": VariantEffect(score(0.5), score(0.5 + gain), score(0.5), score(0.5 + gain), int(gain > 0), 0)
        for at, gain in enumerate(gains)
    }
    return Effect(variants, tuple(variants), tuple(variants), False, Settled(2, 2, 1))


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        pytest.param((0.257, 0.012, 0.1, -0.121), "F1 +25.7 in v0, −12.1 in v3", id="one falls"),
        pytest.param((0.257, -0.1, -0.121), "F1 +25.7 in v0, −12.1 in v2", id="two fall"),
        pytest.param((0.257, 0.0), "F1 +25.7 in v0", id="none falls"),
        pytest.param((0.257, -0.00001), "F1 +25.7 in v0", id="by nothing that can be seen"),
        pytest.param((-0.2, -0.1), "F1 −10.0 in v1, −20.0 in v0", id="all fall"),
        pytest.param((-0.1, -0.1), "F1 −10.0 in v0", id="all fall alike"),
        pytest.param((-0.1,), "F1 −10.0", id="one variant"),
        pytest.param((0.0, -0.1), "F1 unchanged, −10.0 in v1", id="nobody gains"),
    ],
)
def test_a_line_names_the_variant_that_gains_most_and_the_one_that_falls_most(
    gains: tuple[float, ...], said: str
) -> None:
    one = Suggestion(
        "1", "key", "f", "Rule: f", Edit("f"), {}, "", Evidence(2, 2, 1), Risk("low", "why"), effect_of(*gains)
    )
    assert line(one, is_tried=False, built_on={}).startswith(f"f · **{said}** · ")


@pytest.mark.parametrize(
    ("gains", "shown"),
    [
        ((0.1, 0.2, 0.3, 0.4, 0.5), ["v4", "v3", "v2"]),
        ((0.1, -0.2, 0.3, 0.4, -0.5), ["v3", "v2", "v4"]),
        ((-0.1, -0.2, -0.3, -0.4), ["v0", "v1", "v3"]),
        ((0.1, -0.2, 0.3), ["v2", "v0", "v1"]),
        ((-0.1, 0.2), ["v1", "v0"]),
    ],
)
def test_the_variant_that_falls_most_is_among_those_seen_at_once(gains: tuple[float, ...], shown: list[str]) -> None:
    rows = [name for name, _ in _largest_moves_first(effect_of(*gains))]
    assert rows[:3] == shown
    assert sorted(rows) == sorted(effect_of(*gains).variants)
