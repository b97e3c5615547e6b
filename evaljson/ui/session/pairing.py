"""How the records of a variant pair with gold, computed once."""

from __future__ import annotations

from typing import Any

from evaljson.base.bounded_cache import size_of
from evaljson.base.errors import InputError
from evaljson.load import LoadedRecords
from evaljson.load.pairing import Pairing, pair_by_id
from evaljson.ui.session import cache


def pairing_of(gold: LoadedRecords, loaded: LoadedRecords, id_key: str | None) -> Pairing | str:
    """Pair the records of a variant with gold; return the reason where they cannot be paired."""
    records: list[Any] = gold.records

    def pair() -> Pairing | str:
        try:
            return pair_by_id(records, loaded.records, id_key)
        except InputError as error:
            return str(error)

    # Two readings of one file have its hash, so the key is the objects themselves, which the value keeps alive.
    key = ("pairing", id(records), id(loaded.records), id_key)
    return cache.shared(key, lambda: (records, loaded.records, pair()), _size)[2]


def _size(held: tuple[Any, Any, Pairing | str]) -> int:
    """Return the bytes of the pairing without the records, which are held as datasets."""
    pairing = held[2]
    return 0 if isinstance(pairing, str) else 2 * size_of(pairing.positions) + size_of(pairing.record_ids)
