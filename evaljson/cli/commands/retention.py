"""`evaljson retention`: delete what nobody has changed for long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import click

from evaljson.cli.console import show_text
from evaljson.cli.options.by import ByOptions
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.folder import FolderOptions
from evaljson.cli.options.from_click import group, option, takes
from evaljson.wording.words import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionOptions:
    """What `retention` takes."""

    older_than: int = option(
        "--older-than", type=click.IntRange(30), required=True, metavar="DAYS",
        help="Delete what nobody has changed for DAYS days.",
    )  # fmt: skip
    dry_run: bool = option("--dry-run", is_flag=True, help="Only report what would be deleted.")
    who: ByOptions = group(ByOptions)
    workspace: FolderOptions = group(FolderOptions)


@click.command()
@takes(RetentionOptions)
@debug_option
def retention(options: RetentionOptions) -> None:
    """Delete evaluations that nobody has changed for long, and remove for good what was deleted 30 days ago.

    An evaluation that is deleted can be restored for 30 days. Labels, verdicts of judges and entries of the audit that
    are as old are removed at once. Run it every day.
    """
    with options.workspace.open() as store:
        kept = store.retain(timedelta(days=options.older_than), by=options.who.actor(), dry_run=options.dry_run)
    would = "would be " if options.dry_run else ""
    for name in kept.deleted:
        show_text(f"{name}: {would}deleted; it can be restored for 30 days.")
    for name in kept.removed:
        show_text(f"{name}: {would}removed for good.")
    what = [
        counted(len(kept.deleted), "evaluation") + f" {would}deleted",
        counted(len(kept.removed), "evaluation") + f" {would}removed for good, with "
        f"{counted(kept.swept.runs, 'run')} and {counted(kept.swept.datasets, 'dataset')}",
        f"{counted(kept.labels, 'label')}, {counted(kept.verdicts, 'verdict')} and "
        f"{counted(kept.entries, 'entry of the audit', 'entries of the audit')} {would}removed",
    ]
    show_text("; ".join(what) + ".")
