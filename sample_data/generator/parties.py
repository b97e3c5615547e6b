"""Vendors and buyers: always the same address and VAT id for the same name."""

from __future__ import annotations

import random
import unicodedata
from dataclasses import dataclass
from typing import Any

from .jsontext import Record, table

COUNTRIES: dict[str, Record] = table("countries")
LANGUAGES: dict[str, Record] = table("languages")
BUYERS: list[Record] = table("buyers")
VENDORS: list[Record] = [
    vendor for file in ("central", "romance", "north", "english") for vendor in table(f"vendors/{file}")
]

OUTSIDE_EU = {"CH", "GB", "US"}


@dataclass(frozen=True)
class Article:
    """One row of a vendor's catalogue."""

    sku: str
    description: str
    unit: str
    price_range: tuple[int, int]
    """Lowest and highest unit price in cents."""
    quantities: tuple[float, ...]
    rate: int
    """0 for the country's standard tax rate, 1 for the reduced one."""


def articles(vendor: Record) -> list[Article]:
    """Every template of the vendor's catalogue with every option filled in; skus are unique."""
    found = []
    for prefix, text, options, unit, (low, high), quantities, rate in vendor["catalogue"]:
        for option in options:
            letters = unicodedata.normalize("NFKD", option.upper())
            code = "".join(c for c in letters if c.isascii() and c.isalnum())[:10]
            prices = (round(low * 100), round(high * 100))
            found.append(Article(f"{prefix}-{code}", text.format(option), unit, prices, tuple(quantities), rate))
    return found


def vat_id(country: str, rng: random.Random) -> str | None:
    """A made-up id in the country's shape; check digits are not made valid. None where there is no VAT."""
    pattern = COUNTRIES[country]["vat_id"]
    if pattern is None:
        return None
    drawn = (str(rng.randrange(10)) if c == "#" else str(rng.randrange(1, 4)) if c == "%" else c for c in pattern)
    return "".join(drawn)


def party(entry: Record) -> dict[str, Any]:
    """Name, VAT id and address. `vat_id` is None where the party has none."""
    rng = random.Random(f"party/{entry['name']}")
    country = COUNTRIES[entry["country"]]
    number = vat_id(entry["country"], rng)
    postal_code, city = entry.get("place") or rng.choice(country["places"])
    address = {
        "street": rng.choice(country["streets"]).format(rng.randrange(1, 190)),
        "postal_code": postal_code,
        "city": city,
        "country": entry["country"],
    }
    return {"name": entry["name"], "vat_id": None if entry.get("no_vat_id") else number, "address": address}


def buyer_for(vendor: Record, rng: random.Random) -> Record:
    """Mostly a buyer at home; now and then one in another EU country that has a VAT id (reverse charge)."""
    home = [buyer for buyer in BUYERS if buyer["country"] == vendor["country"]]
    abroad = [
        buyer
        for buyer in BUYERS
        if buyer["country"] not in OUTSIDE_EU | {vendor["country"]} and not buyer.get("no_vat_id")
    ]
    if vendor["country"] in OUTSIDE_EU or rng.random() < 0.8:
        return rng.choice(home)
    return rng.choice(abroad)
