"""Large datasets of which pages read the records that they show, without reading all of them.

A job that has read all records notes how long each is in what is stored. It is kept in the settings of the workspace
under a scope of the evaluation, by dataset, which is the hash of its content. No figure depends on it, and where it is
not kept, all records are read.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.bounded_cache import Bounded, size_of, size_of_records
from evaljson.load import LoadedRecords
from evaljson.load.placed_records import PlacedRecords
from evaljson.store import Dataset, Store
from evaljson.store.record_codec import BEGIN, decode_without_records, record_in, record_lengths

MANY: Final = 5_000
"""Records from which on it is noted: fewer are read in a fraction of a second."""
_SCOPE: Final = "places"
_A_PLACE: Final = 16
"""Bytes."""


@dataclass(frozen=True, slots=True)
class RecordPlaces:
    """Where each record stands in stored content."""

    starts: Ints
    """The first byte of each."""
    lengths: Ints
    end: int
    """The first byte after all of them."""
    is_alone: bool
    """Whether there are neither ids nor metadata of the records."""


def keep_places(store: Store, evaluation: str, dataset: Dataset, loaded: LoadedRecords, *, by: str) -> None:
    """Note where the records of a large dataset stand, unless that is kept. `loaded` is the dataset."""
    if dataset.count < MANY or store.settings.get(_scope(evaluation), dataset.id) is not None:
        return
    lengths = np.array(record_lengths(store.datasets.content(dataset.id)), np.uint32)
    packed = base64.b64encode(zlib.compress(lengths.tobytes(), 1)).decode()
    kept = {"lengths": packed, "is_alone": loaded.ids is None and loaded.metadata is None}
    store.settings.set(_scope(evaluation), dataset.id, kept, by=by)


def kept_places(store: Store, evaluation: str, dataset: str) -> RecordPlaces | None:
    """Return where the records of a dataset stand; None where that is not kept."""
    kept: dict[str, Any] | None = store.settings.get(_scope(evaluation), dataset)
    if kept is None:
        return None
    lengths = np.frombuffer(zlib.decompress(base64.b64decode(kept["lengths"])), np.uint32).astype(np.intp)
    ends = np.fromiter(accumulate((lengths + 1).tolist(), initial=len(BEGIN)), np.intp, len(lengths) + 1)
    return RecordPlaces(ends[:-1], lengths, int(ends[-1]) - 1, kept["is_alone"])


def placed_dataset(held: Bounded, store: Store, evaluation: str, dataset: str, *, of: Hashable = None) -> LoadedRecords:
    """Return a dataset whose records are read when someone looks at them; all at once where no places are kept.

    `held` holds what was read, `of` says which store it is from. Shared, so never changed. Raises StoreError.
    """
    key = (of, "placed", dataset)
    if key not in held and (of, "dataset", dataset) in held:
        whole = whole_dataset(held, store, dataset, of=of)
        if len(whole.records) < MANY:  # of these, no places are ever kept: pages need not ask again and again
            return whole
    places = None if key in held else kept_places(store, evaluation, dataset)
    if places is None and key not in held:
        return whole_dataset(held, store, dataset, of=of)

    def size(loaded: LoadedRecords) -> int:
        """Return the bytes with those of the content, from which single records are read; all records are apart."""
        of_places = 0 if places is None else places.end + _A_PLACE * len(places.starts)
        return of_places + size_of([loaded.ids, loaded.metadata])

    return held.get(key, lambda: _placed(held, store, dataset, places, of), size)


def _placed(held: Bounded, store: Store, dataset: str, places: RecordPlaces | None, of: Hashable) -> LoadedRecords:
    if places is None:  # what was held was dropped just now
        return store.datasets.load(dataset)
    starts, lengths = places.starts, places.lengths

    @cache
    def content() -> bytes:
        return store.datasets.content(dataset)

    def one(at: int) -> Any:
        return record_in(content(), int(starts[at]), int(lengths[at]))

    def every() -> Sequence[Any]:
        return whole_dataset(held, store, dataset, of=of).records

    beside = None if places.is_alone else content()[places.end :]
    return decode_without_records(store.datasets.report(dataset), beside, PlacedRecords(len(starts), one, every))


def whole_dataset(held: Bounded, store: Store, dataset: str, *, of: Hashable = None) -> LoadedRecords:
    """Return a dataset with all its records. Shared, so never changed. Raises StoreError."""
    return held.get((of, "dataset", dataset), lambda: store.datasets.load(dataset), _size_of_whole)


def touch_dataset(held: Bounded, dataset: str, *, of: Hashable = None) -> None:
    """Count it as used now, in all the forms that are held: what was made of it holds it anyway."""
    for form in ("dataset", "placed"):
        held.touch((of, form, dataset))


def _size_of_whole(loaded: LoadedRecords) -> int:
    return size_of_records(loaded.records) + size_of_records(loaded.metadata or [])


def _scope(evaluation: str) -> str:
    return f"{_SCOPE}:{evaluation}"
