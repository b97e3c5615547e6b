"""Texts as some ways of writing leave them, each worked out once."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from evaljson.base.params import parse_xeval_entry
from evaljson.suggest.kinds.text_axes import AXES
from evaljson.transforms.registry import get_transform

LONGEST: Final = 20_000
"""Longer texts are not looked at."""


class Written:
    """Texts as some axes leave them, each worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, tuple[str, ...]], str] = {}
        self._steps = {axis.kind: [_step(entry) for entry in axis.transforms] for axis in AXES}
        self._bare: dict[str, str] = {}

    def __call__(self, text: str, kinds: tuple[str, ...]) -> str:
        if not kinds:
            return text
        written = self._known.get((text, kinds))
        if written is None:
            written = self(text, kinds[:-1])
            for step, params in self._steps[kinds[-1]]:
                written = step(written, params)
            self._known[text, kinds] = written
        return written

    def bare(self, text: str) -> str:
        """Return the sorted letters and digits without case, accents and zeros: if they differ, no axis helps."""
        if text not in self._bare:
            folded = unicodedata.normalize("NFKD", text.casefold()).casefold()
            self._bare[text] = "".join(sorted(c for c in folded if c.isalnum() and c != "0"))
        return self._bare[text]


_WORDS: Final = 8
"""Letters of a text from which on white space makes no other text of it: `Rosenfor Nevada`."""
_LOOKS: Final = ("whitespace", "width", "lookalikes", "case")
"""What never makes another answer of a text."""


def same_but_for_looks(text: str) -> str:
    """Return a text as it is where white space, width, look-alikes and case do not count: in words, none of the white
    space; in codes and short texts, how wide it is."""
    if len(text) > LONGEST:
        return text
    looks = Written()(text, _LOOKS)
    words = "".join(looks.split())
    return words if len(words) >= _WORDS and not any(map(str.isdigit, words)) else looks


def _step(entry: Any) -> tuple[Any, dict[str, Any]]:
    name, params = parse_xeval_entry(entry)
    return get_transform(name), params
