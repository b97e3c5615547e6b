"""Suggestions by rule: what one rule does to few fields is a line for each, to many fields one line for the rule."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from evaljson.suggest import Suggestion
from evaljson.ui.schema.settled_words import settled_in_words
from evaljson.ui.shared.risk_signs import risk_in_words
from evaljson.wording.differences import digits_of
from evaljson.wording.words import counted, signed_points

FEW: Final = 5
"""Fields of a rule that have a line each; more are folded under one."""
SHORT: Final = 3
"""A last page of at most this part of a whole one joins the page before."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What one rule would do to fields, the greatest gain first."""

    is_risky: bool
    """Whether each field is a choice of its own: its risk is high, it is a table of synonyms, or a judge must be asked.
    "Try all" has none of these, and all others."""
    words: str
    """What it does, without the field."""
    suggestions: tuple[Suggestion, ...]

    @property
    def is_folded(self) -> bool:
        """Whether it has one line."""
        return len(self.suggestions) > FEW

    @property
    def key(self) -> str:
        """Tells its widgets from those of other rules."""
        return hashlib.sha256(f"{self.is_risky} {self.words}".encode()).hexdigest()[:12]

    def figures(self, built_on: Mapping[str, int]) -> str:
        """Return gain and risk in words, of each field alone: nobody has measured them together.

        Of several variants, the gain of a field is that of the variant that gains most by it. Gains that are too small
        to be shown are added up, in the variant where they are most. `built_on` says, by id, how many others build on a
        suggestion.
        """
        gains = [one for one in self.suggestions if one.effect is not None]
        gain = _gain_of(gains) if gains else "not measured"
        if gains and not any(one.effect is not None and one.effect.is_gain for one in self):
            others = sum(built_on.get(one.id, 0) for one in self)
            gain = "no gain alone" + (f"; {counted(others, 'other builds', 'others build')} on them" if others else "")
        elif gain and any(one.builds_on for one in self):
            gain += ", with what they build on"
        levels = [level for level in ("low", "medium", "high") if any(one.risk.level == level for one in self)]
        said = f"**{gain}** · " if gain else ""
        return f"{said}{risk_in_words(levels)} · {settled_in_words(self.suggestions)} in sum"

    def __iter__(self) -> Iterator[Suggestion]:
        return iter(self.suggestions)


def by_rule(suggestions: Iterable[Suggestion]) -> list[Rule]:
    """Group them by rule, the greatest gain first; rules that need a look come last."""
    ordered = sorted(suggestions, key=lambda one: (_rule_of(one), -one.gain))
    rules = [Rule(*rule, tuple(group)) for rule, group in groupby(ordered, _rule_of)]
    return sorted(rules, key=lambda rule: (rule.is_risky, -rule.suggestions[0].gain, rule.words))


def pages_of(rules: Iterable[Rule], lines: int) -> list[list[Rule]]:
    """Divide rules into pages of at most so many lines; no rule is divided. A short last page joins the one before."""
    pages: list[list[Rule]] = []
    left = 0
    for rule in rules:
        needed = _lines_of(rule)
        if needed > left or not pages:
            pages.append([])
            left = lines
        pages[-1].append(rule)
        left -= needed
    if len(pages) > 1 and sum(map(_lines_of, pages[-1])) <= lines // SHORT:
        *pages, before, last = pages
        pages.append(before + last)
    return pages


def _lines_of(rule: Rule) -> int:
    return 1 if rule.is_folded else len(rule.suggestions)


def _gain_of(measured: Sequence[Suggestion]) -> str:
    """Return what fields gain, each alone; where that is too small to be seen, their sum, and "" if that is too."""
    in_order = sorted(measured, key=lambda one: 0.0 if one.effect is None else one.effect.rank)
    least, most = (in_order[place].gain_in_points for place in (0, -1))
    at_best = " at best" if any(one.effect and len(one.effect.variants) > 1 for one in measured) else ""
    if _is_seen(most):
        shown = most if least == most else f"up to {most}" if not _is_seen(least) else f"{least} to {most}"
        return f"F1 {shown} each{at_best}"
    if _is_seen(least):
        return f"F1 {least} to {most} each{at_best}"
    sums: defaultdict[str, float] = defaultdict(float)
    for one in measured:
        for name, variant in one.effect.variants.items() if one.effect is not None else ():
            sums[name] += variant.gain
    largest = max(sums.values(), default=0.0)
    summed = signed_points(largest, digits_of(largest))
    return f"F1 {summed} in sum{at_best}" if _is_seen(summed) else ""


def _is_seen(shown: str) -> bool:
    return bool(shown.strip("+−0."))


def _rule_of(suggestion: Suggestion) -> tuple[bool, str]:
    words = suggestion.title.removesuffix(f": {suggestion.path or 'the record'}")
    return suggestion.needs_a_look or suggestion.effect is None, words
