"""Read a folder or zip archive with one JSON file per record, named by id. Nothing is unpacked to disk."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import type_name
from evaljson.load.byte_limit import source_limit
from evaljson.load.collector import RecordCollector
from evaljson.load.loaded_records import LoadProblem, excerpt
from evaljson.load.model_text.model_output import parse_model_output
from evaljson.load.sources import Raw, content_of

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """One file: its path from the top, with slashes, and a function that reads at most that many bytes."""

    name: str
    read: Callable[[int], bytes]
    refused: str = ""
    """Why it must not be read; empty if it may be."""


def folder_entries(folder: Path) -> Iterator[Entry]:
    """List the files below a folder. Links are followed only to files inside it."""
    top = folder.resolve()
    for here, below, names in os.walk(top):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in names:
            path = Path(here, name)
            target, why = path.resolve(), ""
            if not target.is_relative_to(top):
                why = "a link that leads out of the folder"
            elif not target.is_file():
                why = "not a regular file"
            yield Entry(path.relative_to(top).as_posix(), _reader(target), why)


def _reader(path: Path) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        with path.open("rb") as stream:
            return stream.read(limit)

    return read


def zip_entries(data: bytes, name: str) -> Iterator[Entry]:
    """List the files of an archive. Raises LoadError if it is damaged."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise LoadError(f"{name}: the zip archive is damaged ({error}); pack or transfer it again.") from error
    for info in archive.infolist():
        if info.is_dir():
            continue
        path, why = PurePosixPath(info.filename.replace("\\", "/")), ""
        if path.is_absolute() or ".." in path.parts or ":" in info.filename.split("/")[0]:
            why = "a path that leads out of the archive"
        elif stat.S_ISLNK(info.external_attr >> 16):
            why = "a link"
        elif info.flag_bits & 1:
            why = "encrypted"
        yield Entry(str(path), _member(archive, info), why)


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        with archive.open(info) as stream:
            return stream.read(limit)

    return read


def read_files(entries: Iterator[Entry], collector: RecordCollector, name: str, *, repair: bool) -> str:
    """Give the record of each .json file to the collector, sorted by id; return a hash over names and contents.

    The id is the path without `.json` and without the folders that all of them share. Raises LoadError if there is
    no such file, and beyond the limits of bytes, unpacked, and of files.
    """
    limits, limit = collector.limits, source_limit(collector.limits)
    chosen, left_out = list[Entry](), list[str]()
    for count, entry in enumerate(entries, 1):
        if count > limits.files:
            raise LoadError(f"{name}: {limits.says('files')}")
        parts = PurePosixPath(entry.name).parts
        hidden = any(part.startswith(".") and part != ".." for part in parts) or "__MACOSX" in parts
        if hidden or not entry.name.lower().endswith(".json"):
            left_out.append(entry.name)
        else:
            chosen.append(entry)
    if not chosen:
        seen = f"; it has {_listed(left_out)}" if left_out else ""
        raise LoadError(f"{name}: no .json file in it, and there must be one per record{seen}. Name or unpack a file.")
    if left_out:
        collector.warn(f"{len(left_out):,} files that are hidden or not .json were not read: {_listed(left_out)}.")
    digest, seen_ids, size = hashlib.sha256(), set[str](), 0
    for key, entry in sorted(_keyed(chosen), key=lambda pair: pair[0]):
        data, why = _bytes(entry, limit.most - size)
        size += len(data)
        limit.check(size, name)
        digest.update(f"{len(key.encode('utf-8', 'surrogatepass'))}:{len(data)}:".encode())
        digest.update(key.encode("utf-8", "surrogatepass") + data)
        if key in seen_ids:
            _problem(collector, entry.name, "this name appears twice; the first file counts.", "")
            continue
        seen_ids.add(key)
        if why:
            _refuse(collector, entry.name, f"not read: {why}.", "", key)
        else:
            _take(data, entry.name, key, collector, repair)
    return digest.hexdigest()


def _keyed(entries: list[Entry]) -> list[tuple[str, Entry]]:
    parents = [PurePosixPath(entry.name).parent.parts for entry in entries]
    shared = len(parents[0])
    for other in parents:
        shared = next((n for n in range(shared) if other[n : n + 1] != parents[0][n : n + 1]), shared)
    return [("/".join(PurePosixPath(e.name[: -len(".json")]).parts[shared:]), e) for e in entries]


def _bytes(entry: Entry, left: int) -> tuple[bytes, str]:
    """Return the bytes, or the reason why there are none."""
    if entry.refused:
        return b"", entry.refused
    try:
        return entry.read(left + 1), ""
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError) as error:
        return b"", f"damaged or not readable ({error})"


def _take(data: bytes, name: str, key: str, collector: RecordCollector, repair: bool) -> None:
    text = ""
    try:
        text = content_of(Raw(data, name, (), None)).data.decode()
        output = parse_model_output(text, repair=repair)
    except (LoadError, UnicodeDecodeError) as error:
        why = "not UTF-8; save it as UTF-8." if isinstance(error, UnicodeDecodeError) else str(error)
        _refuse(collector, name, why, text, key)
        return
    value: Any = output.value
    if not isinstance(value, dict):
        _refuse(collector, name, f"a record is an object, not {type_name(value)}; put it in one.", text, key)
        return
    if output.how == "repaired":
        collector.repaired[len(collector.records)] = output.steps
    for problem in output.problems:
        collector.warn(problem, name)
    collector.take(value, key)


def _refuse(collector: RecordCollector, name: str, why: str, text: str, key: str) -> None:
    collector.refuse(LoadProblem(None, None, name, why, "error", excerpt(text, 0)), key)


def _problem(collector: RecordCollector, name: str, why: str, text: str) -> None:
    collector.problems.append(LoadProblem(None, None, name, why, "error", excerpt(text, 0)))


def _listed(names: list[str]) -> str:
    return ", ".join(repr(name[:80]) for name in names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
