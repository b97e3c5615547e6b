"""What extractions that read nothing score: a figure is read against its floor.

as_extracted.py   a gold record as an extraction could give it
majority.py       the most common value of each field
shuffle.py        which record gets whose gold
model.py          the result
floors.py         the three extractions, scored
"""

from evaljson.floor.floors import floors
from evaljson.floor.model import Floor, Floors

__all__ = ["Floor", "Floors", "floors"]
