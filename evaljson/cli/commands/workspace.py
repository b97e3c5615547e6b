"""`evaljson workspace`: back up, move, check and clean up what the dashboard keeps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import click

from evaljson.base.errors import EvaljsonError, InputError
from evaljson.cli.console import Messages, show_text
from evaljson.cli.files.read import open_source
from evaljson.cli.files.write import STDOUT, check_target
from evaljson.cli.options.by import ByOptions
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.folder import FolderOptions
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.wording.words import counted

if TYPE_CHECKING:
    from evaljson.store import Imported


@click.group()
def workspace() -> None:
    """Manage what the dashboard keeps: back up, move, check and clean up evaluations with their records and runs.

    The dashboard may keep running.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveOptions:
    """What `workspace export` and `workspace import` take."""

    file: str = argument()
    who: ByOptions = group(ByOptions)
    workspace: FolderOptions = group(FolderOptions)

    def __post_init__(self) -> None:
        """Raise InputError for `-`: an archive is read from its end, and replaced as a whole."""
        if self.file == STDOUT:
            raise InputError("an export is a file, not stdin or stdout; name one.")


@workspace.command("export")
@takes(ArchiveOptions)
@debug_option
def export_command(options: ArchiveOptions) -> None:
    """Write everything to FILE: as a backup, or to move to another computer or database."""
    check_target(options.file, [])
    with options.workspace.open() as store:
        exported = store.export_to(options.file, by=options.who.actor())
    show_text(
        f"{options.file}: {counted(exported.evaluations, 'evaluation')}, {counted(exported.datasets, 'dataset')}, "
        f"{counted(exported.runs, 'run')}; {exported.bytes:,} bytes."
    )


@workspace.command("import")
@takes(ArchiveOptions)
@debug_option
def import_command(options: ArchiveOptions) -> None:
    """Add what `export` wrote to FILE, after verifying every hash in it.

    Nothing that is already here is changed: importing a file twice does nothing the second time.
    """
    messages = Messages()
    open_source(options.file)  # raises before a workspace is created
    with options.workspace.open(create=True) as store:
        imported = store.import_from(options.file, by=options.who.actor())
    show_text(
        f"{counted(len(imported.evaluations), 'evaluation')} imported, {len(imported.same):,} here already; "
        f"{counted(imported.datasets, 'new dataset')}, {counted(imported.runs, 'new run')}{_judging(imported)}."
    )
    if imported.kept:
        messages.warn(f"already here in another state, so not imported: evaluations {_listed(imported.kept)}.")
    if imported.settings_kept:
        messages.warn(f"already here with other values, so not imported: settings {_listed(imported.settings_kept)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class GcOptions:
    """What `workspace gc` takes."""

    older_than: int = option(
        "--older-than", type=click.IntRange(0), default=30, show_default=True, metavar="DAYS",
        help="Keep what was deleted in the last DAYS days: it can still be restored.",
    )  # fmt: skip
    dry_run: bool = option("--dry-run", is_flag=True, help="Only report what would be removed.")
    workspace: FolderOptions = group(FolderOptions)


@workspace.command()
@takes(GcOptions)
@debug_option
def gc(options: GcOptions) -> None:
    """Remove permanently what was deleted long ago, and records that nothing refers to."""
    with options.workspace.open() as store:
        swept = store.gc(timedelta(days=options.older_than), dry_run=options.dry_run)
        in_use = swept.blobs and not options.dry_run and not swept.compacted and "://" not in store.location
    what = [
        counted(swept.evaluations, "evaluation"), counted(swept.variants, "variant"), counted(swept.runs, "run"),
        counted(swept.datasets, "dataset"),
    ]  # fmt: skip
    if swept.reviews:
        what.append(counted(swept.reviews, "review"))
    if swept.labels:
        what.append(counted(swept.labels, "withdrawn label"))
    if swept.edits:
        what.append(counted(swept.edits, "unfinished schema edit"))
    verb = "would be removed" if options.dry_run else "removed"
    show_text(f"{', '.join(what)} {verb}; {swept.packed_bytes:,} bytes of content.")
    if in_use:
        Messages().note("the file keeps its size, since it is in use; new content will fill the free space.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """What `workspace check` takes."""

    workspace: FolderOptions = group(FolderOptions)


@workspace.command()
@takes(CheckOptions)
@debug_option
def check(options: CheckOptions) -> None:
    """Verify every hash, reference and count. Exit code 2 if anything is not as it was stored."""
    with options.workspace.open() as store:
        checked, location, exposed = store.check(), store.location, store.exposed
    for file in exposed:
        Messages().note(f"other users of this computer can read {file}; chmod 600 makes it yours alone.")
    for fault in checked.faults:
        show_text(str(fault))
    if checked.faults:
        raise EvaljsonError(f"{location}: {counted(len(checked.faults), 'fault')} found; nothing was changed.")
    show_text(
        f"{location}: {counted(checked.evaluations, 'evaluation')}, {counted(checked.datasets, 'dataset')}, "
        f"{counted(checked.runs, 'run')}, {counted(checked.blobs, 'blob')}: all as they were stored."
    )


def _judging(imported: Imported) -> str:
    counts = {"new verdict": imported.judgements, "new label": imported.labels}
    return "".join(f", {counted(count, what)}" for what, count in counts.items() if count)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in sorted(names))
