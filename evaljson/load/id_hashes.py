"""Finds integer ids that were chosen so that Python's dicts take quadratic time for them.

Python's hash of an integer is its remainder by 2**61 - 1, the same in every process; that of a text is not known to
anyone. So a file may hold any number of integers with one hash, and looking up one of them compares it with all.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from evaljson.base.limits import DEFAULTS

_OWN_HASH: Final = sys.hash_info.modulus
"""Integers below it, of either sign, have a hash of their own (except -1 and -2)."""


def share_a_hash(ids: Iterable[Any]) -> bool:
    """Check whether more ids than the limit have the same hash."""
    large = [hash(one) for one in ids if type(one) is int and not -_OWN_HASH < one < _OWN_HASH]
    return len(large) > DEFAULTS.alike_ids and max(Counter(large).values()) > DEFAULTS.alike_ids
