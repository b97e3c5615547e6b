"""What records show of each figure and field, and how many it takes, as a table."""

from __future__ import annotations

from rich.table import Table

from evaljson.cli.console import printable
from evaljson.cli.text.compare_table import text_table
from evaljson.compare.need import Need
from evaljson.compare.planning import Plan
from evaljson.compare.words.phrases import figure_word
from evaljson.wording.words import points


def need_table(plan: Plan, width: int) -> Table:
    """Make a row for the figure of the verdict and one for each field, in at most `width` columns."""
    wanted = plan.difference is not None or plan.non_inferior is not None
    clustered = plan.figure.clusters is not None
    named = ["records", *(["clusters"] if clustered else [])]
    asked = ["needs", "more", *(["clusters"] if clustered else [])] if wanted else []
    heads = ["", *named, "shows", "rules out", f"with {plan.added:,} more", *asked]
    return text_table(heads, [_row(need, plan, wanted) for need in (plan.figure, *plan.fields)], width)


def _row(need: Need, plan: Plan, wanted: bool) -> list[str]:
    name = (printable(need.name) or "(the record)") if need.is_field else figure_word(need.name)
    later = need.smallest_with(need.records + plan.added, plan.power)
    clustered = plan.figure.clusters is not None
    row = [
        name,
        f"{need.records:,}",
        *([_count(need.clusters)] if clustered else []),
        *map(_shown, (need.smallest, need.margin, later)),
    ]
    counts = [need.needed, need.more, *([need.more_clusters] if clustered else [])]
    return [*row, *(map(_count, counts) if wanted else [])]


def _count(count: int | None) -> str:
    return "–" if count is None else f"{count:,}"


def _shown(difference: float | None) -> str:
    return "–" if difference is None or difference > 1 else points(difference)
