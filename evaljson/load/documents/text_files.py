"""Text files without JSON in them: none of them is the reply of a model that can be read, so they may be documents."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Final

from evaljson.base.errors import LoadError
from evaljson.base.limits import current
from evaljson.load.file_endings import DATA, JSON, REPLIES
from evaljson.load.formats.file_entry import FileEntry
from evaljson.load.formats.zip_archive import DAMAGED, zip_entries
from evaljson.load.loaded_records import LoadedRecords
from evaljson.load.reader import read_records
from evaljson.load.sources import ZIP, Raw, content_of

_ONE_OF: Final = 10
"""In how many files of an archive one may have something like JSON in it: documents can."""
_BYTES: Final = "surrogateescape"
"""Stray bytes become lone surrogates, and bytes again."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file, alone or out of an archive."""

    name: str
    """With the folders that it is in."""
    text: str
    """Lone surrogates stand for bytes that are not UTF-8."""
    archive: str = ""
    """The name of the archive or folder that it came in; empty for a file alone."""
    is_folder: bool = False
    """Whether it came in a folder."""
    why_not: str = ""
    """Why it was not read; empty if it was."""

    @property
    def data(self) -> bytes:
        """The file as UTF-8, with the bytes that are not."""
        return self.text.encode("utf-8", _BYTES)


def texts_without_json(data: bytes, name: str, *, is_folder: bool = False) -> list[TextFile] | None:
    """Return the text files that a file is, or an archive holds; None for what holds records, or is no text.

    No JSON object is in a single file, or in nine of ten files of an archive. None too for what is damaged or over a
    limit: whoever reads its records says so.
    """
    if data.startswith(ZIP):
        return _of_archive(data, name, is_folder)
    if not name.lower().endswith(REPLIES) or len(data) > current().record_bytes:
        return None
    text = _text(data, name)
    return None if text is None or _records_in(data, name)[0] else [TextFile(name, text)]


def held(files: Iterable[TextFile]) -> LoadedRecords:
    """Return text files as records, so that they can be stored; each only once. Raises LoadError over a limit."""
    each, limits = list(dict.fromkeys(files)), current()
    shown = f"{len(each):,} text files"
    if len(each) > limits.files:
        raise LoadError(f"{shown}: {limits.says('files')}")
    digest, size = hashlib.sha256(), 0
    for one in each:
        size += len(one.data)
        if size > limits.source_bytes:
            raise LoadError(f"{shown}: {limits.says('source_bytes')}")
        digest.update(repr((one.name, one.archive, one.is_folder, one.why_not, len(one.data))).encode() + one.data)
    return LoadedRecords([asdict(one) for one in each], None, [], "text files", shown, digest.hexdigest(), len(each), 0)


def files_in(loaded: LoadedRecords) -> list[TextFile]:
    """Return the text files that `held` made records of."""
    return [TextFile(**record) for record in loaded.records if record is not None]


def _text(data: bytes, name: str) -> str | None:
    try:
        return content_of(Raw(data, name, (), None)).data.decode("utf-8", _BYTES)
    except LoadError:
        return None


def _records_in(data: bytes, name: str) -> tuple[int, int]:
    """Return how many records can be read, and how many there are."""
    try:
        loaded = read_records(data, name=name, kind="extracted")
    except LoadError:
        return 0, 0
    return loaded.n_read, len(loaded.records)


def _of_archive(data: bytes, name: str, is_folder: bool) -> list[TextFile] | None:
    limits = current()
    try:
        entries = list(_visible(zip_entries(data, name, limits)))
    except LoadError:
        return None
    endings = [entry.name.lower() for entry in entries]
    if len(entries) > limits.files or any(ending.endswith((JSON, *DATA)) for ending in endings):
        return None
    if not any(ending.endswith(REPLIES) for ending in endings):
        return None
    read, records = _records_in(data, name)
    if not records or _ONE_OF * read > records:
        return None
    files, left = list[TextFile](), limits.source_bytes
    for entry in entries:
        one = _of_entry(entry, name, is_folder, min(left, limits.record_bytes))
        left -= len(one.data)
        files.append(one)
    return files


def _visible(entries: Iterator[FileEntry]) -> Iterator[FileEntry]:
    for entry in entries:
        parts = PurePosixPath(entry.name).parts
        is_hidden = any(part.startswith(".") and part != ".." for part in parts) or "__MACOSX" in parts
        if not (is_hidden or entry.is_folder):
            yield entry


def _of_entry(entry: FileEntry, archive: str, is_folder: bool, most: int) -> TextFile:
    if entry.refused or not entry.name.lower().endswith(REPLIES):
        why = entry.refused or f"not {' or '.join(REPLIES)}"
        return TextFile(entry.name, "", archive, is_folder, why)
    try:
        data = entry.read(most + 1)
    except DAMAGED as error:
        return TextFile(entry.name, "", archive, is_folder, f"damaged or not readable ({error})")
    text = _text(data, entry.name) if len(data) <= most else None
    why = "" if text is not None else "too large" if len(data) > most else "not a text"
    return TextFile(entry.name, text or "", archive, is_folder, why)
