"""An archive that holds gold and the variants beside one another, taken apart: a folder or a file for each.

A folder of texts beside the file of gold is a part too, and so are texts beside the files, if these are fewer.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import PurePosixPath

from evaljson.base.errors import LoadError
from evaljson.base.limits import current
from evaljson.load.formats.zip_archive import DAMAGED, zip_entries
from evaljson.load.sets_beside import Side, is_set_file, loose_texts, sets_beside
from evaljson.load.sources import ZIP

Parts = dict[str, bytes]


def archive_parts(data: bytes, name: str) -> Parts | None:
    """Return the folders of an archive as archives and its files, by name, where they are gold and variants.

    `sets_beside` says which are. None for any other archive, for one that is damaged, and for one that is over a limit:
    whoever reads it says so.
    """
    if not data.startswith(ZIP):
        return None
    limits = current()
    try:
        entries = [entry for entry in zip_entries(data, name, limits) if is_set_file(entry)]
    except LoadError:
        return None
    sides = None if len(entries) > limits.files else sets_beside(entries, limits.source_bytes)
    if sides is None:
        return None
    texts = [(PurePosixPath(entry.name).name, entry) for entry in loose_texts(entries)]
    if len(texts) > len(sides):
        sides[f"{name}: text files"] = texts
    return _unpacked(sides, limits.source_bytes)


def _unpacked(sides: dict[str, Side], most: int) -> Parts | None:
    parts: Parts = {}
    left = most
    for side, files in sides.items():
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for path, entry in files:
                try:
                    data = entry.read(left + 1)
                except DAMAGED:
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
