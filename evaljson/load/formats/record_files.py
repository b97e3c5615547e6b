"""Read one record from each file of a folder or archive, named by its id: JSON, or else the replies of a model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import type_name
from evaljson.base.listed import first_of
from evaljson.load.allowance import SourceLimitError
from evaljson.load.byte_limit import ByteLimit, source_limit
from evaljson.load.collector import RecordCollector
from evaljson.load.file_endings import REPLY, ending_of_records
from evaljson.load.formats.file_entry import FileEntry
from evaljson.load.formats.zip_archive import DAMAGED
from evaljson.load.loaded_records import LoadProblem, excerpt
from evaljson.load.model_text.cut_off_error import CutOffError
from evaljson.load.model_text.record_in_text import record_in
from evaljson.load.sources import Raw, content_of

_SHOWN = 5
_LEFT_OUT = "left out ("


def read_files(entries: Iterator[FileEntry], collector: RecordCollector, name: str, *, repair: bool) -> tuple[str, str]:
    """Give the record of each .json file to the collector, sorted by id; return a hash, and their ending.

    The hash is over names and contents. Without any .json file, that of each .txt file, or else of each .md file: the
    replies of a model. The id is the path without its ending and without the folders that all of them share. Whatever
    is not read is a problem. Raises LoadError if there is no such file, and beyond the limits of files and of bytes,
    unpacked.
    """
    chosen, left_out, unread, ending = _sorted_out(entries, collector, name)
    if not chosen:
        lists = [(f"it has {_listed(left_out)}", left_out), (f"{_listed(unread)} cannot be read", unread)]
        seen = "; ".join(["", *(words for words, names in lists if names)])
        raise LoadError(
            f"{name}: no .json file in it, and there must be one per record, or {REPLY}{seen}. Name or unpack a file."
        )
    if left_out:
        told = [f"{one[:80]!r} ({'hidden' if is_hidden(one) else f'not {ending}'})" for one in left_out]
        collector.warn(f"{_LEFT_OUT}{len(left_out):,}): {first_of(told, _SHOWN)}.")
    collector.named_otherwise = []  # a file's name need not be an id, so this is said once
    digest, limit, seen_ids, size = hashlib.sha256(), source_limit(collector.limits), set[str](), 0
    for key, entry in sorted(_keyed(chosen, ending), key=lambda pair: pair[0]):
        data, why = _bytes(entry, collector, limit, size)
        size += len(data)
        limit.check(size, name)
        digest.update(f"{len(key.encode('utf-8', 'surrogatepass'))}:{len(data)}:".encode())
        digest.update(key.encode("utf-8", "surrogatepass") + data)
        if key in seen_ids:
            _lose(collector, entry.name, "this name appears twice; the first file counts.")
            continue
        seen_ids.add(key)
        if why:
            _refuse(collector, entry.name, f"not read: {why}", "", key)
        else:
            _take(data, entry.name, key, collector, repair)
    if others := collector.named_otherwise:
        where = f"{len(others):,} of {len(seen_ids):,} files ({_listed(others)})"
        collector.warn(f"the {collector.id_field!r} inside is used, not the file's name: {where}.")
    return digest.hexdigest(), ending


def _sorted_out(
    entries: Iterator[FileEntry], collector: RecordCollector, name: str
) -> tuple[list[FileEntry], list[str], list[str], str]:
    """Return the files to read, what is left out, the folders that cannot be looked into, and the ending of the files.

    Of what is left out and of the folders, the names.
    """
    seen, hidden, unread = list[FileEntry](), list[str](), list[str]()
    for count, entry in enumerate(entries, 1):
        if count > collector.limits.files:
            raise LoadError(f"{name}: {collector.limits.says('files')}")
        if not entry.name:
            collector.lose(entry.refused)
        elif entry.is_folder and entry.refused:
            unread.append(entry.name)
            _lose(collector, entry.name, f"this folder is not read: {entry.refused}; pass its files in another way.")
        elif is_hidden(entry.name) or entry.is_folder:
            hidden.append(entry.name)
        else:
            seen.append(entry)
    ending = ending_of_records([entry.name.lower() for entry in seen])
    chosen = [entry for entry in seen if entry.name.lower().endswith(ending)]
    others = [entry.name for entry in seen if not entry.name.lower().endswith(ending)]
    return chosen, [*others, *hidden], unread, ending


def is_hidden(name: str) -> bool:
    """Check whether a file is hidden, or lies in a folder that is: what systems and archivers put there."""
    parts = name.split("/")
    return any(part.startswith(".") and part not in (".", "..") for part in parts) or "__MACOSX" in parts


def left_out_in_words(problems: Iterable[LoadProblem]) -> str | None:
    """Return the remark that names what was left out of a folder or archive, and why; None for nothing."""
    said = (problem.message for problem in problems if problem.message.startswith(_LEFT_OUT))
    return next((one.removesuffix(".") for one in said), None)


def _keyed(entries: list[FileEntry], ending: str) -> list[tuple[str, FileEntry]]:
    parents = [PurePosixPath(entry.name).parent.parts for entry in entries]
    shared = len(parents[0])
    for other in parents:
        shared = next((n for n in range(shared) if other[n : n + 1] != parents[0][n : n + 1]), shared)
    return [("/".join(PurePosixPath(e.name[: -len(ending)]).parts[shared:]), e) for e in entries]


def _bytes(entry: FileEntry, collector: RecordCollector, limit: ByteLimit, size: int) -> tuple[bytes, str]:
    """Return the bytes, or the reason why there are none; one byte more than allowed if there are that many."""
    why = entry.refused and f"{entry.refused}."
    why = why or collector.allowance.too_long(entry.size) or ""
    if why:
        return b"", why
    most = min(collector.limits.record_bytes, limit.most - size)
    try:
        data = entry.read(min(most, entry.size) + 1)
        if len(data) == entry.size + 1 <= most:  # it has more than it says
            data = entry.read(most + 1)
    except DAMAGED as error:
        return b"", f"damaged or not readable ({error})."
    too_long = collector.allowance.too_long(len(data))
    return (b"", too_long) if too_long else (data, "")


def _take(data: bytes, name: str, key: str, collector: RecordCollector, repair: bool) -> None:
    text = ""
    try:
        text = content_of(Raw(data, name, (), None)).data.decode()
        output = record_in(text, repair, collector.allowance, collector.meant)
    except UnicodeDecodeError:
        _refuse(collector, name, "not UTF-8; save it as UTF-8.", text, key)
        return
    except SourceLimitError:
        raise
    except LoadError as error:
        if isinstance(error, CutOffError):
            collector.note_cut(None)
        _refuse(collector, name, str(error), text, key)
        return
    value: Any = output.value
    if not isinstance(value, dict):
        _refuse(collector, name, f"a record is an object, not {type_name(value)}; put it in one.", text, key)
        return
    if output.how == "repaired":
        collector.note_repair(output.steps, output.repaired_values)
    if output.cut_inside is not None:
        collector.note_cut(output.cut_inside)
    for problem in output.problems:
        collector.warn(problem, name)
    collector.take(value, key)


def _refuse(collector: RecordCollector, name: str, why: str, text: str, key: str) -> None:
    collector.refuse(LoadProblem(None, None, name, why, "error", excerpt(text, 0)), key)


def _lose(collector: RecordCollector, name: str, why: str) -> None:
    collector.refuse(LoadProblem(None, None, name, why, "error", ""), has_place=False)


def _listed(names: list[str]) -> str:
    return first_of([repr(name[:80]) for name in names], _SHOWN)
