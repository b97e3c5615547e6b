"""A field for each kind of suggestion that is measured."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

RECORDS = 14
NEVER_RIGHT = ("skip", "synonyms")
NAMES = ["Linden", "Haupt", "Garten", "Berg", "Wald", "Park", "See"]
SYNONYMS = {"red": "crimson", "grey": "silver", "blue": "navy", "green": "olive"}
MONTHS = ["January", "February", "March", "April", "May", "June"]


def every_kind(seed: int) -> tuple[list[Any], dict[str, list[Any]], dict[str, Any]]:
    """Gold, two variants and the schema: about a third of the values of each field are as gold has them."""
    random = Random(seed)
    gold, sides = [], {name: list[Any]() for name in "ab"}
    for number in range(RECORDS):
        pairs = _pairs(random, number)
        gold.append({"id": str(number), **{key: pair[0] for key, pair in pairs.items()}})
        for name, side in sides.items():
            right = 0.3 if name == "a" else 0.4
            made = {
                key: pair[0] if random.random() < right and key not in NEVER_RIGHT else pair[1]
                for key, pair in pairs.items()
            }
            side.append({"id": str(number), **made})
    return gold, sides, _schema()


def _pairs(random: Random, number: int) -> dict[str, tuple[Any, Any]]:
    """Gold and what is extracted for it, by the kind of suggestion that settles it."""
    cents, text = random.randint(100, 99_999), f"word {random.randint(1, 999)}"
    clock = f"{random.randint(10, 23)}:{random.randint(10, 59)}"
    month, day, other = (
        random.choice(MONTHS[:6]),
        random.randint(10, 28),
        f"{random.choice(['Oak', 'Elm'])} street {cents}",
    )
    rows = [{"sku": f"{place}{cents}", "of": f"row {place}"} for place in "ABC"]
    words = [f"{text} {place}" for place in "ABC"]
    entries = {f"fee {number}{place}": {"name": f"thing {number}{place}", "n": place} for place in range(3)}
    return {
        "datetime": (f"2024-0{MONTHS.index(month) + 1}-{day}T{clock}:00", f"{day} {month} 2024 {clock}"),
        "tolerance": (cents / 100 + 0.004, round(cents / 100 + 0.004, 2)),
        "decimal_mark": (f"{cents / 100:.2f}", f"{cents / 100:.2f}".replace(".", ",")),
        "thousands_mark": (f"{cents * 100:,} in all", f"{cents * 100:,} in all".replace(",", ".")),
        "added_words": (clock, f"{clock} Uhr"),
        "equal_values": (f"<{cents}",) * 2,
        "any_of": ([text, f"other {text}"], f"other {text}"),
        "lookalikes": (f"{text}-a", f"{text}\u2013a"),
        "hour_zeros": (f"0{clock[1:]}", clock[1:]),
        "leading_zeros": (f"0{cents}" if cents % 2 else f"{cents}", f"{cents}"),
        "entries": (entries, {f"item_{place}": one for place, one in enumerate(entries.values())}),
        "punctuation": (f"{text}, {text}", f"{text} {text}"),
        "hyphens": (f"{text}-a-b", f"{text} a b"),
        "word_order": (f"alpha {other}", f"{other} alpha"),
        "skip": (f"{random.randrange(16**20):020x}", f"{random.randrange(16**20):020x}"),
        "nulls": (None, ""),
        "null_words": (None, "N/A"),
        "zero_as_null": (None, 0),
        "false_as_null": (None, False),
        "boolean": (random.choice(["yes", "no"]), random.choice([True, False])),
        "quantity": (f"{cents} kg", f"{cents * 1000} g"),
        "unit": (f"{cents} kg", cents),
        "number_for_text": (f"{cents}", cents),
        "abbreviations": (f"{NAMES[number % 7]}straße {cents}", f"{NAMES[number % 7]}str. {cents}"),
        "accents": (f"Café {text}", f"Cafe {text}"),
        "amount": (f"{cents / 100:.2f}", f"{cents / 100:,.2f} EUR"),
        "case": (text, text.upper()),
        "date": (f"2024-0{MONTHS.index(month) + 1}-{day}", f"{day} {month} 2024"),
        "phone": (f"+49 30 {cents + 1_000_000}", f"0049-30-{cents + 1_000_000}"),
        "url": (f"https://example.com/{cents}", f"http://example.com/{cents}/"),
        "separators": (
            f"{'ABC'[number % 3]}{cents % 90 + 10}.{number % 10}",
            f"{'ABC'[number % 3]}{cents % 90 + 10}{number % 10}",
        ),
        "spaces": (f"{text}{cents} AB CD", f"{text}{cents} ABCD"),
        "synonyms": (list(SYNONYMS)[number % 4], list(SYNONYMS.values())[number % 4]),
        "width": (f"{text}", text.translate({ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789"})),
        "whitespace": (f"{text} x", f"{text}  x"),
        "key": (rows, rows[::-1]),
        "hungarian": (words, words[::-1]),
        "map": ({f"K{number}": number, f"K{number + 1}": number},) * 2,
    }


def _schema() -> dict[str, Any]:
    text: dict[str, Any] = {"type": ["string", "null"], "x-eval-compare": "exact"}
    special: dict[str, Any] = {
        "tolerance": {"type": "number"},
        "zero_as_null": {"type": ["number", "null"]},
        "false_as_null": {"type": ["boolean", "null"]},
        "equal_values": {"type": "string", "x-eval-compare": "numeric"},
        "unit": {"type": "string", "x-eval-compare": "quantity"},
        "any_of": {"type": "array", "items": {"type": "string"}},
        "hungarian": {"type": "array", "items": {"type": "string"}},
        "key": {
            "type": "array",
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "of": {"type": "string"}}},
        },
        "entries": {
            "type": "object",
            "additionalProperties": {
                "type": "object", "properties": {"name": {"type": "string"}, "n": {"type": "integer"}},
            },
        },
        "map": {
            "type": "object",
            "properties": {f"K{number}": {"type": "integer"} for number in range(RECORDS + 1)},
        },
    }  # fmt: skip
    keys: Sequence[str] = list(_pairs(Random(0), 0))
    return {"type": "object", "x-eval-id": "id", "properties": {key: special.get(key, text) for key in keys}}
