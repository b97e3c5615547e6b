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
    heads = ["", "records", "shows", "rules out", f"with {plan.added:,} more", *(["needs", "more"] if wanted else [])]
    return text_table(heads, [_row(need, plan, wanted) for need in (plan.figure, *plan.fields)], width)


def _row(need: Need, plan: Plan, wanted: bool) -> list[str]:
    name = (printable(need.name) or "(the record)") if need.is_field else figure_word(need.name)
    later = need.smallest_with(need.records + plan.added, plan.power)
    row = [name, f"{need.records:,}", *map(_shown, (need.smallest, need.margin, later))]
    counts = ["–" if count is None else f"{count:,}" for count in (need.needed, need.more)]
    return [*row, *(counts if wanted else [])]


def _shown(difference: float | None) -> str:
    return "–" if difference is None or difference > 1 else points(difference)
