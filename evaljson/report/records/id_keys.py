"""Which top-level key of the records can serve as their id, and how ids are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.wording.words import counted

_TYPES = {str, int}
_FEW = 0.1
"""Of all records, the share that may be in the way of an id."""


def id_candidates(gold: Sequence[Mapping[str, Any]]) -> list[str]:
    """List keys that every gold record has, with different strings or integers, in the order of the first record."""
    if not gold:
        return []
    return [key for key in gold[0] if _is_unique(gold, key)]


def _is_unique(gold: Sequence[Mapping[str, Any]], key: str) -> bool:
    values = [record.get(key) for record in gold]
    return all(type(value) in _TYPES for value in values) and len(set(values)) == len(values)


def almost_ids(gold: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """List keys that would be ids except for a few records, with what is wrong; those that sound like ids first."""
    keys = dict.fromkeys(key for record in gold for key in record)
    almost = [(key, obstacle) for key in keys if (obstacle := _in_the_way(gold, key)) is not None]
    return sorted(almost, key=lambda candidate: -_sounds_like_id(candidate[0]))


def _in_the_way(gold: Sequence[Mapping[str, Any]], key: str) -> str | None:
    """Say what keeps a key from being an id; None if nothing does, or too much."""
    usable = [
        (place, record_id) for place, record in enumerate(gold, 1) if type(record_id := record.get(key)) in _TYPES
    ]
    first: dict[Any, int] = {}
    twice = [
        (first[record_id], place, record_id)
        for place, record_id in usable
        if first.setdefault(record_id, place) != place
    ]
    lacking = sorted(set(range(1, len(gold) + 1)) - {place for place, _ in usable})
    if not (twice or lacking) or len(twice) + len(lacking) > max(1, len(gold) * _FEW):
        return None
    obstacles = []
    if lacking:
        obstacles.append(
            f"{counted(len(lacking), 'gold record lacks', 'gold records lack')} it (record {lacking[0]:,})"
        )
    if twice:
        earlier, other, record_id = twice[0]
        obstacles.append(
            f"records {earlier:,} and {other:,} both have {record_id!r}" + (" and so on" if len(twice) > 1 else "")
        )
    return ", and ".join(obstacles)


def likely_id(gold: Sequence[Mapping[str, Any]], extracted: Sequence[Sequence[Mapping[str, Any] | None]]) -> str | None:
    """Return the candidate that joins most records, then one named like an id, then the first. None: by position.

    A key joins nothing where a single extracted record lacks it, since such records are paired by position.
    """
    ranked = [
        (sum(_joined(gold, records, key) for records in extracted), _sounds_like_id(key), -place, key)
        for place, key in enumerate(id_candidates(gold))
    ]
    if not ranked:
        return None
    joined, sounds, _, key = max(ranked)
    return key if joined or (sounds and not extracted) else None


def _joined(gold: Sequence[Mapping[str, Any]], records: Sequence[Mapping[str, Any] | None], key: str) -> int:
    produced = [record for record in records if record is not None]
    if not all(key in record for record in produced):
        return 0
    produced_ids = {(type(record[key]), record[key]) for record in produced if type(record[key]) in _TYPES}
    return len(produced_ids & {(type(record[key]), record[key]) for record in gold})


def _sounds_like_id(key: str) -> int:
    name = key.lower()
    return 2 if name in ("id", "_id") else int(name.endswith(("_id", "-id", "id")))


def id_called_otherwise(
    gold: Sequence[Mapping[str, Any]], extracted: Sequence[Mapping[str, Any] | None], id_key: str
) -> str | None:
    """Find the key that holds gold's ids in all extracted records, if none of them has `id_key`; the likeliest one."""
    produced = [record for record in extracted if record is not None]
    if not produced or any(id_key in record for record in produced):
        return None
    gold_ids = {(type(record_id), record_id) for record in gold if type(record_id := record.get(id_key)) in _TYPES}
    ranked = [
        (len({(type(record[key]), record[key]) for record in produced} & gold_ids), _sounds_like_id(key), -place, key)
        for place, key in enumerate(id_candidates(produced))
    ]
    joined, _, _, key = max(ranked, default=(0, 0, 0, ""))
    return key if joined * 2 >= min(len(produced), len(gold_ids)) and joined else None


def id_labels(ids: Sequence[Any]) -> list[str]:
    """Write ids as text, each once: the number 1 beside the text "1" is "1 (number)"."""
    texts = {record_id for record_id in ids if isinstance(record_id, str)}
    return [
        f"{record_id} (number)" if str(record_id) in texts and not isinstance(record_id, str) else str(record_id)
        for record_id in ids
    ]
