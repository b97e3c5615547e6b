"""Whether extracted values are in the text of their document: what is not there was invented, or worked out.

model.py       the result
document.py    a text that values are looked for in, with what stands where
readings.py    numbers and dates in a text, however they are written
joints.py      how its words may be joined
name_order.py  names of people in the other order
leaves.py      the values of a record, with their fields
find.py        where a value is in a text
ground.py      grounding()
"""

from __future__ import annotations

from evaljson.grounding.find import THRESHOLD, TextSearch
from evaljson.grounding.ground import ground_texts, grounding, no_values
from evaljson.grounding.model import FieldGrounding, Grounding, How, NotInText, TextPlace

__all__ = [
    "THRESHOLD", "FieldGrounding", "Grounding", "How", "NotInText", "TextPlace", "TextSearch", "ground_texts",
    "grounding", "no_values",
]  # fmt: skip
