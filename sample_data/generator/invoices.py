"""Writes sample_data/invoices: gold.jsonl, one file a variant, planted.json. The eval schema is written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import invoice_gold, ledger, planting
from .jsontext import Record, line, table, write_document, write_lines

SEED = "invoices 2025"
COUNT = 120
VARIANTS = ("prompt_a", "prompt_b", "prompt_c")


def write(folder: Path) -> None:
    """Gold, the three variants and planted.json; the same bytes every time."""
    gold = invoice_gold.build(SEED, COUNT)
    write_lines(folder / "gold.jsonl", map(line, gold))
    planted = {}
    for variant in VARIANTS:
        lines, planted[variant] = _variant(variant, gold)
        write_lines(folder / f"{variant}.jsonl", lines)
    write_document(folder / "planted.json", planted)


def _variant(name: str, gold: list[Record]) -> tuple[list[str], dict[str, Any]]:
    plan = table(f"plans/{name}")
    drafts = planting.carry_out(plan, gold, f"{SEED}/{name}", id_key="id")
    lines: list[str] = []
    unparsable: list[dict[str, Any]] = []
    for record in gold:
        if record["id"] in plan["truncated"]:
            text = line(record)
            # the model hit its output limit inside a line item
            lines.append(text[: len(text) * 3 // 5])
            unparsable.append({"id": record["id"], "line": len(lines)})
        elif record["id"] in drafts:
            lines.append(line(drafts[record["id"]].extracted))
    return lines, ledger.summary(drafts.values(), plan["missing"], unparsable)
