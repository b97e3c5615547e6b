"""Errors that touch more than one leaf: lost, doubled and invented elements, swapped fields, keys nobody asked for.

Each takes (draft, scene, places): how many places it may damage in this document. It answers how many it did damage.
A swap counts one difference at each of its two fields; a dropped or invented element counts one.
"""

from __future__ import annotations

import copy
from typing import Any

from . import money
from .draft import Draft
from .jsontext import Record
from .scene import Scene

ITEMS = "line_items[]"


def parties_swapped(draft: Draft, scene: Scene, places: int) -> int:
    """The buyer under `vendor` and the vendor under `buyer`."""
    if not (draft.free("vendor") and draft.free("buyer")):
        return 0
    record = draft.extracted
    record["vendor"], record["buyer"] = record["buyer"], record["vendor"]
    return _claim_all(draft, ["vendor", "buyer"], "parties_swapped")


def net_and_gross_swapped(draft: Draft, scene: Scene, places: int) -> int:
    """Not where they are equal, as under reverse charge."""
    record = draft.extracted
    differs = record["net_amount"] != record["gross_amount"]
    if not (differs and draft.free("net_amount") and draft.free("gross_amount")):
        return 0
    record["net_amount"], record["gross_amount"] = record["gross_amount"], record["net_amount"]
    return _claim_all(draft, ["net_amount", "gross_amount"], "net_and_gross_swapped")


def price_and_amount_swapped(draft: Draft, scene: Scene, places: int) -> int:
    """The two columns of an item confused."""
    done = 0
    for index, item in enumerate(draft.extracted["line_items"]):
        fields = [f"line_items[{index}].{name}" for name in ("unit_price", "amount")]
        if done < places and item["unit_price"] != item["amount"] and all(map(draft.free, fields)):
            item["unit_price"], item["amount"] = item["amount"], item["unit_price"]
            for name, path in zip(("unit_price", "amount"), fields, strict=True):
                draft.claim(path, f"{ITEMS}.{name}", "price_and_amount_swapped")
            done += 1
    return done


def item_dropped(draft: Draft, scene: Scene, places: int) -> int:
    """Must come before errors inside the items, whose places are told by position."""
    items = draft.extracted["line_items"]
    places = min(places, len(items) - 2)
    for _ in range(places):
        del items[scene.rng.randrange(len(items))]
    return _count_all(draft, ITEMS, "item_dropped", places)


def item_doubled(draft: Draft, scene: Scene, places: int) -> int:
    """A row read twice, as at a page break. Must come after errors inside the items."""
    items = draft.extracted["line_items"]
    for at in sorted(scene.rng.sample(range(len(items)), min(places, len(items))), reverse=True):
        items.insert(at + 1, copy.deepcopy(items[at]))
    return _count_all(draft, ITEMS, "item_doubled", min(places, len(items)))


def subtotal_as_item(draft: Draft, scene: Scene, places: int) -> int:
    """The sum at the foot of a page, or the shipping line, read as an item. Must come after errors inside the items."""
    total = draft.gold["net_amount"]
    text = scene.one_of([scene.language["subtotal"], scene.language["shipping"]])
    shown = total if text == scene.language["subtotal"] else money.amount(scene.rng.randrange(490, 2990))
    row: Record = {"sku": None, "description": text, "quantity": None, "unit": None, "unit_price": None}
    draft.extracted["line_items"].append({**row, "amount": shown})
    return _count_all(draft, ITEMS, "subtotal_as_item", 1)


def items_in_other_order(draft: Draft, scene: Scene, places: int) -> int:
    """Counts one difference for the array. Must come last."""
    items = draft.extracted["line_items"]
    before = list(items)
    while items == before:
        scene.rng.shuffle(items)
    return _count_all(draft, "line_items", "items_in_other_order", 1)


def tax_line_dropped(draft: Draft, scene: Scene, places: int) -> int:
    """Of two tax lines the second is lost."""
    lines = draft.extracted["tax_lines"]
    if len(lines) < 2 or not draft.free("tax_lines"):
        return 0
    del lines[-1]
    return _count_all(draft, "tax_lines[]", "tax_line_dropped", 1)


def key_added(draft: Draft, scene: Scene, places: int) -> int:
    """A key that the schema lacks."""
    additions: list[tuple[str, str, Any]] = [
        ("vendor", "phone", "555-0127"),
        ("", "language", scene.country["language"]),
        ("vendor", "email", "info@example.com"),
        ("", "total_items", len(draft.gold["line_items"])),
    ]
    holder, key, value = scene.one_of(additions)
    path = f"{holder}.{key}" if holder else key
    if holder and not draft.free(holder):
        return 0
    (draft.extracted[holder] if holder else draft.extracted)[key] = value
    return _count_all(draft, path, "key_added", 1)


def _claim_all(draft: Draft, paths: list[str], kind: str) -> int:
    for path in paths:
        draft.claim(path, path, kind)
    return len(paths)


def _count_all(draft: Draft, path: str, kind: str, places: int) -> int:
    if places > 0:
        draft.count(path, kind, places)
    return max(places, 0)
