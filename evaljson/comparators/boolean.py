"""boolean: yes and no, as true and false or as words of several languages.

What cannot be read as yes or no matches only what is strictly equal to it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from evaljson.base.jsontypes import strict_equal, type_name
from evaljson.base.params import Param
from evaljson.base.params import short as shown
from evaljson.comparators.base import ComparatorResult, Params
from evaljson.transforms.number_text import short
from evaljson.transforms.unicode_forms import nfc

_YES = (
    "true yes y t on ja j oui o vrai sí si s verdadero sì vero sim verdadeiro tak prawda ano да истина так evet doğru "
    "igen kyllä joo jah jā taip da áno nai \u03bd\u03b1\u03b9 نعم כן हाँ हां 是 对 對 はい 예 네 có ya ใช่ ✓ ✔ ☑ ✅"
)
_NO = (
    "false no n f off nein non faux falso não nao nie fałsz ne нет ложь ні hay\u0131r yanl\u0131ş nem ei nē nu nej nee "
    "όχι لا לא नहीं 否 不 不是 いいえ 아니요 아니오 không tidak ไม่ ไม่ใช่ ✗ ✘ ☒ ❌"
)
TRUE_WORDS, FALSE_WORDS = _YES.split(), _NO.split()
_DEFAULTS = (("true_words", tuple(TRUE_WORDS)), ("false_words", tuple(FALSE_WORDS)))


def _only_text(values: list[Any]) -> str | None:
    if not values:
        return "list at least one word"
    odd = next((value for value in values if not isinstance(value, str) or not value.strip()), None)
    return None if odd is None and None not in values else f"list words, not {shown(odd)}"


class Boolean:
    """Equality of what two values answer, 0 or 1. Symmetric."""

    params: ClassVar[tuple[Param, ...]] = (
        Param(
            "true_words",
            "array",
            "Words for yes, not the built-in ones.",
            default=TRUE_WORDS,
            longest=1_000,
            check=_only_text,
        ),
        Param(
            "false_words",
            "array",
            "Words for no, not the built-in ones.",
            default=FALSE_WORDS,
            longest=1_000,
            check=_only_text,
        ),
        Param("numbers", "boolean", "Take 1 for yes and 0 for no, as number or text.", default=False),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if strict_equal(gold, extracted):
            return ComparatorResult(1.0, "boolean")
        answers = []
        for side, value in (("gold", gold), ("extracted", extracted)):
            answer = _answer(value, params)
            if isinstance(answer, str):
                return ComparatorResult(0.0, "boolean", f"{side} {answer}")
            answers.append(answer)
        left, right = ("yes" if answer else "no" for answer in answers)
        return ComparatorResult(float(left == right), "boolean", f"gold says {left}, extracted says {right}")


def _answer(value: Any, params: Params) -> bool | str:
    """Read yes or no, or return why the value is neither."""
    if isinstance(value, bool):
        return value
    numbers = params.get("numbers", False)
    if isinstance(value, int | float):
        return value == 1 if numbers and value in (0, 1) else f"is {_number(value, numbers)}"
    if not isinstance(value, str):
        return f"is {type_name(value)}"
    word = _plain(value)
    if numbers and word in ("0", "1"):
        return word == "1"
    yes, no = (word in _plain_words(tuple(params[key]) if key in params else words) for key, words in _DEFAULTS)
    if yes and no:
        return f"is {short(value)}, which is in both lists of words"
    return yes if yes or no else f"is {short(value)}, which is in neither list of words"


def _number(value: float, numbers: bool) -> str:
    if value in (0, 1) and not numbers:
        return f'the number {value:g}, which counts only with "numbers": true'
    return "a number other than 1 and 0"


@lru_cache(maxsize=64)
def _plain_words(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(_plain, words))


def _plain(word: str) -> str:
    return nfc(word.strip().casefold())


boolean = Boolean()
