"""normalized: equal except for case, accents, white space and punctuation; each can be set to count.

Symmetric. Text that is equal in Unicode's own terms (é as one character or as two) is equal at any setting. Where
nothing but punctuation is in a text, it counts. Values that are not text are equal (1) or not (0).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, PairScorer, Params
from evaljson.comparators.same_code import SameCode
from evaljson.comparators.text.fold_many import Ignored, folded_codes
from evaljson.comparators.text.not_text import not_text
from evaljson.transforms.number_text import short
from evaljson.transforms.text_folding import without_accents, without_punctuation
from evaljson.transforms.unicode_forms import nfc


class Normalized:
    """Equality of texts after what does not matter is taken out, 0 or 1."""

    params: ClassVar[tuple[Param, ...]] = (
        Param("case", "boolean", "Take upper and lower case for the same.", default=True),
        Param("accents", "boolean", "Take letters with and without accents for the same.", default=True),
        Param("whitespace", "boolean", "Take all white space for single spaces, at the ends for none.", default=True),
        Param("punctuation", "boolean", "Ignore punctuation, except marks that belong to a number.", default=True),
    )  # fmt: skip

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if not isinstance(gold, str) or not isinstance(extracted, str):
            return not_text("normalized", gold, extracted)
        if gold == extracted:
            return ComparatorResult(1.0, "normalized")
        normal = normaliser(params)
        left, right = normal(gold), normal(extracted)
        if left == right:
            return ComparatorResult(1.0, "normalized", f"both are {short(left)} once normalized")
        return ComparatorResult(0.0, "normalized", f"{short(left)} is not {short(right)}, once normalized")

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer:
        """Normalise each distinct value once, then compare codes."""
        ignored, normal = _ignored(params), normaliser(params)
        if set(map(type, values)) == {str}:
            return SameCode(folded_codes(values, ignored, normal))
        is_text = np.array([isinstance(value, str) for value in values], np.bool_)
        texts = [value for value in values if isinstance(value, str)]
        codes = np.arange(len(texts), len(texts) + len(values))  # what is no text is equal to nothing else
        codes[is_text] = folded_codes(texts, ignored, normal)
        return SameCode(codes)


def _ignored(params: Params) -> Ignored:
    return Ignored(*(bool(params.get(name, True)) for name in ("case", "whitespace", "punctuation")))


def normaliser(params: Params) -> Callable[[str], str]:
    """Return a function that removes what does not count from a text."""
    case, accents, whitespace, punctuation = (
        params.get(name, True) for name in ("case", "accents", "whitespace", "punctuation")
    )

    def normal(text: str) -> str:
        if case:
            text = text.casefold()
        if accents:
            text = without_accents(text)
        if not text.isascii():
            # Case folding may take composed characters apart, and what it leaves may fold once more.
            text = nfc(text.casefold() if case else text)
        if punctuation:
            bare = without_punctuation(text)
            text = bare if bare.strip() else text
        return " ".join(text.split()) if whitespace else text

    return normal


normalized = Normalized()
