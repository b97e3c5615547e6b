"""Ids of extracted records that are those of gold, written otherwise: `L1001` for `L-1001`, or `l 1001`.

They do not pair by themselves: ids that differ are two records until someone says otherwise.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from evaljson.load.loaded_records import LoadedRecords, LoadProblem, RecordId

_BETWEEN_DIGITS: Final = re.compile(r"(?<=\d)[\W_]+(?=\d)")
"""Separators without which two numbers would be one: 2024-1-12 is not 2024-11-2, and 1.0 is not 10."""
_AS_GOLD: Final = re.compile(r"[\d,]+ ids? (?:are|is) read as gold has (?:them, such as|it:) ")
ZEROS_IN_FRONT: Final = re.compile(r"(?<![\d.,])0+(?=\d)")
"""Zeros in front of a number anywhere in a text, and not among its decimals."""


def ids_written_otherwise(
    gold: Iterable[Any], missing: Iterable[Any], strays: Iterable[Any]
) -> dict[RecordId, RecordId]:
    """Return the id of gold that each stray id is except for case, white space, separators, zeros in front and type.

    Between two digits it does not count which separator there is, only that there is one. Ids are compared with the
    zeros in front of their numbers first; those that are left are compared without them.

    `gold` has all its ids, and `missing` those without an extracted record. Where several ids of one side are the same
    except for these, none is returned: they would be told apart by chance.
    """
    every, left, others = list(gold), list(missing), list(strays)
    found = _same_by(_plain, every, left, others)
    taken = set(found.values())
    left = [one for one in left if not isinstance(one, str | int) or one not in taken]
    others = [one for one in others if not isinstance(one, str | int) or one not in found]
    return found | _same_by(_without_zeros, every, left, others)


def _same_by(
    plain_of: Callable[[Any], str], gold: Iterable[Any], missing: Iterable[Any], strays: Iterable[Any]
) -> dict[RecordId, RecordId]:
    of_gold = Counter(map(plain_of, gold))
    alone = {plain: one for one in missing if (plain := plain_of(one)) and of_gold[plain] == 1}
    found: dict[str, list[RecordId]] = {}
    for one in strays:
        if isinstance(one, str | int) and (plain := plain_of(one)) in alone:
            found.setdefault(plain, []).append(one)
    return {same[0]: alone[plain] for plain, same in found.items() if len(same) == 1}


def _without_zeros(one: Any) -> str:
    return _plain(ZEROS_IN_FRONT.sub("", one) if isinstance(one, str) else one)


def _plain(one: Any) -> str:
    if isinstance(one, bool) or not isinstance(one, str | int):
        return ""
    numbers = _BETWEEN_DIGITS.split(str(one).casefold())
    return "-".join("".join(filter(str.isalnum, part)) for part in numbers)


def says_ids_as_gold(message: str) -> bool:
    """Check whether a remark is that of `with_ids_as_gold`."""
    return _AS_GOLD.match(message) is not None


def with_ids_as_gold(loaded: LoadedRecords, id_key: str, ids: Mapping[RecordId, RecordId]) -> LoadedRecords:
    """Return the records with these ids written as gold has them, a remark that says so, and a hash of their own."""

    def written(record: dict[str, Any] | None) -> dict[str, Any] | None:
        own = None if record is None else record.get(id_key)
        if record is None or isinstance(own, bool) or not isinstance(own, str | int) or own not in ids:
            return record
        return {**record, id_key: ids[own]}

    (own, of_gold), *others = ids.items()
    many = f"{1 + len(others):,} ids are read as gold has them, such as" if others else "1 id is read as gold has it:"
    remark = LoadProblem(None, None, "", f"{many} {own!r} as {of_gold!r}.", "warning", "")
    how = f"{loaded.sha256} {id_key} {sorted(map(repr, ids.items()))}".encode("utf-8", "surrogatepass")
    return replace(
        loaded,
        records=[written(record) for record in loaded.records],
        problems=[*loaded.problems, remark],
        sha256=hashlib.sha256(how).hexdigest(),
    )
