"""Collect records and problems in the order of the source, by the rules for gold and for extracted."""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import strict_equal, type_name
from evaljson.load.allowance import SourceAllowance
from evaljson.load.json.exact import Flaw
from evaljson.load.json.id_of_broken import id_in, possible_ids
from evaljson.load.json.repeated_keys import split_kept
from evaljson.load.json.source_text import SourceText
from evaljson.load.loaded_records import NOT_PRODUCED, Kind, LoadProblem, Record, RecordId
from evaljson.load.model_text.placeholder import is_placeholder
from evaljson.load.model_text.which_object import Meant
from evaljson.load.repaired_value import RepairedValue, more_like_these

ID_BESIDE = "the record has a placeholder for its id; the id beside it, or of its file, is used."
_NOT_LISTED = "not read, like many records before it; their problems are listed."


class RecordCollector:
    """The records so far. `ids` grows with them if they come with keys."""

    def __init__(
        self,
        kind: Kind,
        id_field: str | None,
        allowance: SourceAllowance | None = None,
        meant: Meant | None = None,
        list_key: str | None = None,
    ) -> None:
        self.kind = kind
        self.list_key = list_key  # of the list of records in a single object, where the caller says it
        self.meant = meant or Meant()
        self.id_field = id_field
        self.allowance = allowance or SourceAllowance()
        self.limits = self.allowance.limits
        self.records: list[Record | None] = []
        self.ids: list[str] = []
        self.problems: list[LoadProblem] = []
        self.n_refused = 0
        self.repaired: dict[int, tuple[str, ...]] = {}
        self.repaired_values: dict[int, tuple[RepairedValue, ...]] = {}
        self.unread: dict[int, str] = {}
        self.unread_ids: dict[int, RecordId] = {}
        self.unread_keys: dict[int, dict[str, RecordId]] = {}
        self.cut_off: dict[int, str | None] = {}
        self.taken_from: str | None = None
        self.columns: tuple[str, ...] = ()
        self.refused_places: list[int] = []
        self.blank_lines: list[tuple[int, int]] | None = None
        self.named_otherwise: list[str] | None = None  # keys that the records contradict; None: each is a warning
        self._n_unlisted = 0
        self._n_values = 0
        self._messages: dict[str, str] = {}

    @property
    def next_place(self) -> int:
        """The index of the next record among all of the source, those that were refused included."""
        return len(self.records) + len(self.refused_places)

    def skip_line(self) -> None:
        """Note a line without a record."""
        steps = self.blank_lines = [] if self.blank_lines is None else self.blank_lines
        so_far, at = steps[-1][1] if steps else 0, self.next_place
        if steps and steps[-1][0] == at:
            steps.pop()
        steps.append((at, so_far + 1))

    def take(self, record: Record, key: str | None = None) -> None:
        """Add a record; `key` also goes into its id field, if it has none."""
        if key is not None:
            self.ids.append(key)
            if self.id_field is not None:
                record = self._with_id(record, key, self.id_field)
        self.records.append(record)

    def _with_id(self, record: Record, key: str, id_field: str) -> Record:
        if id_field not in record:
            return {id_field: key, **record}
        inner = record[id_field]
        if strict_equal(inner, key) or (type(inner) is int and str(inner) == key):
            return record
        if self.kind == "extracted" and is_placeholder(inner):
            self.warn(ID_BESIDE)
            return {**record, id_field: key}
        if self.named_otherwise is not None:
            self.named_otherwise.append(key)
        else:
            self.warn(f"the record under the key {key!r} has a different {id_field!r} inside, which is used.")
        return record

    def refuse(
        self, problem: LoadProblem, key: str | None = None, has_place: bool = True, record_id: RecordId | None = None
    ) -> None:
        """Add a position without a usable record; `has_place` is False if not even its key is known.

        `record_id` is its id, if it is known anyway.
        """
        self.n_refused += 1
        listed = self.report(problem)
        if self.kind == "gold" and has_place:
            self.refused_places.append(self.next_place)
        if self.kind == "extracted" and has_place:
            message = problem.message if listed or problem.message == NOT_PRODUCED else _NOT_LISTED
            self.unread[len(self.records)] = self._messages.setdefault(message, message)
            known = record_id if record_id is not None else key
            if known is not None:
                self.unread_ids[len(self.records)] = known
            self.records.append(None)
            if key is not None:
                self.ids.append(key)

    def refuse_broken(self, problem: LoadProblem, source: SourceText, at: int, key: str | None = None) -> None:
        """Refuse the record that begins at `at`, and note its id, or what may be its id while no id field is known."""
        if self.kind == "extracted" and self.id_field is None and (known := possible_ids(source, at)):
            self.unread_keys[len(self.records)] = known
        self.refuse(problem, key, record_id=id_in(source, at, self.id_field))

    def report(self, problem: LoadProblem) -> bool:
        """List a problem, or only count it if there are too many; return whether it is listed."""
        listed = len(self.problems) < self.limits.problems
        if listed:
            self.problems.append(problem)
        else:
            self._n_unlisted += 1
        return listed

    def lose(self, message: str) -> None:
        """Report that the source as a whole could not be read to its end: it counts as one record."""
        self.refuse(LoadProblem(None, None, "", message, "error", ""), has_place=False)

    def warn(self, message: str, path: str = "") -> None:
        """Report a problem of the source as a whole."""
        self.report(LoadProblem(None, None, path, message, "warning", ""))

    def report_unlisted(self) -> None:
        """Say how many problems are not listed, if any."""
        if self._n_unlisted:
            message = self.limits.says("problems", seen=self._n_unlisted)
            self.problems.append(LoadProblem(None, None, "", message, "warning", ""))
            self._n_unlisted = 0

    def offer(self, source: SourceText, value: Any, span: tuple[int, int], path: str, key: str | None = None) -> None:
        """Take or refuse a parsed value (or Flaw) at `span` of the source."""
        value, kept = split_kept(value)
        problem = self._judge(source, value, span, path)
        if problem:
            self.refuse_broken(problem, source, span[0], key)
            return
        if kept:
            self.report(source.problem(span[0], kept.message, path, "warning"))
            self.note_repair(kept.steps, kept.repaired)
        self.take(value, key)

    def note_repair(self, steps: tuple[str, ...], values: tuple[RepairedValue, ...]) -> None:
        """Note what was done to the record that is taken next."""
        at = len(self.records)
        self.repaired[at] = (*self.repaired.get(at, ()), *steps)
        if self._n_values > self.limits.problems:
            values = more_like_these(len(values))
        self._n_values += len(values)
        if values:
            self.repaired_values[at] = (*self.repaired_values.get(at, ()), *values)

    def note_cut(self, inside: str | None) -> None:
        """Note that the reply of the record that is taken or refused next ended early: where it was open, if known."""
        if self.kind == "extracted":
            self.cut_off[len(self.records)] = inside

    def _judge(self, source: SourceText, value: Any, span: tuple[int, int], path: str) -> LoadProblem | None:
        stray = source.not_utf8(*span)
        if stray:
            return stray
        if isinstance(value, Flaw):
            return source.problem(span[0], value.message, value.path)
        if value is None and self.kind == "extracted":
            return source.problem(span[0], NOT_PRODUCED, path, "warning")
        if not isinstance(value, dict):
            return source.problem(span[0], f"a record is an object, not {type_name(value)}; put it in one.", path)
        return None
