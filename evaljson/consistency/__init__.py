"""Several runs of one prompt: how often they say the same, and what a vote among them would gain.

model.py       the result
vote.py        the record that wins a vote
repeats.py     consistency()
of_runs.py     the same of stored runs, small enough for a page
"""

from __future__ import annotations

from evaljson.consistency.model import Consistency, FieldConsistency
from evaljson.consistency.repeats import consistency

__all__ = ["Consistency", "FieldConsistency", "consistency"]
