"""Refuse a folder or an archive with gold and variants in it where one set of records is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Final

from evaljson.base.errors import LoadError
from evaljson.base.limits import LimitValues, current
from evaljson.base.listed import first_of
from evaljson.load.byte_limit import source_limit
from evaljson.load.formats.file_entry import FileEntry
from evaljson.load.formats.folder import folder_entries
from evaljson.load.formats.zip_archive import DAMAGED, zip_entries
from evaljson.load.gold_name import gold_among
from evaljson.load.inside_archive import begins_as_zip
from evaljson.load.sets_beside import Side, is_set_file, names_gold, sets_beside
from evaljson.load.sources import read_raw

_SHOWN: Final = 8


def check_one_set(file: Path) -> None:
    """Raise LoadError where several sets of records lie beside one another in a folder or archive, one of them gold.

    Read together, they would be one set in which each document comes several times, under the names of the folders.
    """
    limits = current()
    entries = _listed(file, limits)
    if not entries or len(entries) > limits.files:  # whoever reads it says so
        return
    sides = sets_beside(list(filter(is_set_file, entries)), limits.source_bytes)
    gold = None if sides is None else gold_among(list(sides))
    if sides is None or gold is None:
        return
    places = {side: _place(files) for side, files in sides.items()}
    within = "" if file.is_dir() else os.path.commonpath([PurePosixPath(one).parent for one in places.values()])
    in_order = sorted(places, key=lambda side: (side != gold, side))
    names = [places[side].removeprefix(f"{within}/") for side in in_order]
    raise LoadError(
        f"{file.name or file} holds {len(sides):,} sets of records beside one another, not one: "
        f"{first_of(names, _SHOWN)}. Name one of them, such as {file / names[0]}."
    )


def _listed(file: Path, limits: LimitValues) -> list[FileEntry]:
    """List what is in a folder or archive where a name in it says gold; nothing for anything else.

    Names alone come first: all else about many files takes much longer.
    """
    most = limits.files + 1
    try:
        if file.is_dir():
            return list(islice(folder_entries(file), most)) if names_gold(islice(_names_below(file), most)) else []
        if not begins_as_zip(file):
            return []
        entries = list(zip_entries(read_raw(file, None, source_limit(limits)).data, file.name, limits))
        return entries if names_gold(entry.name for entry in entries) else []
    except (LoadError, *DAMAGED):
        return []


def _names_below(folder: Path) -> Iterator[str]:
    for here, below, names in os.walk(folder):
        below[:] = [name for name in below if not name.startswith(".")]
        yield from (f"{os.path.relpath(here, folder)}/{name}".removeprefix("./") for name in names)


def _place(files: Side) -> str:
    """Return the path of a set, from the top of its folder or archive."""
    path, entry = files[0]
    return entry.name.removesuffix(path).removesuffix("/")
