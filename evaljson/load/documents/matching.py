"""Which text files are named as records of gold: exactly as their ids, except for the ending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from evaljson.load.documents.text_files import TextFile
from evaljson.load.file_endings import REPLIES
from evaljson.load.loaded_records import LoadedRecords

_FEWEST: Final = 2
"""Files named as records below which a name may be chance."""
_EMPTY, _NOT_UTF8 = "empty", "not UTF-8; save it as UTF-8"


@dataclass(frozen=True, slots=True)
class DocumentMatch:
    """Text files beside the records of gold."""

    texts: dict[str, str]
    """The id of a record of gold, as text -> its document."""
    files: int
    named: int
    """Files that are named as a record of gold."""
    without_record: tuple[str, ...]
    """Files that are not."""
    without_document: tuple[str, ...]
    """The ids of records that get no document."""
    unusable: tuple[tuple[str, str], ...]
    """Files that are no document, and why: empty, not UTF-8, or several for one record."""

    @property
    def is_likely(self) -> bool:
        """Whether half of the files and two or more are named as records, and one of them can be kept."""
        return self.named >= _FEWEST and 2 * self.named >= self.files and bool(self.texts)


def matched(files: Iterable[TextFile], gold: LoadedRecords, id_key: str) -> DocumentMatch:
    """Find the text file of each record of gold. Of several with different texts for one record, none counts."""
    ids = dict.fromkeys(_ids_of(gold, id_key))
    by_id: dict[str, list[TextFile]] = {}
    without, unusable = list[str](), list[tuple[str, str]]()
    for one in files:
        known = next((name for name in _names_of(one) if name in ids), None)
        if known is None:
            without.append(one.name)
        else:
            by_id.setdefault(known, []).append(one)
    texts: dict[str, str] = {}
    for known, same in by_id.items():
        whys = [why_unusable(one) for one in same]
        good = [one for one, why in zip(same, whys, strict=True) if not why]
        unusable += [(one.name, why) for one, why in zip(same, whys, strict=True) if why]
        if len({one.text for one in good}) == 1:
            texts[known] = good[0].text
        else:
            unusable += [(one.name, f"one of {len(good):,} for the record {known}") for one in good]
    lacking = tuple(name for name in ids if name not in texts)
    named = sum(map(len, by_id.values()))
    return DocumentMatch(texts, named + len(without), named, tuple(without), lacking, tuple(unusable))


def why_unusable(one: TextFile) -> str:
    """Say why a file cannot be a document; empty if it can."""
    if one.why_not or not one.text.strip():
        return one.why_not or _EMPTY
    return _NOT_UTF8 if any("\ud800" <= sign <= "\udfff" for sign in one.text) else ""


def id_as_text(value: object) -> str | None:
    """Return an id as the name of a file may have it; None for what is no id."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None


def _ids_of(gold: LoadedRecords, id_key: str) -> Iterator[str]:
    for record in gold.records:
        known = None if record is None else id_as_text(record.get(id_key))
        if known is not None:
            yield known


def _names_of(one: TextFile) -> Iterator[str]:
    """Yield the path without its ending, then without one folder after another: ids may have slashes."""
    path = one.name.replace("\\", "/")
    for ending in REPLIES:
        if path.lower().endswith(ending):
            path = path[: -len(ending)]
            break
    yield path
    parts = PurePosixPath(path).parts
    yield from ("/".join(parts[at:]) for at in range(1, len(parts)))
