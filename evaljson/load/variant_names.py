"""What variants are called where people read their names: without the word that files of extracted records begin with.

The one rule of pages, reports and the command line. What a store holds stays as it was given.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

_BEGINNING: Final = re.compile(r"(?i)^extract(?:ed|ions?)[_\-. ]+(?=\w)(?=.*[^\W\d_])")
"""What tells no variant from another: `extracted_gpt` is `gpt`. A number alone is no name: `extraction_1` stays."""
_SHARED: Final = re.compile(
    r"(?i)^(?:.*?[_\-. ])?(?:extract(?:ed|ions?)|predict(?:ed|ions?)|preds?|outputs?|results?)[_\-. ]+"
    r"(?=\w)(?=.*[^\W\d_])"
)
"""The same with words before it, where all names begin so: `loans_extracted_gpt` beside `loans_extracted_claude`."""


def without_beginning(name: str) -> str:
    """Return a name without the word that all such names may begin with."""
    return _BEGINNING.sub("", name)


def shown_names(names: Sequence[str]) -> list[str]:
    """Return what each of these names is shown as, in their order; those that would be equal stay as they are."""
    begin = {found.group() for name in names if (found := _SHARED.match(name))}
    is_shared = len(names) > 1 and len(begin) == 1 and all(map(_SHARED.match, names))
    short = [_SHARED.sub("", name) if is_shared else without_beginning(name) for name in names]
    times = Counter(short)
    shown = [own if times[own] == 1 else name for own, name in zip(short, names, strict=True)]
    return shown if len(set(shown)) == len(shown) else list(names)


def called(name: str, among: Collection[str]) -> str | None:
    """Return which of some shown names a name means, with or without the beginning; None for none of them."""
    if name in among:
        return name
    for beginning in (_BEGINNING, _SHARED):
        alike = [other for other in among if beginning.sub("", other) == beginning.sub("", name)]
        if alike:
            return alike[0] if len(alike) == 1 else None
    return None
