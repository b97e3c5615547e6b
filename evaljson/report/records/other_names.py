"""Keys of gold whose values a variant holds under another name, with how many records that would pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.load.id_names import look_like_codes, sounds_like_id
from evaljson.report.records.id_keys import id_called_otherwise, id_candidates, joined, names_something_else

Records = Sequence[Any]


@dataclass(frozen=True, slots=True)
class OtherName:
    """A key of gold that pairs records by a key of another name."""

    key: str
    called: Mapping[str, str]
    """By variant that lacks `key`, the name of the key that holds its values."""
    paired: Mapping[str, int]
    """By variant, how many gold records it pairs."""

    @property
    def title(self) -> str:
        """The key and its other names: `sku = product_code`."""
        return f"{self.key} = {', '.join(dict.fromkeys(self.called.values()))}"


def keys_of_other_names(gold: Records, extracted: Mapping[str, Records]) -> list[OtherName]:
    """List the keys of gold that some variant has under another name, those that pair most first."""
    found = []
    for key in id_candidates(gold):
        called = {name: other for name, own in extracted.items() if (other := id_called_otherwise(gold, own, key))}
        if called:
            paired = {
                name: _joined_by(gold, own, key, called[name]) if name in called else joined(gold, own, key)
                for name, own in extracted.items()
            }
            found.append(OtherName(key, called, paired))
    return sorted(found, key=lambda one: -sum(one.paired.values()))


def name_to_take(gold: Records, extracted: Mapping[str, Records]) -> OtherName | None:
    """Return the key under another name that may pair without a question; None if none may, or several pair all.

    It pairs each record of every variant, its values look made to tell records apart, and no other key pairs all.
    """
    pairs_all = [one for one in keys_of_other_names(gold, extracted) if _is_whole(gold, extracted, one.paired)]
    if len(pairs_all) != 1 or not look_like_codes(record[pairs_all[0].key] for record in gold):
        return None
    (only,) = pairs_all
    for key in id_candidates(gold):
        if key != only.key and _is_whole(gold, extracted, {n: joined(gold, own, key) for n, own in extracted.items()}):
            return None
    named = {key for record in gold for key in record if isinstance(key, str) and sounds_like_id(key)} - {only.key}
    return only if all(names_something_else(gold, name) for name in named) else None


def displaced(gold: Records, records: Records, key: str, called: str) -> int:
    """Count the places at which an extracted record has another value under `called` than gold has under `key`."""
    pairs = ((own, record) for own, record in zip(gold, records, strict=False) if record is not None)
    return sum(called in record and record[called] != own[key] for own, record in pairs)


def _joined_by(gold: Records, records: Records, key: str, called: str) -> int:
    return joined(gold, [None if record is None else {key: record[called]} for record in records], key)


def _is_whole(gold: Records, extracted: Mapping[str, Records], paired: Mapping[str, int]) -> bool:
    return all(len(own) == len(gold) == paired[name] for name, own in extracted.items())
