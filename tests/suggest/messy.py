"""Records as people keep them, and extractions with harmless differences and real errors, each of them known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from evaljson.base.jsontypes import ABSENT, strict_equal

Place = tuple[str, str, str]
"""(variant, record id, field)"""
FIRST = ["Ada", "Grace", "José", "Zoë", "Linus", "Björn", "Chloé", "Edsger", "Ángel", "Ken"]
LAST = ["Lovelace", "Hopper", "García", "Müller", "Torvalds", "Vaughan", "Núñez", "Smith", "Liskov", "Thompson"]
STREETS = ["Oak", "Elm", "Harbour", "Station", "Church", "Mill", "Park", "King", "Bridge", "Garden"]
CITIES = ["Berlin", "Paris", "Zürich", "Málaga", "Oslo", "Kraków", "Lyon", "Porto", "Gdańsk"]
CATEGORIES = ["hardware", "software", "travel", "training", "consulting", "catering"]
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
PLAIN = str.maketrans("éëöúñáÁíüóøń", "eeounaAiuoon")
WIDE = {ord(digit): chr(ord(digit) + 0xFEE0) for digit in "0123456789"}


def _date(rng: Random) -> str:
    return f"20{rng.randint(10, 24)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def _long_date(text: str) -> str:
    year, month, day = text.split("-")
    return f"{int(day)} {MONTHS[int(month) - 1]} {year}"


VALUES: Mapping[str, Callable[[Random], Any]] = {
    "name": lambda rng: f"{rng.choice(FIRST)} {rng.choice(LAST)}",
    "company": lambda rng: f"{rng.choice(LAST)} {rng.choice(['GmbH', 'Ltd', 'Inc', 'AG'])}",
    "street": lambda rng: f"{rng.randint(1, 99)} {rng.choice(STREETS)} Road",
    "city": lambda rng: rng.choice(CITIES),
    "category": lambda rng: rng.choice(CATEGORIES),
    "due": _date,
    "total": lambda rng: f"{rng.randint(1, 9999)}.{rng.randint(0, 99):02}",
    "currency": lambda rng: rng.choice(["EUR", "GBP", "CHF"]),
    "paid": lambda rng: rng.choice(["yes", "no"]),
    "code": lambda rng: f"{rng.choice('ABCDE')}{rng.randint(10, 99)}.{rng.randint(0, 9)}",
    "weight": lambda rng: f"{rng.randint(1, 40)} kg",
    "url": lambda rng: f"https://example.com/{rng.randint(1, 999)}",
    "phone": lambda rng: f"+49 30 {rng.randint(1000000, 9999999)}",
    "remark": lambda rng: rng.choice([None, None, None, "urgent", "partial delivery", "see annex"]),
    "count": lambda rng: rng.randint(1, 50),
    "title": lambda rng: f"{rng.choice(['Report', 'Invoice'])} on {rng.choice(CITIES)} {rng.randint(1, 99)}",
    "tags": lambda rng: sorted(rng.sample(CATEGORIES, rng.randint(2, 4))),
}
HARMLESS: Mapping[str, list[Callable[[Any], Any]]] = {
    "name": [str.upper, lambda v: v.translate(PLAIN), lambda v: ", ".join(v.split(" ", 1)[::-1])],
    "company": [str.lower, lambda v: v.replace("Ltd", "Ltd.").replace("Inc", "Inc.")],
    "street": [lambda v: v.replace("Road", "Rd."), lambda v: f"{v} "],
    "city": [lambda v: v.translate(PLAIN), str.upper],
    "category": [str.capitalize, lambda v: {"hardware": "equipment", "catering": "food and drink"}.get(v, v)],
    "due": [_long_date],
    "total": [lambda v: f"{float(v):,.2f}", lambda v: f"{v} EUR"],
    "currency": [lambda v: {"EUR": "€", "GBP": "£"}.get(v, v)],
    "paid": [lambda v: v == "yes", {"yes": "true", "no": "false"}.__getitem__],
    "code": [lambda v: v.replace(".", ""), lambda v: v.replace(".", "-")],
    "weight": [lambda v: f"{int(v.split()[0]) * 1000} g", lambda v: v.replace(" ", "")],
    "url": [lambda v: f"{v}/", lambda v: v.replace("https", "http")],
    "phone": [lambda v: v.replace("+", "00"), lambda v: v.replace(" ", "-")],
    "remark": [lambda v: "N/A" if v is None else v, lambda v: "" if v is None else v, lambda v: v or ABSENT],
    "count": [str],
    "title": [lambda v: v.translate(WIDE), str.upper],
    "tags": [lambda v: v[::-1]],
}


@dataclass
class Messy:
    """A set with what was done to it."""

    gold: list[dict[str, Any]]
    extracted: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    harmless: set[Place] = field(default_factory=set)
    errors: set[Place] = field(default_factory=set)


def messy(seed: int, records: int = 60, harmless: float = 0.15, errors: float = 0.08) -> Messy:
    """Eight or more fields, two variants; a field differs in one to three of its harmless ways. Errors are values of
    other records."""
    rng = Random(seed)
    keys = rng.sample(list(VALUES), rng.randint(8, len(VALUES)))
    made = Messy([{"id": str(n), **{key: VALUES[key](rng) for key in keys}} for n in range(records)])
    ways = {key: rng.sample(HARMLESS[key], rng.randint(1, len(HARMLESS[key]))) for key in keys}
    for variant in ("a", "b"):
        made.extracted[variant] = [dict(record) for record in made.gold]
        for record in made.extracted[variant]:
            for key in keys:
                draw = rng.random()
                value = record[key]
                if draw < errors:
                    value = rng.choice(made.gold)[key]
                elif draw < errors + harmless:
                    value = rng.choice(ways[key])(value)
                if not strict_equal(value, record[key]):
                    kind = made.errors if draw < errors else made.harmless
                    kind.add((variant, record["id"], key))
                    record.update({key: value})
        made.extracted[variant] = [
            {key: value for key, value in record.items() if value is not ABSENT} for record in made.extracted[variant]
        ]
    return made
