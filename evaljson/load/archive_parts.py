"""An archive that holds gold and the variants beside one another: a folder or a file for each.

A folder of texts beside the file of gold is a part too, and so are texts beside the files, if these are fewer.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from codecs import BOM_UTF8
from pathlib import PurePosixPath
from typing import Final

from evaljson.base.errors import LoadError
from evaljson.base.limits import current
from evaljson.load.file_endings import JSON, READ, REPLIES, ending_of_records
from evaljson.load.formats.file_entry import FileEntry
from evaljson.load.formats.zip_archive import zip_entries
from evaljson.load.gold_name import gold_among
from evaljson.load.json.layout import WORDS
from evaljson.load.reader import read_records
from evaljson.load.sources import ZIP

_DAMAGED: Final = (OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError)
_HEAD: Final = 1000
"""Bytes that are read to see how a file begins."""
_READ: Final = 1_000_000
"""And of a document to see its keys."""
_LOOKED_AT: Final = 3
"""Documents whose keys are compared."""
Parts = dict[str, bytes]
Side = list[tuple[str, FileEntry]]
"""The files of one folder, each with its path in there; that of a file that is no folder's is empty."""


def archive_parts(data: bytes, name: str) -> Parts | None:
    """Return the folders of an archive as archives and its files, by name, where they are gold and variants.

    The name of one says that it is gold, or else files hold a list of records each, alone or beside folders, or folders
    alone have the same documents. A folder with nothing but a list of records counts as that list, called as it.
    None for any other archive, for one that is damaged, and for one that is over a limit: whoever reads it says so.
    """
    if not data.startswith(ZIP):
        return None
    limits = current()
    try:
        entries = [entry for entry in zip_entries(data, name, limits) if _is_read(entry)]
    except LoadError:
        return None
    sides = _lists_for_folders(_by_side(entries), limits.source_bytes)
    texts = [(PurePosixPath(entry.name).name, entry) for entry in _loose_texts(entries)]
    if len(sides) < 2 or len(entries) > limits.files or not _are_sets(sides, limits.source_bytes):
        return None
    if len(texts) > len(sides):
        sides[f"{name}: text files"] = texts
    return _unpacked(sides, limits.source_bytes)


def _is_read(entry: FileEntry) -> bool:
    parts = PurePosixPath(entry.name).parts
    is_hidden = any(part.startswith(".") for part in parts) or "__MACOSX" in parts
    return not (entry.is_folder or entry.refused or is_hidden) and entry.name.lower().endswith(READ)


def _by_side(entries: list[FileEntry]) -> dict[str, Side]:
    """Sort the files by their first step below the folders that all of them share, each with the steps below that."""
    paths = [PurePosixPath(entry.name).parts for entry in entries]
    shared = _shared(paths)
    sides: dict[str, Side] = {}
    for path, entry in zip(paths, entries, strict=True):
        sides.setdefault(path[shared], []).append(("/".join(path[shared + 1 :]), entry))
    return {side: files for side, every in sides.items() if (files := _records_of(every))}


def _lists_for_folders(sides: dict[str, Side], most: int) -> dict[str, Side]:
    """Put the list of records that a folder has alone, as gold/data.json, in place of the folder."""
    found: dict[str, Side] = {}
    for side, files in sides.items():
        path, entry = files[0]
        name = f"{side}{''.join(PurePosixPath(path).suffixes)}"
        is_list = len(files) == 1 and path != "" and name not in sides and _has_several(entry, most)
        found |= {name: [("", entry)]} if is_list else {side: files}
    return found


def _loose_texts(entries: list[FileEntry]) -> list[FileEntry]:
    """Return the texts that are in no folder below those that all files share."""
    depth = _shared([PurePosixPath(entry.name).parts for entry in entries]) + 1
    return [entry for entry in entries if _is_reply(entry) and len(PurePosixPath(entry.name).parts) == depth]


def _shared(paths: list[tuple[str, ...]]) -> int:
    """Count the folders that all paths begin with."""
    shared = 0
    while paths and all(len(path) > shared + 1 and path[shared] == paths[0][shared] for path in paths):
        shared += 1
    return shared


def _records_of(files: Side) -> Side:
    """Leave out texts that are no replies: those beside records, and those beside the folders."""
    ending = ending_of_records([entry.name.lower() for _, entry in files])
    return [(path, entry) for path, entry in files if not _is_reply(entry) or (path and ending in REPLIES)]


