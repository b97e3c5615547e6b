"""What an evaluation is called unless someone names it: after its documents, or else after what is compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from evaljson.load.file_names import name_of_file
from evaljson.wording.short_names import shortened

_SAYS_NOTHING: Final = frozenset(
    word
    for line in (
        "gold golden truth ground groundtruth expected reference references label labels labelled labeled",
        "annotation annotations annotated answers correct data dataset record records document documents doc docs",
        "file final",
    )
    for word in line.split()
)
"""Words in the name of a gold file that do not say what its records are about."""
_WORDS: Final = re.compile(r"[^\W_]+")
_LEAST_LETTERS: Final = 3
_NAMED: Final = 2
_LONGEST: Final = 60


def draft_title(gold: str, variants: Sequence[str]) -> str:
    """Name an evaluation after the name of its gold file and those of its variants.

    `permits_gold.jsonl` gives "permits"; `gold.jsonl` says nothing, so that the first variants are named.
    """
    words = [word for word in _WORDS.findall(name_of_file(gold)) if word.casefold() not in _SAYS_NOTHING]
    if any(sum(map(str.isalpha, word)) >= _LEAST_LETTERS for word in words):
        return shortened(" ".join(words), _LONGEST)
    if len(variants) < _NAMED:
        return f"My data: {gold}"
    first = [shortened(name, _LONGEST) for name in variants[:_NAMED]]
    more = len(variants) - _NAMED
    return f"{', '.join(first)} and more" if more else " and ".join(first)  # no count: variants come and go
