"""Read records from any source: find the format, read what can be read, and report the rest."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Final

from evaljson.base.errors import LoadError
from evaljson.base.limits import current
from evaljson.load.allowance import SourceAllowance
from evaljson.load.array_in_reply import IN_REPLY, array_in_reply
from evaljson.load.byte_limit import source_limit
from evaljson.load.collector import RecordCollector
from evaljson.load.file_endings import JSON
from evaljson.load.formats.column_names import steps_of
from evaljson.load.formats.csv_file import Cells, is_csv, read_csv
from evaljson.load.formats.file_entry import FileEntry
from evaljson.load.formats.folder import folder_entries
from evaljson.load.formats.payload import EnvelopeOptions, list_and_place, unwrap
from evaljson.load.formats.record_files import read_files
from evaljson.load.formats.wrapped_records import open_wrapped
from evaljson.load.formats.zip_archive import zip_entries
from evaljson.load.gc_pause import gc_paused
from evaljson.load.inside_archive import bytes_of, entries_at, place_in_archive
from evaljson.load.json.flawed_document import Document
from evaljson.load.json.layout import WORDS, holds_lines, in_words
from evaljson.load.json.lines import is_complete, look_like_lines, read_lines
from evaljson.load.json.repeated_keys import RepeatedKeys
from evaljson.load.json.whole_document import read_at_once
from evaljson.load.loaded_records import Kind, LoadedRecords, excerpt
from evaljson.load.model_text.which_object import Meant, Pick
from evaljson.load.reply_file import is_reply
from evaljson.load.sources import PARQUET, ZIP, Content, Source, content_of, read_content, read_raw

_FILLED = re.compile(rb"[^ \t\r\n]")


def read_records(
    source: Source,
    *,
    name: str | None = None,
    kind: Kind = "gold",
    max_bytes: int | None = None,
    id_field: str | None = None,
    text_field: str | bool = True,
    payload: str | None = None,
    metadata: Sequence[str] = (),
    cells: Cells = "text",
    repair: bool = True,
    keys: Collection[str] = (),
    pick: Pick = "fits",
    repeated_keys: RepeatedKeys = "last",
    lines: bool = False,
) -> LoadedRecords:
    """Read the records of a path, of bytes, or of a file-like object (from its beginning, where it can seek).

    Understands a JSON array, one object, `{"records": [...]}`, also under another name where the list is clearly one of
    records (see `record_list`), `{id: record}` and JSON Lines, also in gzip, with a byte
    order mark, in UTF-16 or UTF-32; CSV (by the file's name), Parquet, and a folder or zip archive with a .json file
    for each record, or, without any, a .txt or .md file with a model's reply; or one such file alone. A path may go on
    inside a zip archive, to one folder or file of it: all.zip/gold.
    Problems with single records are in `problems`. The keys of `{id: record}`, the names of such files, and ids beside
    a payload go into `id_field`, in records that lack it.

    `payload` is the path of the record in each entry (`output.calls[0].arguments`), `text_field` the same
    for one key; a payload such as `results[]` or `results[].output` begins with the key of the list of entries in the
    file's only object; True detects a field with a model's text, False never looks. Text there goes through
    `parse_model_output`, and is repaired if it belongs to extracted records and `repair` is on. Everything
    beside it becomes metadata, as do the keys named in `metadata`. `cells` says whether cells of CSV are text or JSON.
    Where a text holds several different JSON values, `keys` (those that records may have) and `pick` decide which one
    counts, as in `parse_model_output`. By these keys, a single extracted record is found that is whole under a key of
    its own, unless `text_field` or `payload` says where records are. Of a key that one object has several times, the
    last value counts, which is reported as a repair; with `repeated_keys="refuse"`, the record is refused. `lines` says
    that the source is part of a file in JSON Lines, whatever its first line looks like.

    Raises LoadError if there is nothing to read records from, or more of it than a limit allows; `max_bytes` is one of
    them, of bytes unpacked. Raises SettingError for a limit whose setting cannot be used.
    """
    limits = current() if max_bytes is None else replace(current(), source_bytes=max_bytes)
    under, payload = list_and_place(payload)
    meant = Meant(frozenset(keys), pick, repeated_keys)
    collector = RecordCollector(kind, id_field, SourceAllowance(limits), meant, under)
    choice = EnvelopeOptions(text_field if under is None else False, payload, metadata, repair)
    with gc_paused():
        origin = _lines(source, name, collector, repair) if lines else _fill(source, name, collector, cells, repair)
        if under is not None and not origin.words.startswith(in_words("envelope", under)):
            raise LoadError(f"payload {under}[]: {origin.name} is no single JSON object with a list under {under!r}.")
        beside = unwrap(collector, replace(choice, table=origin.table))
        if kind == "extracted" and choice.text_field is True and payload is None:
            beside = open_wrapped(collector, beside)
    collector.report_unlisted()
    return LoadedRecords(
        records=collector.records,
        ids=collector.ids if origin.has_ids or collector.ids else None,
        problems=collector.problems,
        format=origin.words,
        name=origin.name,
        sha256=origin.sha256,
        n_read=len(collector.records) - collector.records.count(None),
        n_refused=collector.n_refused,
        repaired=collector.repaired,
        unread=collector.unread,
        metadata=beside,
        unread_ids=collector.unread_ids,
        unread_keys=collector.unread_keys,
        taken_from=collector.taken_from,
        repaired_values=collector.repaired_values,
        cut_off=collector.cut_off,
        refused_places=tuple(collector.refused_places),
        blank_lines=None if collector.blank_lines is None else tuple(collector.blank_lines),
        columns=() if collector.taken_from is not None else _scored(collector.columns, metadata),
    )


def _scored(columns: tuple[str, ...], metadata: Sequence[str]) -> tuple[str, ...]:
    """Return the columns without those that are kept as metadata."""
    return tuple(name for name in columns if not metadata or steps_of(name)[0] not in metadata)


@dataclass(frozen=True, slots=True)
class _Origin:
    words: str
    name: str
    sha256: str
    has_ids: bool = False
    table: bool = False


_EACH: Final = {JSON: "JSON file"}
"""What there is for each record, by the ending; else a reply."""
_ZIP: Final = "zip with a {} for each record"


def _fill(source: Source, name: str | None, collector: RecordCollector, cells: Cells, repair: bool) -> _Origin:
    """Fill the collector, and return what the source is."""
    if isinstance(source, str | os.PathLike) and os.path.isdir(source):
        shown = name or Path(source).resolve().name or str(source)
        collector.allowance.name = shown
        digest, ending = read_files(folder_entries(Path(source)), collector, shown, repair=repair)
        return _Origin(f"folder with a {_EACH.get(ending, 'reply')} for each record", shown, digest, has_ids=True)
    inside = place_in_archive(source)
    if inside is not None:
        return _fill_from_archive(*inside, name, collector, cells, repair)
    limit = source_limit(collector.limits)
    raw = read_raw(source, name, limit)
    collector.allowance.name = raw.name
    if raw.broken:
        collector.lose(raw.broken)
    packing = " in gzip" if raw.packing else ""
    if raw.data.startswith(ZIP):
        entries = zip_entries(raw.data, raw.name, collector.limits)
        digest, ending = read_files(entries, collector, raw.name, repair=repair)
        return _Origin(_ZIP.format(_EACH.get(ending, "reply")) + packing, raw.name, digest, has_ids=True)
    if raw.data.startswith(PARQUET):
        from evaljson.load.formats.parquet import read_parquet  # here, because it takes long to import

        words = read_parquet(raw.data, collector, raw.name, limit)
        return _Origin(words + packing, raw.name, hashlib.sha256(raw.data).hexdigest(), table=True)
    content = content_of(raw)
    array = None if is_csv(content.name) else array_in_reply(content.data)
    if array is not None:
        content = replace(content, data=array, packing=IN_REPLY + content.packing)
    elif is_reply(content.name, content.data, collector.id_field):
        name = PurePath(content.name).name
        one = FileEntry(name, lambda most: content.data[:most], len(content.data))
        digest, _ = read_files(iter([one]), collector, name, repair=repair)
        return _Origin("reply of a model: one record" + content.packing, content.name, digest, has_ids=True)
    if is_csv(content.name):
        words = read_csv(content.data, collector, content.name, cells)
        return _Origin(words + content.packing, content.name, content.sha256, table=True)
    words = _read(content, collector, repair)
    return _Origin(words + content.packing, content.name, content.sha256, has_ids=words == WORDS["by id"])


def _fill_from_archive(
    archive: Path, place: str, name: str | None, collector: RecordCollector, cells: Cells, repair: bool
) -> _Origin:
    """Fill the collector from one folder or file of an archive."""
    entries, shown = entries_at(archive, place, collector.limits), name or PurePath(place).name
    if len(entries) == 1 and entries[0].name.endswith(place):
        return _fill(bytes_of(entries[0], source_limit(collector.limits)), shown, collector, cells, repair)
    digest, ending = read_files(iter(entries), collector, shown, repair=repair)
    return _Origin(_ZIP.format(_EACH.get(ending, "reply")), shown, digest, has_ids=True)


def _lines(source: Source, name: str | None, collector: RecordCollector, repair: bool) -> _Origin:
    content = read_content(source, name, source_limit(collector.limits))
    collector.allowance.name = content.name
    collector.allowance.check_json(content.data)
    return _Origin(read_lines(content.data, collector, content.skipped, repair=repair), content.name, content.sha256)


def _read(content: Content, collector: RecordCollector, repair: bool) -> str:
    """Fill the collector, and return the format in words."""
    data, name = content.data, content.name
    match = _FILLED.search(data)
    if not match:
        raise LoadError(f"{name}: the file is empty; expected a JSON array of records, or a record on each line.")
    collector.allowance.check_json(data)
    begins = match.group()
    first_end = data.find(b"\n", match.start())
    has_more = first_end >= 0 and _FILLED.search(data, first_end) is not None
    if begins == b"{" and has_more and is_complete(data[match.start() : first_end]):
        return read_lines(data, collector, content.skipped, repair=repair)
    if begins in (b"{", b"["):
        words = read_at_once(data, collector, name)
        if words:
            return words
        document = Document(data, content.skipped, collector)
        if document.is_whole or not (has_more and (holds_lines(name) or look_like_lines(data))):
            return document.deliver(collector, name)
    elif not look_like_lines(data):
        start = excerpt(data[match.start() : match.start() + 400].decode("utf-8", "replace"), 0)
        raise LoadError(f"{name}: expected a JSON array, an object or JSON Lines, but it begins {start!r}.")
    return read_lines(data, collector, content.skipped, repair=repair)
