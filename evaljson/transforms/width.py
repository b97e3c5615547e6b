"""Characters in another width or shape, such as full-width digits and ligatures, as the plain ones.

Unlike Unicode's NFKC, what is raised, lowered, circled or a fraction stays: 10\u00b2 is not 102.
"""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from evaljson.transforms.base import refusal
from evaljson.transforms.unicode_forms import nfc

_SHAPES: Final = frozenset(
    f"<{name}>" for name in ("wide", "narrow", "compat", "font", "noBreak", "initial", "medial", "final", "isolated")
)


def normalize_width(value: Any, params: dict[str, Any]) -> str:
    """Write full-width and half-width characters, ligatures and other shapes of letters as the plain ones."""
    if not isinstance(value, str):
        raise refusal("normalize_width", "text", value)
    return value if value.isascii() else nfc(value.translate(_PLAIN))


class _Plain(dict[int, str]):
    """By code point what stands for it; filled on first use."""

    def __missing__(self, code: int) -> str:
        shape, _, rest = unicodedata.decomposition(chr(code)).partition(" ")
        spells = rest.split() if shape in _SHAPES and not rest.startswith("0020 ") else ()
        self[code] = "".join(self[int(part, 16)] for part in spells) or chr(code)
        return self[code]


_PLAIN: Final = _Plain()
