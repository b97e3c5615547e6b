"""`--missing-records`, `--unreadable`, `--strays`, `--ids-as-gold`: what happens to records that one side has alone."""

from __future__ import annotations

from dataclasses import dataclass

import click

from evaljson.cli.options.from_click import option
from evaljson.load.missing_policy import MissingPolicy, MissingRecords, Strays

_CHOICE = click.Choice(["omit", "exclude"])


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingRecordsOptions:
    """What happens to records that were not produced, cannot be read, or that gold lacks."""

    missing_records: MissingRecords = option(
        "--missing-records", type=_CHOICE, default="omit", show_default=True,
        help="Gold records without an extracted one: omit counts their fields as missing, exclude leaves them out.",
    )  # fmt: skip
    unreadable: MissingRecords = option(
        "--unreadable", type=_CHOICE, default="omit", show_default=True,
        help="The same for gold records whose extracted record cannot be read.",
    )  # fmt: skip

    strays: Strays = option(
        "--strays", type=click.Choice(["report", "invented"]), default="report", show_default=True,
        help="Extracted records whose id gold lacks: report leaves them out, invented counts their fields as invented.",
    )  # fmt: skip

    ids_as_gold: bool = option(
        "--ids-as-gold", is_flag=True,
        help="Pair extracted records whose id is one of gold, written otherwise: inv_7 is INV-007. It says how many.",
    )  # fmt: skip

    @property
    def policy(self) -> MissingPolicy:
        """The choices as one value."""
        return MissingPolicy(self.missing_records, self.unreadable, strays=self.strays)
