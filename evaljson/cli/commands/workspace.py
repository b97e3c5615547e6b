"""`evaljson workspace`: back up, move, check and tidy what the dashboard keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.text import Text

from evaljson.base.errors import EvaljsonError
from evaljson.cli.options.common import debug_option
from evaljson.cli.text.console import Voice, printable, show

if TYPE_CHECKING:
    from evaljson.store import Imported, Store

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def folder_option(command: Decorated) -> Decorated:
    """--folder."""
    help_ = "Folder of the workspace.  [default: $EVALJSON_DATABASE_URL, $EVALJSON_DATA_DIR, or the user's data folder]"
    return click.option("--folder", metavar="FOLDER", help=help_)(command)


@click.group()
def workspace() -> None:
    """Back up, move, check and tidy what the dashboard keeps: evaluations with their records, schemas and runs.

    The dashboard may run meanwhile.
    """


@workspace.command("export")
@click.argument("file", type=click.Path(dir_okay=False))
@folder_option
@debug_option
def export_command(file: str, folder: str | None) -> None:
    """Write everything into FILE: a backup, or the way to another machine or database."""
    with _opened(folder) as store:
        done = store.export_to(file)
    _say(
        f"{file}: {_counted(done.evaluations, 'evaluation')}, {_counted(done.datasets, 'dataset')}, "
        f"{_counted(done.runs, 'run')}; {done.bytes:,} bytes."
    )


@workspace.command("import")
@click.argument("file", type=click.Path(dir_okay=False))
@folder_option
@debug_option
def import_command(file: str, folder: str | None) -> None:
    """Take over what `export` wrote to FILE, once every hash in it is verified.

    What is here already stays as it is: importing a file twice does nothing the second time.
    """
    voice = Voice()
    with _opened(folder) as store:
        done = store.import_from(file)
    _say(
        f"{_counted(len(done.evaluations), 'evaluation')} imported, {len(done.same):,} here already; "
        f"{_counted(done.datasets, 'new dataset')}, {_counted(done.runs, 'new run')}{_judging(done)}."
    )
    if done.kept:
        voice.warn(f"left as they are here, though the file has them in another state: {_listed(done.kept)}.")
    if done.settings_kept:
        voice.warn(f"left as they are here, though the file has other values: settings {_listed(done.settings_kept)}.")


@workspace.command()
@click.option(
    "--older-than", type=click.IntRange(0), default=30, show_default=True, metavar="DAYS",
    help="Keep what was deleted in the last DAYS days: it can still be undeleted.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Only say what would be removed.")
@folder_option
@debug_option
def gc(older_than: int, dry_run: bool, folder: str | None) -> None:
    """Remove for good what was deleted long ago, and records that nothing refers to."""
    with _opened(folder) as store:
        swept = store.gc(timedelta(days=older_than), dry_run=dry_run)
        busy = swept.blobs and not dry_run and not swept.compacted and "://" not in store.location
    what = [
        _counted(swept.evaluations, "evaluation"), _counted(swept.variants, "variant"), _counted(swept.runs, "run"),
        _counted(swept.datasets, "dataset"),
    ]  # fmt: skip
    if swept.labels:
        what.append(_counted(swept.labels, "withdrawn label"))
    if swept.edits:
        what.append(_counted(swept.edits, "unfinished schema edit"))
    verb = "would be removed" if dry_run else "removed"
    _say(f"{', '.join(what)} {verb}; {swept.packed_bytes:,} bytes of content.")
    if busy:
        Voice().note("the file keeps its size, since it is in use; the room is used again by what comes next.")


@workspace.command()
@folder_option
@debug_option
def check(folder: str | None) -> None:
    """Verify every hash, reference and count. Exit code 2 where something is not as it was stored."""
    with _opened(folder) as store:
        checked, where = store.check(), store.location
    for fault in checked.faults:
        _say(str(fault))
    if checked.faults:
        raise EvaljsonError(f"{where}: {_counted(len(checked.faults), 'fault')} found; nothing was changed.")
    _say(
        f"{where}: {_counted(checked.evaluations, 'evaluation')}, {_counted(checked.datasets, 'dataset')}, "
        f"{_counted(checked.runs, 'run')}, {_counted(checked.blobs, 'blob')}: all as they were stored."
    )


def _judging(done: Imported) -> str:
    counts = {"new verdict": done.judgements, "new label": done.labels}
    return "".join(f", {_counted(count, what)}" for what, count in counts.items() if count)


def _opened(folder: str | None) -> Store:
    # Here, since it takes longer to import than `score` takes to start.
    from evaljson.store import open_store

    return open_store(folder=folder)


def _say(text: str) -> None:
    show(Text(printable(text)))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in sorted(names))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
