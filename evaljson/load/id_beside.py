"""Whether the ids of records are names of files or keys of records, which are no values of the records."""

from __future__ import annotations

from typing import Final

from evaljson.load.json.layout import WORDS
from evaljson.load.loaded_records import LoadedRecords

_FILES: Final = ("folder with a ", "zip with a ", "reply of a model")


def named_by_id(loaded: LoadedRecords) -> bool:
    """Check whether every record came under a name of its own: that of a file, or a key of `{id: record}`."""
    return loaded.ids is not None and loaded.format.startswith((*_FILES, WORDS["by id"]))
