"""A language model looks at extracted values again: how sure is it that each is what the document says?

model.py       the result
request.py     what is asked about a record, and how an answer is read
look.py        judged_confidences()
"""

from __future__ import annotations

from evaljson.second_look.look import judged_confidences, judged_confidences_cost
from evaljson.second_look.model import JudgedConfidences

__all__ = ["JudgedConfidences", "judged_confidences", "judged_confidences_cost"]
