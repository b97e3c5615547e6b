"""Carries out a plan: which errors, at which schema paths, in how many documents. The plans are data/plans/*.json."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from .draft import ABSENT, Draft
from .jsontext import Record
from .kinds import STRUCTURE_KINDS, VALUE_KINDS
from .scene import NOT_HERE, Scene

SEES_EMPTY_BOXES = {
    "invented",
    "room_temperature_invented",
    "null_for_absent",
    "absent_for_null",
    "empty_text_for_null",
}
"""Kinds that are shown null and absent too; all others see only values."""


@dataclass(frozen=True)
class Plant:
    """One line of a plan."""

    kind: str
    """A name of kinds.py."""
    records: int
    """Documents to damage, exactly."""
    paths: tuple[str, ...] = ()
    """Schema paths of a value error; all of them are damaged in each chosen document."""
    share: float = 1.0
    """Part of the elements to damage where a path runs through an array; at least one."""
    places: int = 1
    """Structure errors: damages per document at most."""


def carry_out(plan: Record, gold: list[Record], seed: str, id_key: str) -> dict[str, Draft]:
    """Drafts by record id, without the plan's missing and truncated records.

    Raises ValueError where too few documents can take an error: a plan is met exactly or not at all.
    """
    lost = {*plan["missing"], *plan["truncated"]}
    drafts = {record[id_key]: Draft(record) for record in gold if record[id_key] not in lost}
    for position, entry in enumerate(plan["plants"]):
        plant = Plant(**{**entry, "paths": tuple(entry.get("paths", ()))})
        rng = random.Random(f"{seed}/{position}/{plant.kind}")
        wanted = plant.records
        for draft in _hard_documents_first(drafts, rng):
            if wanted and _damage(draft, plant, rng):
                wanted -= 1
        if wanted:
            found = plant.records - wanted
            raise ValueError(f"plants[{position}] ({plant.kind}): {found} documents fit; lower its records to that")
    return drafts


def _hard_documents_first(drafts: dict[str, Draft], rng: random.Random) -> list[Draft]:
    """A random order that favours the same poor scans under every plan, so that variants fail on the same documents."""
    waits = {record_id: rng.expovariate(_difficulty(record_id)) for record_id in drafts}
    return [drafts[record_id] for record_id in sorted(drafts, key=lambda record_id: waits[record_id])]


def _difficulty(record_id: str) -> float:
    """How much sooner than the easiest document this one is damaged: 1 to 4, few of them hard."""
    return 1 + 3 * random.Random(f"difficulty/{record_id}").random() ** 3


def _damage(draft: Draft, plant: Plant, rng: random.Random) -> bool:
    scene = Scene(draft.gold, rng, habit=rng.randrange(1000))
    if plant.kind in STRUCTURE_KINDS:
        return STRUCTURE_KINDS[plant.kind](draft, scene, plant.places) > 0
    damaged = [_damage_path(draft, plant, path, scene) for path in plant.paths]
    return any(damaged)


def _damage_path(draft: Draft, plant: Plant, path: str, scene: Scene) -> bool:
    """Damages the plant's share of the places at one path that the error fits."""
    wrong = VALUE_KINDS[plant.kind]
    here = replace(scene, key=path.rpartition(".")[2])
    fitting = []
    for slot in draft.slots(path):
        empty = slot.value is None or slot.value is ABSENT
        value = NOT_HERE if empty and plant.kind not in SEES_EMPTY_BOXES else wrong(slot.value, here)
        if value is not NOT_HERE:
            fitting.append((slot, value))
    chosen = scene.rng.sample(fitting, max(1, round(plant.share * len(fitting)))) if fitting else []
    for slot, value in chosen:
        slot.put(value)
        draft.claim(slot.path, path, plant.kind)
    return bool(chosen)
