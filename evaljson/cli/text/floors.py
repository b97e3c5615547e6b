"""What extractions that read nothing score, as text."""

from __future__ import annotations

from collections.abc import Iterator

from evaljson.floor import Floors
from evaljson.floor.words import floor_sentence
from evaljson.wording.words import counted, points


def floor_lines(floors: Floors) -> Iterator[str]:
    """Say the F1 of each, in lines of at most 80 columns."""
    if floors.highest is None:
        yield f"Floor     {floor_sentence(floors)}"
        return
    said = ", ".join(f"{floor.kind} {points(floor.f1)}" for floor in floors.all)
    yield f"Floor     {points(floors.highest.f1)} without reading anything: {said}"
    seeds = f"seed{'' if len(floors.seeds) == 1 else 's'} {', '.join(map(str, floors.seeds))}"
    yield f"          over {counted(floors.records, 'gold record')}, shuffled with {seeds}"
