"""Which keys are called as ids are called, and which values look like ids."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

_PLAIN: Final = ("id", "_id")
_LIKE_AN_ID: Final = re.compile(
    r"(?:^|[_\W])(?i:id|key|uuid|guid)$|[a-z]Id$|^(?i:(?:doc|document|record|file)(?:_?(?:id|name))?)$"
)


def sounds_like_id(key: str) -> int:
    """Return 2 for the key `id`, 1 for one like `doc_id`, `docId`, `uuid` or `file_name`, 0 for any other."""
    return 2 if key.lower() in _PLAIN else int(bool(_LIKE_AN_ID.search(key)))


_OF_AN_ID: Final = re.compile(r"(?=.*[^\W\d_])(?=.*\d)[^\s@]{1,200}|[^\s@]{1,200}\.[A-Za-z]\w{1,4}")


def look_like_ids(values: Iterable[Any]) -> bool:
    """Check whether texts look made to tell records apart: letters with digits, or names of files, without a space.

    Numbers, dates, amounts, e-mail addresses and words do not: they say something about a record, and are scored.
    """
    listed = list(values)
    return bool(listed) and all(
        isinstance(value, str) and _OF_AN_ID.fullmatch(value) and not _MOMENT.match(value) for value in listed
    )


_MOMENT: Final = re.compile(r"\d{4}-?\d\d-?\d\dT\d\d")
"""A date with a time has a letter and digits as well."""
_CODE: Final = re.compile(r"\d+(?:[-/_]\d+)+")
_DATE: Final = re.compile(r"\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?|\d{1,2}[-/]\d{1,2}[-/]\d{2,4}")


def look_like_codes(values: Iterable[Any]) -> bool:
    """Check whether texts look like ids, or are groups of digits such as `25644-000` and no dates."""
    listed = list(values)
    return look_like_ids(listed) or (
        bool(listed)
        and all(isinstance(value, str) and _CODE.fullmatch(value) and not _DATE.fullmatch(value) for value in listed)
    )
