"""Test data where it must not be: in prompts, twice in gold, or in what a prompt was tuned on.

model.py       the result
facts.py       what a record says, as values that are its own
texts.py       runs of words that a document alone has
same.py        records with the same values, and documents with the same words
prompts.py     gold and documents inside a prompt
find.py        leaks()
"""

from __future__ import annotations

from evaljson.leaks.find import leaks
from evaljson.leaks.model import Leak, Leaks

__all__ = ["Leak", "Leaks", "leaks"]
