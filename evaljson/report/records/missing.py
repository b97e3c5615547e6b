"""Records that a variant does not have, and why: not produced, not read, or left out of its figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.load import LoadedRecords
from evaljson.load.file_places import FilePlaces, known_id
from evaljson.load.loaded_records import RecordId
from evaljson.load.pairing import Unpaired
from evaljson.report.records.id_keys import id_labels
from evaljson.report.records.load_report import Fate, fates, positions_by_place
from evaljson.results.aggregate import record_ids
from evaljson.results.model import RunResult
from evaljson.scoring.tallies import mean, record_figures
from evaljson.wording.words import counted

if TYPE_CHECKING:
    import pandas as pd

NOT_PRODUCED, NULL, NOT_READ = "not in the file", "null in the file", "could not be read"
COPY = "a copy of another gold record"
COUNTS, LEFT_OUT = "counts as missing, field by field", "left out: in no figure"
STRAY, REPEATED = "has no gold record", "its id occurs earlier"
NEVER = "never scored"


@dataclass(frozen=True, slots=True)
class Gone:
    """A record that only gold has, or only the extraction."""

    record: str
    """Its id as text; empty where it has none."""
    why: str
    counts: str
    """What that means for the figures."""
    detail: str = ""
    """What the reader of the file, or of the pairs, said."""


def gone_records(
    run: RunResult,
    loaded: LoadedRecords,
    id_key: str | None,
    copies: Iterable[RecordId] = (),
    gold: LoadedRecords | None = None,
) -> list[Gone]:
    """List gold records without an extracted one, in the order of gold; then extracted ones that are not scored.

    `copies` are the ids of gold records that someone left out because gold has them twice; they come last. `gold` tells
    which extracted records have theirs among those that were left out while it was read.
    """
    chosen = {_key(record_id) for record_id in copies}
    left = {_key(record_id) for record_id in run.left_out} - chosen
    unread = _unread(run, loaded, id_key)
    missing = [one for one in dict.fromkeys([*run.missing, *run.left_out]) if _key(one) not in chosen]
    gone = list(_missing(run, missing, left, unread))
    invented = {_key(record_id) for record_id in run.invented_records}
    strays = [stray for stray in run.strays if _key(stray.id) not in invented]
    for why, listed in ((REPEATED, run.duplicates), (STRAY, strays)):
        labels = id_labels([unpaired.id for unpaired in listed])
        told = unpaired_in_words(listed, loaded, id_key, gold)
        gone += [Gone(_blanks_seen(label), why, NEVER, words) for label, words in zip(labels, told, strict=True)]
    twice = [one for one in run.left_out if _key(one) in chosen]
    return gone + [Gone(label, COPY, LEFT_OUT) for label in id_labels(twice)]


def unpaired_in_words(
    listed: Sequence[Unpaired], loaded: LoadedRecords, id_key: str | None, gold: LoadedRecords | None = None
) -> list[str]:
    """Say of extracted records that are not scored where they stand in their file, and why; see `gone_records`."""
    places, first = FilePlaces(loaded), dict[object, int]()
    aside = gold.set_aside.rows.values() if gold is not None and gold.set_aside is not None else ()
    out = {_hashable(row.record.get(id_key or "")) for row in aside} - {None}
    if any(one.is_repeated for one in listed) and id_key is not None:
        for at, record in enumerate(loaded.records):
            if record is not None and id_key in record:
                first.setdefault(_hashable(record[id_key]), at)
    told = []
    for one in listed:
        earlier = first.get(_hashable(one.id)) if one.is_repeated else None
        reason = one.reason if earlier is None else f"{places.of(earlier)} has this id too"
        if not one.is_repeated and _hashable(one.id) in out:
            reason = "its gold record is left out"
        told.append(f"{places.of(one.position)}: {reason}")
    return told


def _blanks_seen(label: str) -> str:
    """Quote an id with white space at an end, which looks like one of gold without."""
    return label if label == label.strip() else f'"{label}"'


def _unread(run: RunResult, loaded: LoadedRecords, id_key: str | None) -> dict[object, Fate]:
    """Return what became of the records that are null or could not be read, by the key of their id in the run."""
    gone = {fate.position: fate for fate in fates(loaded, id_key) if not fate.was_read}
    if not gone or run.paired_by != "position":
        return {_key(known_id(loaded, at, id_key)): fate for at, fate in gone.items()}
    ids = record_ids(run.records)  # those of gold: the file has none
    return {_key(ids[place]): gone[at] for place, at in positions_by_place(run, loaded, id_key).items() if at in gone}


def _hashable(record_id: object) -> object:
    return _key(record_id) if isinstance(record_id, str | int) else None


def _missing(run: RunResult, missing: list[RecordId], left: set[object], unread: dict[object, Fate]) -> Iterator[Gone]:
    for label, record_id in zip(id_labels(missing), missing, strict=True):
        out = run.missing_records == "exclude" or _key(record_id) in left
        fate = unread.get(_key(record_id))
        if fate is None:
            why = NOT_READ if _key(record_id) in left else NOT_PRODUCED
        else:
            why = NULL if fate.is_null else NOT_READ
        told = "" if fate is None else str(fate.place) if fate.is_null else f"{fate.place}: {fate.told}"
        yield Gone(label, why, LEFT_OUT if out else COUNTS, told)


def _key(record_id: object) -> object:
    """Return a key under which 1, "1" and True are three ids."""
    return type(record_id), record_id


def in_words(listed: list[Gone]) -> str:
    """Write `120 gold records missing, 3 of them left out; 2 extracted records never scored`; empty without any."""
    copies = sum(gone.why == COPY for gone in listed)
    missing = [gone for gone in listed if gone.counts != NEVER and gone.why != COPY]
    out = sum(gone.counts == LEFT_OUT for gone in missing)
    parts = []
    if missing:
        share = "" if not out else ", all left out" if out == len(missing) else f", {out:,} of them left out"
        parts.append(f"{counted(len(missing), 'gold record')} missing{share}")
    if never := len(listed) - len(missing) - copies:
        parts.append(f"{counted(never, 'extracted record')} never scored")
    if copies:
        parts.append(copies_in_words(copies))
    return "; ".join(parts)


def copies_in_words(count: int) -> str:
    """Write `1 copy in gold left out`."""
    return f"{counted(count, 'copy', 'copies')} in gold left out"


def f1_without_missing(run: RunResult) -> float | None:
    """Return the mean F1 over the records that the variant has; None where it has none."""
    there = f1_of_those_there(run)
    return mean(there[~np.isnan(there)])


def f1_of_those_there(run: RunResult) -> Floats:
    """Return the F1 of each record; NaN for those that the variant has not."""
    gone = set(run.missing)
    lacks = np.fromiter((record_id in gone for record_id in record_ids(run.records)), np.bool_, len(run.records))
    there: Floats = np.where(lacks, np.nan, record_figures(*run.tallies.by_record()).f1)
    return there


def gone_table(listed: list[Gone]) -> pd.DataFrame:
    """Return one row per record."""
    import pandas as pd

    rows = [(gone.record, gone.why, gone.counts, gone.detail) for gone in listed]
    return pd.DataFrame(rows, columns=["Record", "Why", "What it counts as", "Details"], dtype=object)
