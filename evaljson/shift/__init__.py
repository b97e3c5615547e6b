"""Two batches of documents: what is unlike about them, and whether that could explain a change in F1.

model.py       the result
columns.py     what each batch has at each field
tests.py       the tests of one field
losses.py      where the errors moved
mix.py         F1 of A under B's mix of groups
words.py       findings in words
batches.py     shift()
"""

from __future__ import annotations

from evaljson.shift.batches import shift
from evaljson.shift.model import ChangeOfF1, Shift, ShiftTest, UnderMix

__all__ = ["ChangeOfF1", "Shift", "ShiftTest", "UnderMix", "shift"]
