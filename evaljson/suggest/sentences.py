"""Describes suggestions in words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from evaljson.base.jsontypes import strict_equal
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.nulls import title_of_words
from evaljson.suggest.kinds.registry import KINDS
from evaljson.suggest.model import EMPTY, LEVELS, SEEN, Effect, Example, Level, VariantEffect
from evaljson.suggest.proposal import Proposal, uncapitalised
from evaljson.transforms.number_text import short
from evaljson.wording.words import counted, points

PAIRED: Final = ", once elements are paired as proposed"
FREELY: Final = ", once elements find each other however their texts are written"

_LEAST_SAID: Final = 0.1
"""Points of F1: of less it is only said that it is less."""
UNSCORED: Final = ", unscored where both lack a value"


def title_of(kind: str, edit: Edit, also: Sequence[str] = ()) -> str:
    """Name what a suggestion does and where: `Compare as dates: due_date`; `also` has kinds that it includes."""
    more = [name for value, name in EMPTY if any(strict_equal(value, absent) for absent in edit.absent)]
    of_nulls = f"Treat null, a missing key and {' or '.join(more)} as the same" if more else KINDS["nulls"]
    # with one title for both, settings that count the same values as right and as nothing would be one rule
    of_nulls += "" if edit.both_absent == "match" else UNSCORED
    titles = {**KINDS, "nulls": of_nulls, "null_words": title_of_words(edit)}
    either = [one if isinstance(one, str) else next(iter(one)) for one in edit.params.get("of", ())]
    if kind in either and all(name in KINDS for name in either):  # two readings that are proposed together
        readings = [KINDS[name] for name in dict.fromkeys(either)]
        one_of = " or ".join([readings[0], *(name.removeprefix("Compare as ") for name in readings[1:])])
        parts = [titles[name] for name in also if name not in either]
        parts.append(one_of if len(readings) > 1 else f"{one_of}, in either way")
    else:
        parts = [titles[name] for name in (*also, kind)]
        parts[-1] += " or as before" if edit.compare == "either" else ""
    named = " and ".join(part if not place else uncapitalised(part) for place, part in enumerate(parts))
    return f"{named}: {edit.path or 'the record'}"


def sentence(proposal: Proposal, effect: Effect | None, once: str = "", *, as_now: bool = False) -> str:
    """Say what it explains, and what it brings to the variant that gains most.

    `once` says of which pairs of elements that is so, where these are not as they are: PAIRED or FREELY. `as_now` says
    that the effect was measured with the pairs as they are all the same.
    """
    text = f"{proposal.said}{once}."
    if effect is None or effect.gains_most is None:
        return text
    doing = f"As they are paired now, {uncapitalised(proposal.doing)}" if as_now else proposal.doing
    return f"{text} {doing} {_brings(proposal, effect, effect.gains_most)}."


def _brings(proposal: Proposal, effect: Effect, name: str) -> str:
    """`name` is the variant that gains most."""
    if not effect.is_gain:
        is_loss = any(variant.gain < -SEEN for variant in effect.variants.values())
        why = (
            f"it is right anyway: {proposal.anyway}" if proposal.anyway is not None else "other suggestions build on it"
        )
        return f"{'lowers F1' if is_loss else 'does not change F1'} by itself; {why}"
    most = effect.variants[name]
    whose = f" of {name}" if len(effect.variants) > 1 else ""
    if abs(most.gain) >= SEEN:
        verb = "raises" if most.gain > 0 else "lowers"
        whose = _risers(effect, most) or whose
        return f"{verb} F1{whose} by {most.gain_in_points.lstrip('+−')} points{_but_lowers(effect, most)}"
    return _brings_to_field(effect, name)


def _brings_to_field(effect: Effect, name: str) -> str:
    """Say what it brings to the field of the variant that gains most, since over all fields it hardly shows; where
    none gains there, of the one whose field gains most."""
    if effect.variants[name].rank <= 0:
        name = max(effect.variants, key=lambda one: effect.variants[one].field_gain)
    most = effect.variants[name]
    whose = f" of {name}" if len(effect.variants) > 1 else ""
    old, new = points(most.field_before.f1), points(most.field_after.f1)
    verb, is_as_field = ("lowers", most.gain < 0) if most.field_gain < 0 else ("raises", most.gain >= 0)
    over = "that is" if is_as_field else f"it {'falls' if most.gain < 0 else 'rises'} by"
    by = most.gain_in_points.lstrip("+−")
    by = by if float(by) >= _LEAST_SAID else f"less than {_LEAST_SAID}"
    moved = "a little" if old == new else f"from {old} to {new}"
    return f"{verb} F1 of the field{whose} {moved}; over all fields {over} {by} points"


def _risers(effect: Effect, most: VariantEffect) -> str:
    """Say of how many variants F1 rises, and of which it does most; "" where it rises in one at most."""
    rising = {name: variant.rank for name, variant in effect.variants.items() if variant.gain > 0}
    rise, of = effect.n_rising, len(effect.variants)
    if rise < 2:
        return ""
    which = f"{rise:,} of {of:,} variants" if rise < of else "both variants" if of == 2 else f"all {of:,} variants"
    *others, last = [name for name, rank in rising.items() if rank == most.rank]
    if len(others) + 1 == rise:
        return f" of {which}"
    whose = f"those of {', '.join(others)} and {last}" if others else f"that of {last}"
    return f" of {which}, most {whose},"


def _but_lowers(effect: Effect, most: VariantEffect) -> str:
    """Say of which other variants F1 falls; `most` is the one with the largest gain, which may fall itself."""
    if effect.falls is None:
        return ""
    name, by = effect.falls
    others = effect.n_falling - (most.gain < 0)
    which = f"{others:,}, most that of {name}," if others > 1 else name
    return f", and lowers that of {which} by {by.lstrip('−')}"


def risk_level(level: Level, merged: float, doubtful: float) -> Level:
    """Raise the level if many gold values become the same, or many results may mean another gold value."""
    up = (merged > 0.05) + (doubtful > 0.05)
    return LEVELS[min(LEVELS.index(level) + up, 2)]


def risk_in_words(why: str, n_merged: int, n_doubtful: int, first: Example | None, is_raised: bool = False) -> str:
    """Say why, with how many values and results are in question: first, where these raise the level."""
    parts = [] if is_raised else [why]
    if n_merged:
        parts.append(
            f"{counted(n_merged, 'gold value')} {'becomes' if n_merged == 1 else 'become'} the same as another"
        )
    if n_doubtful and first is not None:
        results = counted(n_doubtful, "result")
        parts.append(
            f"in {results} the extracted value is itself a gold value elsewhere, such as {_shown(first.extracted)}"
        )
    if is_raised:
        parts.append(uncapitalised(why))
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _shown(value: Any) -> str:
    """Write a value, cut if it is long; null, true and false as in JSON."""
    return json.dumps(value) if value is None or isinstance(value, bool) else short(value)
