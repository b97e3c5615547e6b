"""Looks at a workbook before it is read: an .xlsx is a zip archive of XML, and anyone may have packed it."""

from __future__ import annotations

from typing import Final

from evaljson.base.errors import InputError, LoadError
from evaljson.base.limits import LimitValues
from evaljson.load.formats.file_entry import FileEntry
from evaljson.load.formats.zip_archive import zip_entries

_HOLD_CELLS: Final = ("xl/worksheets/sheet", "xl/sharedstrings")
_MOST_PARTS: Final = 1_000


def check_workbook(data: bytes, name: str, limits: LimitValues) -> None:
    """Raise InputError for what is no .xlsx, is too large, or holds what no spreadsheet program writes.

    Nothing of it is kept: parts are unpacked one by one, each as far as it may be. Macros, links and pictures are
    never opened by anyone after this.
    """
    if not data.startswith(b"PK\x03\x04"):
        what = "an old or an encrypted workbook" if data.startswith(b"\xd0\xcf\x11\xe0") else "no .xlsx workbook"
        raise InputError(f"{name}: this is {what}; save it as .xlsx, without a password.")
    try:
        entries = list(zip_entries(data, name, limits))
    except LoadError as error:
        raise InputError(str(error)) from error
    if sum(entry.size for entry in entries) > limits.answer_file_bytes:
        raise InputError(f"{name}: {limits.says('answer_file_bytes')}")
    if len(entries) > _MOST_PARTS or len({entry.name.lower() for entry in entries}) < len(entries):
        raise InputError(f"{name}: it has too many parts, or one twice, as no spreadsheet program writes it.")
    tags = 0
    for entry in entries:
        if entry.name.lower().endswith((".xml", ".rels")):
            tags += _tags(entry, name, limits)
            if tags > limits.workbook_tags:
                raise InputError(f"{name}: {limits.says('workbook_tags')}")


def _tags(entry: FileEntry, name: str, limits: LimitValues) -> int:
    """Count the tags of a part."""
    size = entry.size
    if entry.refused:
        raise InputError(f"{name}: a part of the workbook is {entry.refused}.")
    if size > limits.workbook_part and not entry.name.lower().startswith(_HOLD_CELLS):
        raise InputError(f"{name}: {limits.says('workbook_part', seen=size)}")
    try:
        xml = entry.read(size + 1)
    except Exception as error:  # whatever a damaged archive makes zipfile and zlib raise
        raise InputError(f"{name}: the workbook is damaged ({error}); save or transfer it again.") from error
    if b"<!DOCTYPE" in xml.replace(b"\0", b"").upper():
        raise InputError(f"{name}: a part of it declares entities, as no spreadsheet program writes it.")
    return xml.count(b"<")
