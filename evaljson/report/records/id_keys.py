"""Which top-level key of the records can serve as their id, and how ids are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.load.id_hashes import share_a_hash
from evaljson.load.id_names import look_like_ids, sounds_like_id
from evaljson.wording.words import counted

_TYPES = {str, int}
_FEW = 0.1
"""Of all records, the share that may be in the way of an id."""
_SHARED = 0.25
"""Of all records, the share that may repeat an id: a key that repeats more often names something else."""


def id_candidates(gold: Sequence[Mapping[str, Any]]) -> list[str]:
    """List keys that every gold record has, with different strings or integers, in the order of the first record."""
    if not gold:
        return []
    return [key for key in gold[0] if _is_unique(gold, key)]


def _is_unique(gold: Sequence[Mapping[str, Any]], key: str) -> bool:
    values = [record.get(key) for record in gold]
    if not all(type(value) in _TYPES for value in values) or share_a_hash(values):
        return False
    return len(set(values)) == len(values)


def almost_ids(gold: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """List keys that would be ids except for a few records, with what is wrong; those that sound like ids first."""
    keys = dict.fromkeys(key for record in gold for key in record)
    almost = [(key, obstacle) for key in keys if (obstacle := in_the_way(gold, key, max(1, len(gold) * _FEW)))]
    return sorted(almost, key=lambda candidate: -sounds_like_id(candidate[0]))


def in_the_way(
    gold: Sequence[Mapping[str, Any]], key: str, at_most: float, places: Sequence[int] | None = None
) -> str | None:
    """Say what keeps a key from being an id; None if nothing does, or more than so many records.

    `places`: index of each record in its file, where some were left out.
    """
    numbers = range(1, len(gold) + 1) if places is None else [place + 1 for place in places]
    usable = [
        (place, record_id)
        for place, record in zip(numbers, gold, strict=True)
        if type(record_id := record.get(key)) in _TYPES
    ]
    if share_a_hash(record_id for _, record_id in usable):
        return None
    first: dict[Any, int] = {}
    twice = [
        (first[record_id], place, record_id)
        for place, record_id in usable
        if first.setdefault(record_id, place) != place
    ]
    lacking = sorted(set(numbers) - {place for place, _ in usable})
    if not (twice or lacking) or len(twice) + len(lacking) > at_most:
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


def almost_unique_id(gold: Sequence[Mapping[str, Any] | None]) -> str | None:
    """Return the key called an id that few gold records lack and few share with another one; None if none is shared."""
    key = almost_complete_id(gold)
    if key is None:
        return None
    ids = [own for record in gold if record is not None and type(own := record.get(key)) in _TYPES]
    return key if len({(type(own), own) for own in ids}) < len(ids) else None


def almost_complete_id(gold: Sequence[Mapping[str, Any] | None]) -> str | None:
    """Return the key called an id that few records lack and few share; None if there is none."""
    records = [record for record in gold if record is not None]
    keys = dict.fromkeys(key for record in records for key in record)
    for key in sorted(filter(sounds_like_id, keys), key=lambda name: -sounds_like_id(name)):
        ids = [own for record in records if type(own := record.get(key)) in _TYPES]
        lacking = len(records) - len(ids)
        if lacking > max(1, len(records) * _FEW) or share_a_hash(ids):
            continue
        different = len({(type(own), own) for own in ids})
        if different and len(records) - different <= max(1, len(records) * _SHARED):
            return key
    return None


def likely_id(gold: Sequence[Mapping[str, Any]], extracted: Sequence[Sequence[Mapping[str, Any] | None]]) -> str | None:
    """Return the candidate that is named like an id and joins most records on every side, else the one that joins most.

    None: by position. A key joins nothing where a single extracted record lacks it, since such records are paired by
    position. `why_ask` says where a person should confirm it.
    """
    ranked = []
    for place, key in enumerate(id_candidates(gold)):
        sounds = sounds_like_id(key)
        is_plain = bool(sounds and extracted and all(joins_most(gold, records, key) for records in extracted))
        total = sum(joined(gold, records, key) for records in extracted)
        ranked.append((is_plain, total, sounds, look_like_ids(record[key] for record in gold), -place, key))
    if not ranked:
        return None
    _, total, sounds, _, _, key = max(ranked)
    return key if total or (sounds and not extracted) else None


def only_plain_id(
    gold: Sequence[Mapping[str, Any]], extracted: Sequence[Sequence[Mapping[str, Any] | None]]
) -> str | None:  # fmt: skip
    """Return the one key whose values look like ids and that pairs each record of every side; None unless just one."""
    found = [
        key
        for key in id_candidates(gold)
        if look_like_ids(record[key] for record in gold) and all(_pairs_all(gold, own, key) for own in extracted)
    ]
    return found[0] if len(found) == 1 and extracted else None


def _pairs_all(gold: Sequence[Mapping[str, Any]], records: Sequence[Mapping[str, Any] | None], key: str) -> bool:
    return len(records) == len(gold) == joined(gold, records, key)


def names_something_else(gold: Sequence[Mapping[str, Any]], key: str) -> bool:
    """Check whether a key that is called an id is that of something else: many records repeat it, or lack it."""
    return in_the_way(gold, key, len(gold)) is not None and in_the_way(gold, key, max(1, len(gold) * _SHARED)) is None


def joins_most(gold: Sequence[Mapping[str, Any]], records: Sequence[Mapping[str, Any] | None], key: str) -> bool:
    """Check whether a key joins at least half of the records that it could join."""
    could = min(len(gold), sum(record is not None for record in records))
    return joined(gold, records, key) * 2 >= could


def joined(gold: Sequence[Mapping[str, Any]], records: Sequence[Mapping[str, Any] | None], key: str) -> int:
    """Count the gold records that a key joins; 0 where a single extracted record lacks it."""
    produced = [record for record in records if record is not None]
    if not all(key in record for record in produced) or share_a_hash(record[key] for record in produced):
        return 0
    produced_ids = {(type(record[key]), record[key]) for record in produced if type(record[key]) in _TYPES}
    return len(produced_ids & {(type(record[key]), record[key]) for record in gold})


def key_of_ids(gold: Sequence[Mapping[str, Any] | None], ids: Sequence[str]) -> str | None:
    """Find the key of gold that holds these ids, which came beside the records; None if none holds at least half."""
    records = [record for record in gold if record is not None]
    if not records or not ids or share_a_hash(ids):
        return None
    ranked = []
    for place, key in enumerate(records[0]):
        values = [record.get(key) for record in records]
        if share_a_hash(value for value in values if type(value) in _TYPES):
            continue
        found = len({value for value in values if isinstance(value, str)}.intersection(ids))
        ranked.append((found, sounds_like_id(key), -place, key))
    found, _, _, key = max(ranked, default=(0, 0, 0, ""))
    return key if found * 2 >= min(len(records), len(set(ids))) and found else None


def key_kept_beside(gold: Sequence[Mapping[str, Any]], metadata: Sequence[Mapping[str, Any]]) -> str | None:
    """Find the key of gold's ids that is kept beside other records, if it pairs at least half of them."""
    found = []
    for key in gold[0] if gold else ():
        has_it = [one for one in metadata if key in one]
        tells_apart = len({record.get(key) for record in gold if type(record.get(key)) in _TYPES}) * 10 >= len(gold) * 9
        pairs = joined(gold, has_it, key) if has_it and tells_apart else 0
        if pairs and pairs * 2 >= min(len(gold), len(metadata)):
            found.append((pairs, sounds_like_id(key), key))
    return max(found)[2] if found else None


