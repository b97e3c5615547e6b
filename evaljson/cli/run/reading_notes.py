"""Notes on how a file was read: where the records were, what was kept beside them, what was repaired or unreadable."""

from __future__ import annotations

from collections.abc import Iterator

from evaljson import RunResult
from evaljson.cli.options.reading import FileReading
from evaljson.load import LoadedRecords, Unreadable
from evaljson.report.records.load_report import fates, kept_beside
from evaljson.wording.words import counted

_MOST_NAMES = 3


def reading_notes(loaded: LoadedRecords, reading: FileReading, id_field: str | None) -> Iterator[str]:
    """Say where the records were, what was kept beside them, and what was repaired."""
    detected = loaded.taken_from is not None and reading.payload is None and reading.text_field is True
    if detected:  # the loader reports where
        yield f"{loaded.name}: --no-detect reads each entry as the record itself."
    elif loaded.taken_from is not None:
        yield f"{loaded.name}: the records are in {loaded.taken_from!r}."
    beside = kept_beside(loaded)
    if beside:
        yield f"{loaded.name}: kept beside the records and not scored: {', '.join(repr(one.name) for one in beside)}."
    repaired = [fate for fate in fates(loaded, id_field) if fate.was_read]
    if repaired:
        names = [f"{fate.name} ({fate.told})" for fate in repaired]
        yield f"{loaded.name}: {counted(len(repaired), 'record')} repaired: {_first_few(names)}."
    values = [(fate, value) for fate in repaired for value in fate.values]
    if values:
        lossy = sum(value.lossy for _, value in values)
        with_ids = [f"{fate.name}, {value}" for fate, value in values]
        lost = f", {lossy:,} of them with characters lost" if lossy else ""
        yield (
            f"{loaded.name}: {counted(len(values), 'repaired value')} not as in the text{lost}: {_first_few(with_ids)}."
        )


def unreadable_notes(
    extracted: LoadedRecords, unreadable: Unreadable, exclude: bool, run: RunResult, id_field: str | None
) -> Iterator[str]:
    """Say which extracted records cannot be read, and what happens to their gold records."""
    broken = [fate.name for fate in fates(extracted, id_field) if fate.position in extracted.parse_errors]
    if not broken:
        return
    which = f"{extracted.name}: {counted(len(broken), 'record')} cannot be read: {_first_few(broken)}."
    if run.missing_records == "exclude":
        yield f"{which} Left out, like all missing records."
    elif not exclude:
        yield (
            f"{which} The fields of unreadable records count as missing; --unreadable exclude leaves their gold "
            "records out."
        )
    else:
        yield f"{which} Left out for this: {counted(len(run.left_out), 'gold record')}."
        if unreadable.unplaced:
            yield (
                f"{extracted.name}: {counted(len(unreadable.unplaced), 'unreadable record')} cannot be assigned to a "
                "gold record, so the fields of that gold record count as missing; --missing-records exclude leaves "
                "out every missing record."
            )


def _first_few(names: list[str]) -> str:
    more = f", and {len(names) - _MOST_NAMES:,} more; score --json lists all" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more
