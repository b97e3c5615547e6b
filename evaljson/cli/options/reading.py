"""How the records lie in a file: the options that say it, and what the reading is told to have done."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import click

from evaljson import RunResult
from evaljson.base.errors import InputError
from evaljson.load import LoadedRecords, Unreadable
from evaljson.report.records.load_report import Fate, fates, kept_beside
from evaljson.wording.words import counted

Command = Callable[..., Any]
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """What somebody said about a file; the arguments of `read_records` under their names there."""

    text_field: str | bool = True
    payload: str | None = None
    metadata: tuple[str, ...] = ()
    cells: Literal["text", "json"] = "text"
    repair: bool = True


_DETECT = click.option("--detect/--no-detect", default=True, show_default=True,
                       help="Look for a field or column whose text is the record.")  # fmt: skip
_CELLS = click.option("--cells", type=click.Choice(["text", "json"]), default="text", show_default=True,
                      help="What cells of CSV are: text, or JSON where they are JSON.")  # fmt: skip


def _payload(prefix: str, of: str) -> Command:
    help_ = f"Where the record lies in each entry{of}: output.calls[0].arguments."
    return click.option(f"--{prefix}payload", metavar="PATH", help=help_)


def _metadata(prefix: str, of: str) -> Command:
    help_ = f"Key{of} that is kept beside the record and not scored. May be repeated."
    return click.option(f"--{prefix}metadata", multiple=True, metavar="KEY", help=help_)


def gold_reading_options(command: Command) -> Command:
    """The options for a command that reads gold alone, as `reading`."""

    @functools.wraps(command)
    def folded(
        *args: Any, payload: str | None, metadata: tuple[str, ...], detect: bool, cells: Any, **rest: Any
    ) -> Any:
        return command(*args, reading=ReadingOptions(detect, payload, metadata, cells), **rest)

    return _in_order(folded, _payload("", ""), _metadata("", ""), _DETECT, _CELLS)


def reading_options(command: Command) -> Command:
    """The options for a command that reads both sides, as `gold_reading` and `extracted_reading`."""

    @functools.wraps(command)
    def folded(
        *args: Any, text_field: str | None, payload: str | None, metadata: tuple[str, ...], gold_payload: str | None,
        gold_metadata: tuple[str, ...], detect: bool, cells: Any, repair: bool, **rest: Any,
    ) -> Any:  # fmt: skip
        if text_field is not None and payload is not None:
            raise InputError("--text-field and --payload both say where the record lies; give one of them.")
        gold = ReadingOptions(detect, gold_payload, gold_metadata, cells)
        extracted = ReadingOptions(detect if text_field is None else text_field, payload, metadata, cells, repair)
        return command(*args, gold_reading=gold, extracted_reading=extracted, **rest)

    text_field = click.option("--text-field", metavar="KEY",
                              help="Key of EXTRACTED with the text of a model.  [default: detected]")  # fmt: skip
    repair = click.option("--repair/--no-repair", default=True, show_default=True,
                          help="Mend broken JSON in the text of a model; each time is said.")  # fmt: skip
    both = (_payload("", " of EXTRACTED"), _metadata("", " of EXTRACTED"))
    gold = (_payload("gold-", " of GOLD"), _metadata("gold-", " of GOLD"))
    return _in_order(folded, text_field, *both, *gold, _DETECT, _CELLS, repair)


def _in_order(command: Command, *options: Command) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


def told_of(loaded: LoadedRecords, reading: ReadingOptions, id_field: str | None) -> Iterator[str]:
    """What was taken for the record, what was kept beside it, and what was mended."""
    detected = loaded.taken_from is not None and reading.payload is None and reading.text_field is True
    if detected:  # which the loader says
        yield f"{loaded.name}: --no-detect takes the records as they stand."
    elif loaded.taken_from is not None:
        yield f"{loaded.name}: the records are what lies in {loaded.taken_from!r}."
    beside = kept_beside(loaded)
    if beside:
        yield f"{loaded.name}: kept beside the records and not scored: {', '.join(repr(one.name) for one in beside)}."
    mended = [fate for fate in fates(loaded, id_field) if fate.was_read]
    if mended:
        listed = [f"{name_of(fate)} ({fate.told})" for fate in mended]
        yield f"{loaded.name}: {counted(len(mended), 'record')} mended: {some(listed)}."


def told_of_unreadable(
    extracted: LoadedRecords, unreadable: Unreadable, exclude: bool, run: RunResult, id_field: str | None
) -> Iterator[str]:
    """Which records cannot be read, and what that means for their gold records."""
    broken = [name_of(fate) for fate in fates(extracted, id_field) if fate.position in extracted.parse_errors]
    if not broken:
        return
    which = f"{extracted.name}: {counted(len(broken), 'record')} cannot be read: {some(broken)}."
    if run.missing_records == "exclude":
        yield f"{which} Left out, like all that are missing."
    elif not exclude:
        yield f"{which} Counted as omitted; --unreadable exclude leaves the gold records out."
    else:
        yield f"{which} Left out for it: {counted(len(run.left_out), 'gold record')}."
        if unreadable.unplaced:
            yield (
                f"{extracted.name}: of {counted(len(unreadable.unplaced), 'record')} among those nothing says to which "
                "gold record it belongs, so that one counts as omitted; --missing-records exclude leaves out all such."
            )


def name_of(fate: Fate) -> str:
    """A record by its id, or by its position in the file."""
    return fate.id or f"position {fate.position}"


def some(names: list[str]) -> str:
    """The first few, and how many more there are."""
    more = f", and {len(names) - _SHOWN:,} more; --json of score lists all" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
