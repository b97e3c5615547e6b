"""The result of reading a source: its records and problems."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from evaljson.base.record_place import from_one
from evaljson.load.repaired_value import RepairedValue

Kind = Literal["gold", "extracted"]
Record = dict[str, Any]

RecordId = str | int
NOT_PRODUCED = "null: counts as a record that was not produced."
"""The message for a null in place of a record: nothing was wrong with the text."""
Blanks = tuple[tuple[int, int], ...]
"""Index among all records of a file, and how many lines without a record stand before it; wherever that grows."""
EXCERPT = 80
"""Most characters of an excerpt."""


@dataclass(frozen=True, slots=True)
class LoadProblem:
    """Something that was refused ("error"), or read in a way the user should know about ("warning")."""

    line: int | None
    """Line in the unpacked text, from 1; None if the problem is not on one line."""
    column: int | None
    """Character in the line, from 1."""
    path: str
    """Where inside the JSON document (of the file, or of the line in JSON Lines), as a JSON path: arrays from 0."""
    message: str
    """What is wrong and what to do."""
    severity: Literal["error", "warning"]
    excerpt: str
    """The text there: one printable line of at most 80 characters."""

    def __str__(self) -> str:
        return self.place + (": " if self.place else "") + self.message

    @property
    def place(self) -> str:
        """`line 3, record 2 name`, as far as it is known."""
        return ", ".join(filter(None, ("" if self.line is None else f"line {self.line}", self.in_file)))

    @property
    def in_file(self) -> str:
        """Where it is, for a person: of a record in an array, its number from 1, then the path inside it."""
        return from_one(self.path)


@dataclass(frozen=True, slots=True)
class RowSetAside:
    """A record that someone left out, with all that was known of it."""

    record: Record
    id: str | None
    metadata: Record | None
    repaired: tuple[str, ...] = ()
    repaired_values: tuple[RepairedValue, ...] = ()
    cut_off: tuple[str | None, ...] = ()
    """Where its reply ended early, alone; empty if it did not."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """Records that someone left out for their ids, repeated or missing; they can be put back."""

    sha256: str
    """What the hash is with all of them back."""
    rows: dict[int, RowSetAside]
    """Index among all records, left out or not -> the record there."""


@dataclass(frozen=True, slots=True)
class LoadedRecords:
    """The records of one source, in its order."""

    records: list[Record | None]
    """Refused gold is left out; a refused extracted record stays as None, so that positions stay valid."""
    ids: list[str] | None
    """The keys of `{id: record}`, the names of a folder's files, or the texts beside payloads, aligned with `records`;
    None if there are none."""
    problems: list[LoadProblem]
    """In the order of the source; problems of the source as a whole come first."""
    format: str
    """How the source was understood, in words."""
    name: str
    sha256: str
    """Of the bytes after unpacking, in hex."""
    n_read: int
    """Records that were read."""
    n_refused: int
    """Positions without a usable record; everything after a break in the text counts as one."""
    repaired: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Index in `records` of each record whose JSON was broken, or had a key several times -> what was done to it, in
    words."""
    unread: dict[int, str] = field(default_factory=dict)
    """Index in `records` of each extracted record that is None because it could not be read -> why."""
    metadata: list[Record] | None = None
    """Data beside each record that is not scored (cost, tokens), aligned with `records`; None if there is none."""
    unread_ids: dict[int, RecordId] = field(default_factory=dict)
    """Index in `records` of each record in `unread` -> its id, if it is known."""
    unread_keys: dict[int, dict[str, RecordId]] = field(default_factory=dict)
    """Index in `records` of each record in `unread` that was read before its id field was known -> what may be its id,
    by key."""
    taken_from: str | None = None
    """Where in its entry each record was: the text field or the payload's path; None if the entry is the record."""
    repaired_values: dict[int, tuple[RepairedValue, ...]] = field(default_factory=dict)
    """Index in `records` -> the values of a repaired record that are not what its text has, each with both."""
    set_aside: SetAside | None = None
    """Records that someone left out; None for none."""
    cut_off: dict[int, str | None] = field(default_factory=dict)
    """Index in `records` of each extracted record whose reply ended early -> the path of the innermost value that was
    open there, as in CutReply; None if the record could not be read."""
    columns: tuple[str, ...] = ()
    """Names of the columns of a table whose cells are texts; () for any other source."""
    refused_places: tuple[int, ...] = ()
    """Index, among all records of the source, of each refused one that `records` lacks: those of gold."""
    blank_lines: Blanks | None = None
    """In JSON Lines, where lines without a record are; None if records have no line of their own."""
    documents: str | None = None
    """The key of `metadata` under which texts are that someone dropped beside this file; None if nobody did."""

    @property
    def lossy(self) -> tuple[int, ...]:
        """Indices in `records` of those with a repaired value that lacks characters of its text."""
        return tuple(at for at, values in self.repaired_values.items() if any(value.lossy for value in values))

    @property
    def parse_errors(self) -> dict[int, str]:
        """`unread` without records that were null, and so are merely missing."""
        return {at: why for at, why in self.unread.items() if why != NOT_PRODUCED}

    @property
    def n_null(self) -> int:
        """How many of `n_refused` are null: they were not produced, and nothing is wrong with their text."""
        return len(self.unread) - len(self.parse_errors)

    @property
    def n_unreadable(self) -> int:
        """How many of `n_refused` could not be read."""
        return self.n_refused - self.n_null


def excerpt(text: str, at: int, before: int = 30) -> str:
    """Return the text around `at` on one printable line, with "…" where it was cut."""
    start = max(0, at - before)
    cut_left = start > 0
    end = start + EXCERPT - cut_left
    cut_right = end < len(text)
    window = text[start : end - cut_right]
    printable = "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in window)
    return "…" * cut_left + printable.rstrip() + "…" * cut_right