def id_called_otherwise(
    gold: Sequence[Mapping[str, Any]], extracted: Sequence[Mapping[str, Any] | None], id_key: str
) -> str | None:
    """Find the key that holds gold's ids in all extracted records, if none of them has `id_key`; the likeliest one."""
    produced = [record for record in extracted if record is not None]
    if not produced or any(id_key in record for record in produced):
        return None
    if share_a_hash(record.get(id_key) for record in gold):
        return None
    gold_ids = {(type(record_id), record_id) for record in gold if type(record_id := record.get(id_key)) in _TYPES}
    ranked = [
        (len({(type(record[key]), record[key]) for record in produced} & gold_ids), sounds_like_id(key), -place, key)
        for place, key in enumerate(id_candidates(produced))
    ]
    total, _, _, key = max(ranked, default=(0, 0, 0, ""))
    return key if total * 2 >= min(len(produced), len(gold_ids)) and total else None


def id_labels(ids: Sequence[Any]) -> list[str]:
    """Write ids as text, each once: the number 1 beside the text "1" is "1 (number)"."""
    texts = {record_id for record_id in ids if isinstance(record_id, str)}
    return [
        f"{record_id} (number)" if str(record_id) in texts and not isinstance(record_id, str) else str(record_id)
        for record_id in ids
    ]
