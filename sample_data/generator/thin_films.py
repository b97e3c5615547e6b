"""Writes sample_data/thin_films: small records of deposition experiments, for the quick start."""

from __future__ import annotations

import random
from pathlib import Path

from . import ledger, planting
from .film_errors import FILMS
from .jsontext import Record, line, table, write_document, write_lines

SEED = "thin films 2025"
COUNT = 40
VARIANTS = ("prompt_a", "prompt_b")


def write(folder: Path) -> None:
    """Gold, the two variants and planted.json; the same bytes every time."""
    gold = [_experiment(n) for n in range(1, COUNT + 1)]
    write_lines(folder / "gold.jsonl", map(line, gold))
    planted = {}
    for variant in VARIANTS:
        plan = table(f"plans/thin_films_{variant}")
        drafts = planting.carry_out(plan, gold, f"{SEED}/{variant}", id_key="lab_id").values()
        planted[variant] = ledger.summary(drafts, missing=[], unparsable=[])
        write_lines(folder / f"{variant}.jsonl", (line(draft.extracted) for draft in drafts))
    write_document(folder / "planted.json", planted)


def _experiment(number: int) -> Record:
    """Temperature in degrees Celsius, null where the text names none; layers from the substrate upwards."""
    rng = random.Random(f"{SEED}/{number}")
    name = rng.choice(list(FILMS["methods"]))
    method = FILMS["methods"][name]
    materials = rng.sample(method["materials"], rng.choice([1, 2, 2, 3, 4]))
    celsius = None if rng.random() < 0.2 else rng.randrange(method["celsius"][0], method["celsius"][1], 10)
    thinnest, thickest = (2 * limit for limit in method["nanometres"])
    return {
        "lab_id": f"{rng.choice('ABCD')}{number:02d}",
        "method": name,
        "temperature": celsius,
        "substrate": rng.choice(FILMS["substrates_below_300" if celsius and celsius < 300 else "substrates"]),
        "layers": [{"material": each, "thickness_nm": rng.randrange(thinnest, thickest) / 2} for each in materials],
    }
