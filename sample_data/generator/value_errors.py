"""Errors in dates and numbers, null against absent, values of another type. Each takes (value, scene)."""

from __future__ import annotations

import datetime as dt
from typing import Any

from . import money
from .draft import ABSENT
from .parties import COUNTRIES, vat_id
from .scene import NOT_HERE, Scene


def date_in_other_format(value: str, scene: Scene) -> Any:
    """As printed in the vendor's country: '18.03.2024' for '2024-03-18'."""
    day = dt.date.fromisoformat(value)
    month = scene.language["months"][day.month - 1]
    return scene.one_of(scene.country["dates"]).format(d=day.day, m=day.month, y=day.year, month=month)


def day_and_month_swapped(value: str, scene: Scene) -> Any:
    """'2024-10-08' for '2024-08-10'."""
    day = dt.date.fromisoformat(value)
    if day.day > 12 or day.day == day.month:
        return NOT_HERE
    return day.replace(day=day.month, month=day.day).isoformat()


def wrong_date(value: str, scene: Scene) -> Any:
    """A due date counted with the usual 30 days, a delivery date taken for the invoice date."""
    issued = dt.date.fromisoformat(scene.gold["invoice_date"])
    guess = {"due_date": issued + dt.timedelta(days=30), "delivery_date": issued}.get(scene.key)
    if guess is None or guess.isoformat() == value:
        return (dt.date.fromisoformat(value) + dt.timedelta(days=scene.one_of([1, -1, 10]))).isoformat()
    return guess.isoformat()


def number_as_text(value: float, scene: Scene) -> Any:
    """1247.5 as it is printed: "1.247,50", "1 247,50 €", "$1,247.50"."""
    text = money.printed(value, scene.country["number_style"])
    if scene.country["number_style"][1] == ".":
        return f"{scene.country['symbol']}{text}"
    return scene.one_of([text, text, f"{text} {scene.country['symbol']}"])


def percent_as_text(value: float, scene: Scene) -> Any:
    """'19 %' for 19."""
    return f"{value} %".replace(".", scene.country["number_style"][1])


def fraction_of_percent(value: float, scene: Scene) -> Any:
    """19 percent as 0.19."""
    return round(value / 100, 6) if value else NOT_HERE


def decimal_mark_misread(value: float, scene: Scene) -> Any:
    """1.247,50 read as 1.2475, and 47,50 read as 4750."""
    if value >= 1000:
        return round(value / 1000, 5)
    return round(value * 100) if value != int(value) else NOT_HERE


def off_by_one(value: float, scene: Scene) -> Any:
    """One more or one less, but not below one."""
    return value + 1 if value <= 1 or scene.rng.random() < 0.5 else value - 1


def wrong_amount(value: float, scene: Scene) -> Any:
    """A figure from a neighbouring line: one digit other, two digits swapped."""
    factor = scene.rng.choice([0.9, 1.1, 1.01, 0.99, 1.09])
    changed = round(value * factor, 2)
    return changed if abs(changed - value) > 0.02 else round(value + 0.1, 2)


def number_for_text(value: str, scene: Scene) -> Any:
    """A postal code as a number: "01099" loses its zero."""
    return int(value) if value.isdigit() else NOT_HERE


def object_for_text(value: str, scene: Scene) -> Any:
    """{'code': 'EUR', 'symbol': '€'} for 'EUR'."""
    shapes = {
        "name": {"name": value, "role": "company"},
        "currency": {"code": value, "symbol": scene.country["symbol"]},
        "notes": {"text": value, "language": scene.country["language"]},
    }
    return shapes.get(scene.key, {"value": value})


def text_for_object(value: dict[str, Any], scene: Scene) -> Any:
    """An address in one string."""
    return f"{value['street']}, {value['postal_code']} {value['city']}"


def country_name(value: str, scene: Scene) -> Any:
    """'Germany' or 'Deutschland' for 'DE'."""
    return COUNTRIES[value][scene.one_of(["name", "local_name"])]


def currency_symbol(value: str, scene: Scene) -> Any:
    """'€' for 'EUR'; nothing for CHF, which has none."""
    return scene.country["symbol"] if scene.country["symbol"] != value else NOT_HERE


def id_of_other_party(value: str, scene: Scene) -> Any:
    """The buyer's VAT id under the vendor."""
    other = scene.gold["buyer"].get("vat_id")
    return other if other and other != value else NOT_HERE


def invented(value: Any, scene: Scene) -> Any:
    """Something for a box that is empty or not there."""
    if value is not None and value is not ABSENT:
        return NOT_HERE
    if scene.key == "vat_id":
        return vat_id(scene.gold["vendor"]["address"]["country"], scene.rng) or f"{scene.rng.randrange(10**8, 10**9)}"
    made_up = {
        "delivery_date": scene.gold["invoice_date"],
        "purchase_order": scene.gold["invoice_number"],
        "discount_percent": 2,
        "discount_days": 10,
        "notes": scene.one_of(["N/A", "none", "-"]),
    }
    return made_up[scene.key]


def null_for_absent(value: Any, scene: Scene) -> Any:
    """A null where gold has no key."""
    return None if value is ABSENT else NOT_HERE


def absent_for_null(value: Any, scene: Scene) -> Any:
    """No key where gold has a null."""
    return ABSENT if value is None else NOT_HERE


def empty_text_for_null(value: Any, scene: Scene) -> Any:
    """An empty string where gold has a null."""
    return "" if value is None else NOT_HERE


def null_for_value(value: Any, scene: Scene) -> Any:
    """The value was missed, the key kept."""
    return None


def absent_for_value(value: Any, scene: Scene) -> Any:
    """The value was missed, the key too."""
    return ABSENT
