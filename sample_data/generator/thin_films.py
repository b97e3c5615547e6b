"""Writes sample_data/thin_films and thin_films_later: small records of deposition experiments, for the quick start."""

from __future__ import annotations

import random
from pathlib import Path

from . import ledger, planting
from .draft import Draft
from .film_errors import FILMS
from .jsontext import Record, line, table, write_document, write_lines

SEED = "thin films 2025"
COUNT = 40
LATER = 60
VARIANTS = ("prompt_a", "prompt_b")
REPEATS = ("prompt_b_2", "prompt_b_3")
"""The same prompt run again: what it got wrong before, it gets wrong again in this share of the records."""
AGAIN = 0.35
PERSON = "gold_of_another_person"
ORIENTED = "sapphire (0001)"
"""The substrate of most experiments of the later batch; Prompt B loses what is in brackets."""
ON_IT, UNHEATED = 0.6, 0.5
"""Shares of the later batch that are on that substrate, and whose temperature was not noted."""


def write(folder: Path) -> None:
    """Gold, its texts, the variants, another person's gold and planted.json; the same bytes every time."""
    gold = [_experiment(n) for n in range(1, COUNT + 1)]
    write_lines(folder / "gold.jsonl", map(line, gold))
    write_lines(folder / "texts.jsonl", (line({"lab_id": one["lab_id"], "text": _text(one)}) for one in gold))
    made = {name: _drafts(name, gold) for name in (*VARIANTS, PERSON)}
    made |= {name: _again(name, made["prompt_b"], gold) for name in REPEATS}
    _write(folder, gold, made)


def write_later(folder: Path) -> None:
    """Another batch of experiments, with what shifted in it, and what Prompt B made of it."""
    gold = [_later(n) for n in range(COUNT + 1, COUNT + LATER + 1)]
    write_lines(folder / "gold.jsonl", map(line, gold))
    _write(folder, gold, {"prompt_b": _drafts("later", gold)})


def _write(folder: Path, gold: list[Record], made: dict[str, dict[str, Draft]]) -> None:
    planted = {}
    for name in sorted(made):
        drafts = made[name]
        missing = [one["lab_id"] for one in gold if one["lab_id"] not in drafts]
        planted[name] = ledger.summary(drafts.values(), missing=sorted(missing), unparsable=[])
        write_lines(folder / f"{name}.jsonl", (line(draft.extracted) for draft in drafts.values()))
    write_document(folder / "planted.json", planted)


def _drafts(name: str, gold: list[Record], seed: str = "") -> dict[str, Draft]:
    return planting.carry_out(table(f"plans/thin_films_{name}"), gold, f"{SEED}/{name}{seed}", id_key="lab_id")


def _again(name: str, before: dict[str, Draft], gold: list[Record]) -> dict[str, Draft]:
    """A run of Prompt B once more: most records as before, the others with other errors of the same kinds."""
    rng, other = random.Random(f"{SEED}/{name}"), _drafts("prompt_b", gold, f"/{name}")
    return {key: draft if rng.random() < AGAIN else other[key] for key, draft in before.items()}


def _later(number: int) -> Record:
    """An experiment of the later batch: as the others, but for substrate and temperature of some."""
    rng, experiment = random.Random(f"{SEED}/later/{number}"), _experiment(number)
    if rng.random() < ON_IT:
        experiment["substrate"] = ORIENTED
    if rng.random() < UNHEATED:
        experiment["temperature"] = None
    return experiment


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
