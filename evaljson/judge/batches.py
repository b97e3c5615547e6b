"""Groups questions into batches, each for one request."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.judge.prompt import Ask


def in_batches(asks: Sequence[Ask], most_tokens: int, most_items: int) -> list[list[Ask]]:
    """Group into batches within the limits, each with one scale and one vote; an item above the token limit goes alone.

    Later votes see the items in another order and company than the first, so that the same question is not asked in
    the same way.
    """
    batches: list[list[Ask]] = []
    groups: dict[tuple[int, tuple[tuple[str, float], ...]], list[Ask]] = {}
    for ask in asks:
        groups.setdefault((ask.vote, tuple(ask.scale.items())), []).append(ask)
    for (vote, _), group in sorted(groups.items(), key=lambda entry: entry[0][0]):
        batches += _packed(group if vote == 0 else sorted(group, key=lambda ask: ask.key), most_tokens, most_items)
    return batches


def _packed(asks: Sequence[Ask], most_tokens: int, most_items: int) -> list[list[Ask]]:
    batches: list[list[Ask]] = []
    names: set[str] = set()
    tokens = 0
    for ask in asks:
        fits = batches and tokens + ask.tokens <= most_tokens and len(batches[-1]) < most_items
        if not fits or ask.name in names:
            batches.append([])
            names, tokens = set(), 0
        batches[-1].append(ask)
        names.add(ask.name)
        tokens += ask.tokens
    return batches
