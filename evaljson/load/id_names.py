"""Which keys are called as ids are called."""

from __future__ import annotations

import re
from typing import Final

_PLAIN: Final = ("id", "_id")
_LIKE_AN_ID: Final = re.compile(
    r"(?:^|[_\W])(?i:id|key|uuid|guid)$|[a-z]Id$|^(?i:(?:doc|document|record|file)(?:_?(?:id|name))?)$"
)


def sounds_like_id(key: str) -> int:
    """Return 2 for the key `id`, 1 for one like `doc_id`, `docId`, `uuid` or `file_name`, 0 for any other."""
    return 2 if key.lower() in _PLAIN else int(bool(_LIKE_AN_ID.search(key)))
