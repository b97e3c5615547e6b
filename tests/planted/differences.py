"""The planted kinds of difference. Each takes (value, rng, path) and answers the extracted value, or NOT_HERE."""

from __future__ import annotations

import datetime as dt
import random
import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final

from postings import WORDS

ABSENT: Final[Any] = type("Absent", (), {})()
NOT_HERE: Final[Any] = type("NotHere", (), {})()
NO_DECOMPOSITION = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L"})
STYLES = ["%d.%m.%Y", "%m/%d/%Y", "%d %b %Y", "%B %d, %Y"]


def case_only(value: str, rng: random.Random, path: str) -> Any:
    """The same letters in another case."""
    return rng.choice([value.upper(), value.lower(), value.capitalize()])


def accent_only(value: str, rng: random.Random, path: str) -> Any:
    """The same letters without their marks."""
    letters = unicodedata.normalize("NFD", value.translate(NO_DECOMPOSITION))
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    return plain if plain != value else NOT_HERE


def whitespace_only(value: str, rng: random.Random, path: str) -> Any:
    """Spaces, tabs or line breaks around or between the same words."""
    return rng.choice([f"  {value}", f"{value}\n", value.replace(" ", "   "), value.replace(" ", "\t", 1)])


def date_format_only(value: str, rng: random.Random, path: str) -> Any:
    """The same day, written otherwise; days up to 12 keep out of formats that would read two ways."""
    day = dt.date.fromisoformat(value)
    return day.strftime(rng.choice(STYLES if day.day > 12 else STYLES[2:]))


def number_format(value: float, rng: random.Random, path: str) -> Any:
    """The same number as text: '52.000,50', '52,000.50', "52'000.50"."""
    english = f"{value:,.2f}"
    german = english.replace(",", " ").replace(".", ",").replace(" ", ".")
    return rng.choice([english, german, english.replace(",", "'")])


def unit(value: str, rng: random.Random, path: str) -> Any:
    """The same quantity in another unit or spelling: '35 h' as '2100 min', '6 months' as '0.5 years'."""
    amount, name = value.split(" ")
    if name == "h":
        return rng.choice([f"{float(amount) * 60:g} min", f"{amount} hours", f"{amount}h"])
    spellings = [f"{amount} mo.", f"{amount}mths"]
    return rng.choice([*spellings, f"{int(amount) / 12:g} years"] if amount in ("3", "6") else spellings)


def synonym(value: str, rng: random.Random, path: str) -> Any:
    """Another word for the same thing, always one of the two in vocabulary.json."""
    return rng.choice(WORDS["synonyms"][path.rpartition(".")[2]][value])


def null_for_absent(value: Any, rng: random.Random, path: str) -> Any:
    """A null where gold has no key."""
    return None if value is ABSENT else NOT_HERE


def absent_for_null(value: Any, rng: random.Random, path: str) -> Any:
    """No key where gold has a null."""
    return ABSENT if value is None else NOT_HERE


def reordered(value: list[Any], rng: random.Random, path: str) -> Any:
    """The same elements in another order."""
    shuffled = rng.sample(value, len(value))
    return shuffled if shuffled != value else value[::-1]


def always_different(value: str, rng: random.Random, path: str) -> Any:
    """What no two runs share: another hash, another clock time."""
    if path == "posting_hash":
        return f"{rng.getrandbits(64):016x}"
    return re.sub(r"T.*", f"T{rng.randrange(24):02d}:{rng.randrange(60):02d}:{rng.randrange(1, 60):02d}Z", value)


def paraphrase(value: str, rng: random.Random, path: str) -> Any:
    """The same facts in other sentences, order kept."""
    for sentence, other in WORDS["sentences"]:
        found = re.search(re.escape(sentence).replace(r"\{n\}", r"(?P<n>\d+)"), value)
        if found:
            value = value.replace(found.group(), other.format(**found.groupdict()))
    return value


def wrong_value(value: Any, rng: random.Random, path: str) -> Any:
    """A real error, which no setting should forgive."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + rng.choice([1, 2, 10])
    if path == "reference":
        return value[:-1] + str((int(value[-1]) + 3) % 10)
    others = {
        "title": WORDS["titles"],
        "employer.sector": list(WORDS["synonyms"]["sector"]),
        "location.country": list(WORDS["currencies"]),
        "salary.currency": ["EUR", "USD", "GBP"],
        "contract": list(WORDS["synonyms"]["contract"]),
    }[path]
    return rng.choice([other for other in others if other != value])


def case_with_meaning(value: str, rng: random.Random, path: str) -> Any:
    """A real error that looks like case_only: Kx-417 and KX-417 are two postings."""
    return value.upper()


def missed(value: Any, rng: random.Random, path: str) -> Any:
    """A real omission: the key is gone though gold has a value."""
    return ABSENT


KINDS: dict[str, Callable[[Any, random.Random, str], Any]] = {
    function.__name__: function
    for function in (
        case_only, accent_only, whitespace_only, date_format_only, number_format, unit, synonym, null_for_absent,
        absent_for_null, reordered, always_different, paraphrase, wrong_value, case_with_meaning, missed,
    )
}  # fmt: skip
