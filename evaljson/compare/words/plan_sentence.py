"""States in a sentence what records show, and what more of them would."""

from __future__ import annotations

from evaljson.compare.need import POWER, Need
from evaljson.compare.words.phrases import figure_word
from evaljson.wording.words import counted, points


def plan_sentence(need: Need, added: int, difference: float | None, non_inferior: float | None, power: float) -> str:
    """Write what the records show now, with `added` ones, and, if one is wanted, how many it takes."""
    sample = counted(need.records, "record")
    if need.clusters is not None:
        sample += f" in {counted(need.clusters, 'cluster')}"
    if need.smallest is None or need.smallest > 1:
        now = f"With {sample} you can see no difference at all"
    else:
        now = (
            f"With {sample} you can see a difference of {points(need.smallest)} points of "
            f"{figure_word(need.name)} {_chance(power)}"
        )
    later = need.smallest_with(need.records + added, power)
    further = f"{added:,} more"
    if need.clusters is not None:
        further += f" in {_further(need, added)}"
    more = "" if later is None or later > 1 else f"; {further} bring it to {points(later)}"
    if difference is None and non_inferior is None:
        return f"{now}{more}."
    value, goal = (
        (difference, "to see {} points")
        if difference is not None
        else (non_inferior, "to rule out a loss of {} points if nothing differs")
    )
    words = goal.format(points(value))
    if need.needed is None:
        return f"{now}. No number of records is enough {words}."
    if need.needed_clusters is not None:
        if need.more_clusters:
            labels = f"{need.more_clusters:,} more, {need.more:,} records at the present {_size(need)} a cluster"
            return f"{now}. It takes {need.needed_clusters:,} clusters {words}: {labels}."
        return f"{now}. They are enough {words}: it takes {need.needed_clusters:,} clusters."
    if need.more:
        return f"{now}. It takes {need.needed:,} {words}: {need.more:,} more."
    return f"{now}. They are enough {words}: it takes {need.needed:,}."


def _further(need: Need, added: int) -> str:
    whole = need.clusters_of(need.records + added) or 0
    return counted(max(whole - (need.clusters or 0), 0), "further cluster")


def _size(need: Need) -> str:
    return f"{need.records / (need.clusters or 1):.1f}"


def _chance(power: float) -> str:
    return "four times out of five" if power == POWER else f"with a chance of {power * 100:g}%"


def ahead_sentence(
    needed: int | None, difference: float | None, non_inferior: float | None, power: float, confidence: float
) -> str:
    """Write how many records it takes before any is labelled."""
    if non_inferior is None:
        goal = f"to see a true difference of {points(difference)} points"
    else:
        better = f" if B truly is {points(difference)} points better" if difference else " if nothing differs"
        goal = f"to rule out a loss of {points(non_inferior)} points{better}"
    if needed is None:
        return f"No number of records is enough {goal}."
    return f"It takes {counted(needed, 'record')} {goal} {_chance(power)}, at {confidence * 100:.4g}% confidence."
