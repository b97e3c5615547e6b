"""The gain of a suggestion is that of the two figures as they are shown beside it."""

from __future__ import annotations

import pytest

from evaljson.suggest import Effect, Score, VariantEffect


def effect_of(*ends: tuple[float, float]) -> Effect:
    """Return what raises mean F1 of one variant each from the first to the second figure, both from 0 to 1."""
    variants = {}
    for place, (before, after) in enumerate(ends):
        scores = Score(before, before, before), Score(after, after, after)
        variants[f"v{place}"] = VariantEffect(*scores, *scores, 1, 0)
    return Effect(variants, tuple(variants), tuple(variants), True)


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        pytest.param([(0.90220, 0.90245)], "+0.03", id="below 0.05, with two decimals"),
        pytest.param([(0.7966, 0.9063)], "+10.97", id="79.7 to 90.6, which would be 10.9"),
        pytest.param([(0.93644, 0.93914), (0.90220, 0.90245)], "+0.3", id="with its own decimals, as in the sentence"),
        pytest.param([(0.5, 0.5)], "0.0", id="none"),
        pytest.param([(0.5, 0.4)], "−10.0", id="a loss"),
        pytest.param([(0.5, 0.6), (0.7966, 0.9063), (0.9, 0.8)], "+10.97", id="the largest of several variants"),
        pytest.param([], "0.0", id="no variant"),
    ],
)
def test_a_gain_is_the_difference_of_the_figures_as_they_are_shown(ends: list[tuple[float, float]], said: str) -> None:
    assert effect_of(*ends).gain_in_points == said