def _is_reply(entry: FileEntry) -> bool:
    return entry.name.lower().endswith(REPLIES)


def _are_sets(sides: dict[str, Side], most: int) -> bool:
    """Check whether each folder and file is a set of records, as gold or a variant is, and no document of one set."""
    files = {side: every[0][1] for side, every in sides.items() if not every[0][0]}
    folders = {side: every for side, every in sides.items() if side not in files}
    gold = gold_among(list(sides))
    if gold is None and not folders:
        return _are_lists(list(files.values()), most)
    if gold is None and not files:
        return _have_the_same_documents(list(folders.values()))
    if gold is None:
        return bool(files) and all(map(_is_list, files.values())) and _belong_together(folders)
    if gold in folders and not _belong_together(folders, gold):
        return False
    single = [side for side, entry in files.items() if not _has_several(entry, most)]
    if gold in single:  # a folder beside it says that it is no document
        return bool(folders) and single == [gold]
    return len(single) < len(sides) - len(single)  # an eval schema may lie beside them; most are no documents


def _is_list(entry: FileEntry) -> bool:
    """Check whether a file is surely a list of records, by its ending or its first character."""
    if not entry.name.lower().endswith(JSON):
        return True
    try:
        return entry.read(_HEAD).removeprefix(BOM_UTF8).lstrip().startswith(b"[")
    except _DAMAGED:
        return False


def _are_lists(files: list[FileEntry], most: int) -> bool:
    """Check whether most files are lists of several records, and none a list of one, which may be a document."""
    lists = list(filter(_is_list, files))  # an eval schema may lie beside them
    return len(lists) > max(1, len(files) - len(lists)) and all(_holds_several(entry, most) for entry in lists)


def _holds_several(entry: FileEntry, most: int) -> bool:
    try:
        return len(read_records(entry.read(most + 1), name=entry.name, kind="extracted").records) > 1
    except (LoadError, *_DAMAGED):
        return False


def _has_several(entry: FileEntry, most: int) -> bool:
    """Check whether a file holds a list of records, records by id or by line, or has a list under "records"."""
    if _is_list(entry):
        return True
    try:
        loaded = read_records(entry.read(most + 1), name=entry.name)
    except (LoadError, *_DAMAGED):
        return False
    is_clear = loaded.n_read > 1 and not loaded.problems  # such as that it may as well be one record
    return is_clear or loaded.format.startswith(WORDS["envelope"])


def _belong_together(folders: dict[str, Side], gold: str | None = None) -> bool:
    """Check whether the others have the documents of one: folders by any other name are documents of one kind each.

    Beside gold as one file, a folder may name its files in its own way, so this is not asked there.
    """
    first = folders[gold] if gold is not None else next(iter(folders.values()))
    wanted = {_document(path) for path, _ in first}
    return all(not wanted.isdisjoint(_document(path) for path, _ in files) for files in folders.values())


def _have_the_same_documents(folders: list[Side]) -> bool:
    """Check whether folders hold mostly the same documents, several each, with the same keys in them.

    Documents of one kind each, as invoices/1.json and receipts/1.json, have other keys.
    """
    first, *others = ({_document(path): entry for path, entry in files} for files in folders)
    return len(first) > 1 and all(
        2 * len(first.keys() & other.keys()) >= max(len(first), len(other))
        and all(_have_the_same_keys(first[one], other[one]) for one in sorted(first.keys() & other.keys())[:_LOOKED_AT])
        for other in others
    )


def _have_the_same_keys(one: FileEntry, other: FileEntry) -> bool:
    try:
        left, right = (set(json.loads(entry.read(_READ + 1))) for entry in (one, other))
    except (*_DAMAGED, TypeError):
        return False
    return 2 * len(left & right) >= max(len(left), len(right))


def _document(path: str) -> str:
    """Return the path without its ending where that may differ: gold in JSON, and replies as texts."""
    return str(PurePosixPath(path).with_suffix("")) if path.lower().endswith((JSON, *REPLIES)) else path


def _unpacked(sides: dict[str, Side], most: int) -> Parts | None:
    parts: Parts = {}
    left = most
    for side, files in sides.items():
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for path, entry in files:
                try:
                    data = entry.read(left + 1)
                except _DAMAGED:
                    return None
                left -= len(data)
                if left < 0:
                    return None
                if not path:
                    parts[side] = data
                else:
                    archive.writestr(path, data)
        parts.setdefault(side, packed.getvalue())
    return parts
