"""How the records of a variant pair with gold, computed once."""

from __future__ import annotations

from typing import Any

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

    return cache.derived(("pairing", gold.sha256, loaded.sha256, id_key), pair)
