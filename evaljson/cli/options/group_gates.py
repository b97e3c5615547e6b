"""`--by`, and `--group-fail-under`, the gates of `score` on groups of records: `records_right=0.8`, `en:f1=0.9`."""

from __future__ import annotations

from dataclasses import dataclass

from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.options.fail_under import CONFORMING, FURTHER_FIGURES, RUN_FIGURES, gate_number
from evaljson.cli.options.from_click import option

GROUP_FIGURES = (*RUN_FIGURES, *(figure for figure in FURTHER_FIGURES if figure != CONFORMING))


@dataclass(frozen=True, slots=True)
class GroupGate:
    """One condition that a group of records has to meet."""

    text: str
    """As it was written."""
    label: str | None
    """Of the group; None for each of them."""
    figure: str
    wanted: float

    @property
    def source(self) -> str:
        """The gate as on the command line, for messages."""
        return f"--group-fail-under {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupOptions:
    """What records are grouped by, and the gates on the groups."""

    by: str | None = option(
        "--by", metavar="KEY",
        help='Also show figures by group of records: "type", a key or path of gold, or a key kept beside it.',
    )  # fmt: skip
    group_fail_under: tuple[str, ...] = option(
        "--group-fail-under", multiple=True, metavar="[GROUP:]FIGURE=NUMBER",
        help="Exit 1 if a figure of the group, or of any group, of --by is lower: records_right=0.8. May be repeated.",
    )  # fmt: skip

    def gates(self) -> list[GroupGate]:
        """Parse the gates. Raises InputError, also for gates without groups."""
        if self.group_fail_under and self.by is None:
            raise InputError(f"--group-fail-under {self.group_fail_under[0]}: name what to group by with --by.")
        return [_parsed(text) for text in self.group_fail_under]


def _parsed(text: str) -> GroupGate:
    """Parse one gate, from the right: a label may hold "=" and ":" itself."""
    source = f"--group-fail-under {text}"
    left, equals, number = text.rpartition("=")
    label, colon, figure = left.rpartition(":")
    if not equals or not left:
        raise InputError(f"{source}: write FIGURE=NUMBER or GROUP:FIGURE=NUMBER, such as records_right=0.8.")
    if figure not in GROUP_FIGURES:
        raise InputError(f"{source}: groups have no figure {figure!r}.{did_you_mean(figure, GROUP_FIGURES)}")
    return GroupGate(text, label if colon else None, figure, gate_number(number, source))
