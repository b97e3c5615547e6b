"""What becomes of the ranking: first place, which pairs of variants change places, come to be tied or no longer are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from evaljson.compare.ranking_change import RankingChange
from evaljson.compare.words.first_place import BEST, NOBODY
from evaljson.compare.words.order_words import order_in_words, other_pairs, swapped
from evaljson.ui.shared.parts import plain
from evaljson.wording.short_names import shortened

_LONGEST: Final = 40
"""Characters of the name of a variant."""


def named(name: str) -> str:
    """Write the name of a variant in Markdown; a long one is shortened in the middle: many differ only at the end."""
    return plain(shortened(name, _LONGEST), _LONGEST)


def ties_in_words(change: RankingChange) -> str:
    """Name the first pair that is tied or apart otherwise than before, and then the others; "" without any."""
    kinds = (
        (change.tied, "{1} would be tied with {0}"),
        (change.apart, "{0} would be above {1}, no longer tied"),
        (change.turned, "{0} would be above {1} instead of below"),
    )
    said = next((sentence.format(*(named(name) for name in pairs[0])) for pairs, sentence in kinds if pairs), "")
    listed = [*change.tied, *change.apart, *change.turned]
    return f"{said}{other_pairs(listed[1:], named, 'change')}." if said else ""


def swaps_in_words(before: Sequence[str], after: Sequence[str], change: RankingChange | None) -> str:
    """Name the first pair that changes places, with whether it comes to be tied or no longer is, and then the others,
    each once: those that change places, and those that only come to be tied or no longer are.

    `before` and `after` are the variants in their order, which differs; `change` says who is tied, None where that is
    not known.
    """
    if change is None:
        return f"{order_in_words(before, after, named)}."
    swaps = [frozenset(one) for one in swapped(before, after)]
    pair = swaps[0]
    said = (
        (change.tied, ", tied with it"),
        (change.apart, ", no longer tied with it"),
        (change.turned, ", above it instead of below"),
    )
    beside = next((words for pairs, words in said if pair in map(frozenset, pairs)), "")
    tied, apart, turned = (tuple(one for one in pairs if frozenset(one) not in swaps) for pairs, _ in said)
    others = replace(change, tied=tied, apart=apart, turned=turned)
    then_tied = sum(frozenset(one) in swaps[1:] for one in change.tied)
    of_them = "" if len(swaps) == 2 else f"{then_tied:,} of them "  # a single other pair is named
    also = f", {of_them}newly tied" if then_tied else ""
    return f"{order_in_words(before, after, named, beside)}{also}. {ties_in_words(others)}".rstrip()


def ranking_in_words(change: RankingChange | None) -> str:
    """Say what becomes of first place, of the order, and of ties, in Markdown; nothing where it is not known."""
    return order_and_first_in_words(change) + pairs_in_words(change)


def order_and_first_in_words(change: RankingChange | None) -> str:
    """Say the same without naming the pairs that come to be tied, or no longer are."""
    if change is None:
        return ""
    if change.is_nothing:
        return " The ranking stays."
    said = []
    if change.first is not None:
        before, after = (named(name) for name in change.first)
        if change.ends_in_tie:
            said.append(f"Highest F1, tied{'' if change.ties_both else ' with another'}: {before} → {after}.")
        else:
            said.append(f"**Highest F1 changes: {before} → {after}.**")
    if change.best is not None and change.variants > 2:  # of two, the pair says it
        best = change.best[1]
        said.append(f"**{NOBODY}.**" if best is None else f"**{named(best)} {BEST}.**")
    if change.first is None and not change.moves:
        said.append(f"The order stays{', but not who is tied' if change.pairs else ''}.")
    elif change.first is None:
        said.append("The order below changes." if said else "Highest F1 stays, the order below it changes.")
    return " " + " ".join(said)


def pairs_in_words(change: RankingChange | None) -> str:
    """Name the pairs that come to be tied, or no longer are; nothing where there are none."""
    pair = "" if change is None or change.is_nothing else ties_in_words(change)
    if change is None or not pair:
        return ""
    has_news = change.concerns_first or change.moves  # said before, in bold where it is about first place
    is_of_two = change.ends_in_tie and change.best is not None and change.variants == 2  # which only this says
    return f" **{pair}**" if is_of_two or not has_news else f" {pair}"
