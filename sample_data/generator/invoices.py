"""Writes sample_data/invoices: gold.jsonl, two files a variant, planted.json. The eval schema is written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import invoice_gold, ledger, planting
from .confidences import Knows, confidences
from .jsontext import Record, line, table, write_document, write_lines

SEED = "invoices 2025"
COUNT = 120
VARIANTS = ("prompt_a", "prompt_b", "prompt_c")
KNOWS: dict[str, Knows] = {"prompt_a": (0.02, 0.35), "prompt_b": (0.005, 0.8), "prompt_c": (0.01, 0.6)}
"""How well each of them knows where it is wrong."""


def write(folder: Path) -> None:
    """Gold, the three variants with their confidences, and planted.json; the same bytes every time."""
    gold = invoice_gold.build(SEED, COUNT)
    write_lines(folder / "gold.jsonl", map(line, gold))
    planted = {}
    for variant in VARIANTS:
        lines, planted[variant], sure = _variant(variant, gold)
        write_lines(folder / f"{variant}.jsonl", lines)
        write_lines(folder / f"confidence_of_{variant}.jsonl", sure)
    write_document(folder / "planted.json", planted)


def _variant(name: str, gold: list[Record]) -> tuple[list[str], dict[str, Any], list[str]]:
    plan = table(f"plans/{name}")
    drafts = planting.carry_out(plan, gold, f"{SEED}/{name}", id_key="id")
    lines: list[str] = []
    sure: list[str] = []
    unparsable: list[dict[str, Any]] = []
    for record in gold:
        if record["id"] in plan["truncated"]:
            text = line(record)
            # the model hit its output limit inside a line item
            lines.append(text[: len(text) * 3 // 5])
            unparsable.append({"id": record["id"], "line": len(lines)})
        elif record["id"] in drafts:
            extracted = drafts[record["id"]].extracted
            lines.append(line(extracted))
            mirror = confidences(extracted, record, KNOWS[name], f"{SEED}/{name}", "id")
            sure.append(line({"id": record["id"], "confidence": mirror}))
    return lines, ledger.summary(drafts.values(), plan["missing"], unparsable), sure
