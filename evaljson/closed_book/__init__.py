"""Does a model know the documents by heart? Asked without them, and with a value of their text replaced.

request.py     what is asked, and how an answer is read
plain.py       the schema as a model gets it
scores.py      every answer scored against every gold record
lift.py        how much better an answer fits its own record
recall.py      closed_book()
changes.py     values of texts that are replaced
came_back.py   which value came back
changed.py     changed_documents()
model.py       the results
"""

from __future__ import annotations

from evaljson.closed_book.changed import changed_documents, changed_documents_cost
from evaljson.closed_book.model import ChangedDocuments, ChangedField, ClosedBook, RecalledField, RecalledRecord
from evaljson.closed_book.recall import closed_book, closed_book_cost, recalled

__all__ = [
    "ChangedDocuments", "ChangedField", "ClosedBook", "RecalledField", "RecalledRecord", "changed_documents",
    "changed_documents_cost", "closed_book", "closed_book_cost", "recalled",
]  # fmt: skip
