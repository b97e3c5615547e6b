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
    """Gold, its texts, the two variants and planted.json; the same bytes every time."""
    gold = [_experiment(n) for n in range(1, COUNT + 1)]
    write_lines(folder / "gold.jsonl", map(line, gold))
    write_lines(folder / "texts.jsonl", (line({"lab_id": one["lab_id"], "text": _text(one)}) for one in gold))
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


def _text(experiment: Record) -> str:
    """The report that the record was taken from, with all that gold has."""
    rng = random.Random(f"{SEED}/text/{experiment['lab_id']}")
    celsius = experiment["temperature"]
    heated = "The temperature was not noted." if celsius is None else f"The substrate was kept at {celsius} °C."
    layers = [f"{one['material']} ({one['thickness_nm']:g} nm)" for one in experiment["layers"]]
    stack = layers[0] if len(layers) == 1 else f"{', '.join(layers[:-1])} and {layers[-1]}"
    before, between, after = rng.sample(FILMS["remarks"], 3)
    return (
        f"Deposition report {experiment['lab_id']}\n{rng.choice(FILMS['people'])}, {rng.choice(FILMS['chambers'])}\n\n"
        f"{before} {experiment['method'].capitalize()} on {experiment['substrate']}. {heated} {between}\n"
        f"Layers, from the substrate upwards: {stack}. {after}\n"
    )
