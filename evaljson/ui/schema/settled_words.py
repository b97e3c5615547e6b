"""How many values suggestions settle, in words: always those that scoring again finds, and never all that are wrong."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.suggest import Suggestion
from evaljson.wording.words import counted


def settled_in_words(suggestions: Sequence[Suggestion]) -> str:
    """Count the values that suggestions settle, each alone: those that become right, or else fewer that are wrong.

    Values of what is not measured wait for a judge.
    """
    settled = [one.effect.settled for one in suggestions if one.effect is not None and one.effect.settled is not None]
    if not settled:
        return f"{counted(sum(one.evidence.explained for one in suggestions), 'wrong value')} to judge"
    gained, wrong = sum(one.gained for one in settled), sum(one.wrong for one in settled)
    if gained > 0 or wrong <= 0:
        lost = sum(one.lost for one in settled)
        return f"{_gained(gained, sum(one.right for one in settled), lost)}{_lost(lost)}"
    return counted(wrong, "fewer wrong value")


def _gained(values: int, right: int, lost: int) -> str:
    """Count the values that become right: "more" would be read as less those that are lost, or no longer counted, and
    with those that were neither right nor wrong, as what both sides lack."""
    return f"{counted(values, 'wrong value' if lost or right != values else 'more value')} right"


def _lost(values: int, records: int = 0) -> str:
    """Say how many right values become wrong, which are not taken off those that become right."""
    if not values:
        return ""
    where = f" in {counted(records, 'record')}" if records else ""
    return f", {counted(values, 'right one')} wrong{where}"


def settled_where(suggestion: Suggestion) -> str:
    """Count the values that one suggestion settles, with the different records that they are in."""
    settled = None if suggestion.effect is None else suggestion.effect.settled
    records = suggestion.evidence.records if settled is None else settled.records
    where = f" in {counted(records, 'record')}" if records else ""
    of_all = ", over all variants" if _is_of_several(suggestion) else ""
    if settled is None or not settled.lost:
        return f"{settled_in_words([suggestion])}{where}{of_all}"
    gained = _gained(settled.gained, settled.right, settled.lost)
    return f"{gained}{where}{_lost(settled.lost, settled.lost_records)}{of_all}"


def settled_in_short(suggestion: Suggestion) -> str:
    """Count the values that one suggestion settles for a line that names one variant: over all, if there are others."""
    if _is_of_several(suggestion):
        return f"{settled_in_words([suggestion])} over all variants"
    return settled_where(suggestion)


def _is_of_several(suggestion: Suggestion) -> bool:
    return suggestion.effect is not None and len(suggestion.effect.variants) > 1
