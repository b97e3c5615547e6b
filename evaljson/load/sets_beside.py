"""Which folders and files of a folder or archive are sets of records beside one another, as gold and variants are."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final

from evaljson.base.errors import LoadError
from evaljson.load.file_endings import JSON, READ, REPLIES, ending_of_records
from evaljson.load.formats.file_entry import FileEntry
from evaljson.load.formats.record_files import is_hidden
from evaljson.load.formats.zip_archive import DAMAGED
from evaljson.load.gold_name import gold_among
from evaljson.load.json.layout import WORDS
from evaljson.load.reader import read_records

_HEAD: Final = 1000
"""Bytes that are read to see how a file begins."""
_READ: Final = 1_000_000
"""And of a document to see its keys."""
_LOOKED_AT: Final = 3
"""Documents whose keys are compared."""
Side = list[tuple[str, FileEntry]]
"""The files of one folder, each with its path in there; that of a file that is no folder's is empty."""


def sets_beside(entries: list[FileEntry], most: int) -> dict[str, Side] | None:
    """Return the folders and files that are a set of records each, by name; None where they are no such sets.

    The name of one says that it is gold, or else files hold a list of records each, alone or beside folders, or folders
    alone have the same documents. A folder with nothing but a list of records counts as that list, called as it. At
    most so many bytes are read of a file.
    """
    sides = _lists_for_folders(_by_side(entries), most)
    return sides if len(sides) > 1 and _are_sets(sides, most) else None


def names_gold(names: Iterable[str]) -> bool:
    """Check whether one set would be called gold, by the paths alone: the cheap half of `sets_beside`."""
    paths = [tuple(name.split("/")) for name in names if name.lower().endswith(READ) and not is_hidden(name)]
    shared = _shared(paths)
    return gold_among(list({path[shared] for path in paths})) is not None


def is_set_file(entry: FileEntry) -> bool:
    """Check whether a file may hold records: what is hidden, refused or of another ending does not."""
    return not (entry.is_folder or entry.refused or is_hidden(entry.name)) and entry.name.lower().endswith(READ)


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


def loose_texts(entries: list[FileEntry]) -> list[FileEntry]:
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
    if gold in files and not folders and not _has_several(files[gold], most):
        return False  # known by one file: the others need not be read
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
    except DAMAGED:
        return False


def _are_lists(files: list[FileEntry], most: int) -> bool:
    """Check whether most files are lists of several records, and none a list of one, which may be a document."""
    lists = list(filter(_is_list, files))  # an eval schema may lie beside them
    return len(lists) > max(1, len(files) - len(lists)) and all(_holds_several(entry, most) for entry in lists)


def _holds_several(entry: FileEntry, most: int) -> bool:
    try:
        return len(read_records(entry.read(most + 1), name=entry.name, kind="extracted").records) > 1
    except (LoadError, *DAMAGED):
        return False


def _has_several(entry: FileEntry, most: int) -> bool:
    """Check whether a file holds a list of records, records by id or by line, or has a list under "records"."""
    if _is_list(entry):
        return True
    try:
        loaded = read_records(entry.read(most + 1), name=entry.name)
    except (LoadError, *DAMAGED):
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
    except (*DAMAGED, TypeError):
        return False
    return 2 * len(left & right) >= max(len(left), len(right))


def _document(path: str) -> str:
    """Return the path without its ending where that may differ: gold in JSON, and replies as texts."""
    return str(PurePosixPath(path).with_suffix("")) if path.lower().endswith((JSON, *REPLIES)) else path
