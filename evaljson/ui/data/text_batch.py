"""Text files of a drop in which no JSON is found, taken together: they may be the documents of gold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from evaljson.load import LoadedRecords
from evaljson.load.documents.text_files import TextFile, held, texts_without_json
from evaljson.ui.data.folder_drop import Folder
from evaljson.ui.session import cache
from evaljson.ui.session.drafts import keep_draft, latest_draft

_FEWEST: Final = 2
"""Files that are taken together; a single one is a reply, as it would be beside JSON."""


@dataclass(frozen=True, slots=True)
class TextBatch:
    """Several text files, used like a dropped file."""

    files: tuple[TextFile, ...]
    file_ids: tuple[str, ...]

    @property
    def name(self) -> str:
        """What they are called where one cannot be taken in."""
        return f"{len(self.files):,} text files"

    @property
    def file_id(self) -> str:
        """The ids of all files, joined."""
        return " ".join(self.file_ids)

    def loaded(self) -> LoadedRecords:
        """Return them as records that can be stored. Raises LoadError over a limit."""
        return held(self.files)


def set_apart(files: Sequence[Any], has_some: Callable[[], bool]) -> tuple[list[Any], TextBatch | None]:
    """Return the files with records, and the texts without JSON; `has_some`: whether others came before."""
    found = {file.file_id: cache.derived(("texts", file.file_id), partial(_texts, file)) for file in files}
    texts = [one for several in found.values() for one in several or ()]
    if not texts or (len(texts) < _FEWEST and not has_some()):
        return list(files), None
    batch = TextBatch(tuple(texts), tuple(name for name, several in found.items() if several))
    return [file for file in files if not found[file.file_id]], batch


def _texts(file: Any) -> list[TextFile] | None:
    return texts_without_json(file.getvalue(), file.name, is_folder=isinstance(file, Folder))


def has_texts() -> bool:
    """Check whether the open draft holds text files."""
    return latest_draft().documents is not None


def take_texts(loaded: LoadedRecords) -> None:
    """Put text files into the open draft, beside those that it has; what they are is asked again. Raises LoadError."""
    keep_draft(latest_draft().with_more_texts(loaded))
