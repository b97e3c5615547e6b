"""What extractions that read nothing score, in the HTML report."""

from __future__ import annotations

from evaljson.floor import Floors
from evaljson.floor.words import all_floors, floor_sentence
from evaljson.wording.values import escaped


def floor_line(floors: Floors) -> str:
    """Write how far one gets without reading a document; a click shows each way to do so."""
    return (
        f'<details class="faint"><summary>{escaped(floor_sentence(floors))}</summary>'
        f"<p>What extractions that read nothing score: {escaped(all_floors(floors))}.</p></details>"
    )
