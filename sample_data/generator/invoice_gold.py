"""The gold invoices, as a careful person labels them. null is an empty box, an absent key is not a box at all."""

from __future__ import annotations

import datetime as dt
import random
from collections import defaultdict
from typing import Any

from . import money
from .jsontext import Record
from .parties import COUNTRIES, LANGUAGES, VENDORS, articles, buyer_for, party

ITEM_COUNTS = range(3, 16)
ITEM_WEIGHTS = [14, 16, 16, 14, 11, 8, 6, 4, 3, 3, 2, 2, 2]
ABSENT: Any = object()


def build(seed: str, count: int) -> list[Record]:
    """`count` invoices with ids inv-0001 onwards."""
    return [_invoice(f"inv-{n:04d}", random.Random(f"{seed}/gold/{n}")) for n in range(1, count + 1)]


def _invoice(record_id: str, rng: random.Random) -> Record:
    vendor = rng.choice(VENDORS)
    buyer = buyer_for(vendor, rng)
    abroad = vendor["country"] != buyer["country"]
    issued = dt.date(2023, 1, 9) + dt.timedelta(days=rng.randrange(1050))
    number = vendor["number"].format(
        year=issued.year, year2=issued.year % 100, month=issued.month, serial=rng.randrange(11, 9800)
    )
    terms = _payment_terms(rng)
    items, bases = _line_items(vendor, abroad, rng)
    taxes = {rate: money.tax(base, money.thousandths(rate)) for rate, base in bases.items()}
    net, total_tax = sum(bases.values()), sum(taxes.values())
    record = {
        "id": record_id,
        "document_type": "invoice",
        "invoice_number": number,
        "invoice_date": issued.isoformat(),
        "due_date": (issued + dt.timedelta(days=terms["days"])).isoformat(),
        "delivery_date": _optional((issued - dt.timedelta(days=rng.randrange(1, 12))).isoformat(), rng, 0.6),
        "currency": COUNTRIES[vendor["country"]]["currency"],
        "purchase_order": _optional(_order_number(rng), rng, 0.55),
        "vendor": party(vendor),
        "buyer": _buyer(buyer, rng),
        "line_items": items,
        "net_amount": money.amount(net),
        "tax_amount": money.amount(total_tax),
        "gross_amount": money.amount(net + total_tax),
        "tax_lines": [
            {"rate": money.plain(rate), "base": money.amount(bases[rate]), "amount": money.amount(taxes[rate])}
            for rate in sorted(bases, reverse=True)
        ],
        "payment_terms": terms if rng.random() < 0.85 else ABSENT,
        "notes": _notes(vendor, number, issued, abroad, rng),
    }
    return {key: value for key, value in record.items() if value is not ABSENT}


def _optional(value: Any, rng: random.Random, chance: float) -> Any:
    """The value, else null or no key at all, equally often."""
    if rng.random() < chance:
        return value
    return None if rng.random() < 0.5 else ABSENT


def _order_number(rng: random.Random) -> str:
    return rng.choice(["45{:08d}", "PO-{:06d}", "B{:05d}"]).format(rng.randrange(10_000, 99_999))


def _payment_terms(rng: random.Random) -> dict[str, Any]:
    days = rng.choice([14, 30, 30, 30, 45, 60])
    if rng.random() < 0.35:
        return {"days": days, "discount_percent": rng.choice([2, 2, 3, 1.5]), "discount_days": rng.choice([7, 8, 10])}
    return {"days": days, "discount_percent": None, "discount_days": None}


def _buyer(entry: Record, rng: random.Random) -> dict[str, Any]:
    buyer = party(entry)
    if buyer["vat_id"] is None and rng.random() < 0.5:
        del buyer["vat_id"]
    return buyer


def _line_items(vendor: Record, abroad: bool, rng: random.Random) -> tuple[list[Record], dict[float, int]]:
    """The items, and the net base in cents by tax rate."""
    rates = [0.0] if abroad else COUNTRIES[vendor["country"]]["rates"]
    count = rng.choices(ITEM_COUNTS, ITEM_WEIGHTS)[0]
    items: list[Record] = []
    bases: dict[float, int] = defaultdict(int)
    for article in rng.sample(articles(vendor), count):
        unit_cents = rng.randrange(article.price_range[0], article.price_range[1] + 1)
        quantity = rng.choice(article.quantities)
        cents = money.line_amount(round(quantity * 100), unit_cents)
        bases[rates[0 if abroad else article.rate]] += cents
        items.append(
            {
                "sku": article.sku,
                "description": article.description,
                "quantity": quantity,
                "unit": article.unit,
                "unit_price": money.amount(unit_cents),
                "amount": money.amount(cents),
            }
        )
    return items, bases


def _notes(vendor: Record, number: str, issued: dt.date, abroad: bool, rng: random.Random) -> Any:
    language = LANGUAGES[COUNTRIES[vendor["country"]]["language"]]
    week = (issued + dt.timedelta(days=14)).isocalendar().week
    text = rng.choice(language["notes"])[0].format(number=number, week=week)
    if abroad:
        return f"{language['reverse_charge']} {text}"
    return _optional(text, rng, 0.75)
