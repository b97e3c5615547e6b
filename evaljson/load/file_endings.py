"""The endings of files that are read, and the words for them: upload boxes, archives, help and errors say the same."""

from __future__ import annotations

from typing import Final

JSON: Final = ".json"
REPLIES: Final = (".txt", ".md")
"""Of files with the reply of a model each: one record."""
LISTS: Final = (".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".pq")
"""Of files that hold many records."""
PACKED: Final = (".gz", ".zip")
DATA: Final = (*LISTS, *PACKED)
"""Of files that hold records, other than .json: a text beside one of them says something about it, and is no reply."""
READ: Final = (JSON, *DATA, *REPLIES)
REPLY: Final = f"a reply of a model as {' or '.join(REPLIES)}"
"""For the middle of a sentence."""


def ending_of_records(names: list[str]) -> str:
    """Return the ending of files with a record each, among names in lower case: .json unless there are only replies."""
    if not any(name.endswith((JSON, *DATA)) for name in names):
        return next((end for end in REPLIES if any(name.endswith(end) for name in names)), JSON)
    return JSON
