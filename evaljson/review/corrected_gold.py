"""Gold with what people corrected in it, and a list of every change; what cannot be applied is listed."""

from __future__ import annotations

import copy
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key, value_at
from evaljson.load.loaded_records import RecordId
from evaljson.review.added_elements import AddedElement, added_elements
from evaljson.review.cards import ReviewCard
from evaljson.review.element_moves import ElementMoves, RecordMoves
from evaljson.review.gold_outcome import OtherAnswer
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.places import gold_path_of


@dataclass(frozen=True, slots=True)
class GoldChange:
    """One value of gold that changes."""

    record: int
    """Position in gold."""
    record_id: RecordId
    path: str
    """Where the value is in the old gold; an added element counts down from -1, as on its card."""
    before: Any
    """ABSENT where gold had none."""
    after: Any
    """ABSENT where gold is to have none."""
    people: tuple[str, ...]
    """Whose answers say so."""
    cards: tuple[int, ...]
    others: tuple[OtherAnswer, ...] = ()
    """Whose answers say otherwise, and what."""

    is_repeated: bool = False
    """Whether it is an added element, and gold has an equal one in that array already."""

    @property
    def is_added(self) -> bool:
        """Whether it is an element that is appended to an array: its path is none in gold."""
        return gold_path_of(self.path) is None


def change_identity(change: GoldChange) -> tuple[int, str, Hashable]:
    """Return what makes a change the same; the paths of added elements are only those of their cards."""
    path = change.path[: change.path.rindex("[")] if change.is_added else change.path
    return change.record, path, strict_key(change.after)


@dataclass(frozen=True, slots=True)
class RefusedChange:
    """A change that cannot be made."""

    change: GoldChange
    why: str


@dataclass(frozen=True, slots=True)
class CorrectedGold:
    """The records with the changes, and the changes. Records without one are those that were given, not copies."""

    records: list[Any]
    changes: tuple[GoldChange, ...]
    """By record, then path; what a change of something around it gives already is part of that change."""
    refused: tuple[RefusedChange, ...] = ()
    moves: Mapping[int, RecordMoves] = field(default_factory=dict)
    """By position of the record, where its elements went; records without changes are left out."""


def correct_gold(
    gold: Sequence[Any],
    cards: Sequence[ReviewCard],
    outcome: ReviewOutcome,
    ids: Mapping[int, RecordId] | None = None,
    *,
    only: Collection[int] | None = None,
) -> CorrectedGold:
    """Apply what is decided. `ids` are the ids of the records by position; without them those of the cards are used.

    `only`: the positions of the records that are to be corrected; None: all.

    Values that people say gold should not have are removed, elements of arrays with everything in them removed too.
    """
    known = dict(ids or {at.record: at.record_id for card in cards for at in card.places})
    wanted = [
        GoldChange(
            at.record, known.get(at.record, at.record), at.path, at.gold, at.value, at.people, at.cards, at.others
        )
        for at in outcome.gold.values()
        if at.state == "corrected" and (only is None or at.record in only)
    ]
    added = (one for one in added_elements(cards, outcome) if only is None or one.record in only)
    return apply_changes(gold, wanted, added, known)


def apply_changes(
    gold: Sequence[Any],
    changes: Iterable[GoldChange],
    added: Iterable[AddedElement] = (),
    ids: Mapping[int, RecordId] | None = None,
) -> CorrectedGold:
    """Apply changes to copies of the records that they touch."""
    known = ids or {}
    by_record: dict[int, list[GoldChange]] = {}
    for change in changes:
        by_record.setdefault(change.record, []).append(change)
    new_elements: dict[int, list[AddedElement]] = {}
    for element in added:
        new_elements.setdefault(element.record, []).append(element)
    records, made, refused = list(gold), list[GoldChange](), list[RefusedChange]()
    moves: dict[int, RecordMoves] = {}
    for record in sorted({*by_record, *new_elements}):
        edit = _RecordEdit(copy.deepcopy(records[record]))
        for change in sorted(by_record.get(record, ()), key=lambda one: _sort_key(one.path)):
            if edit.has_already(change):
                continue
            why = edit.change(change)
            (made.append(change) if why is None else refused.append(RefusedChange(change, why)))
        for one in new_elements.get(record, ()):
            record_id = known.get(record, record)
            change = GoldChange(record, record_id, one.path, ABSENT, one.value, one.people, one.cards, one.others)
            if edit.has_already(change, one):
                continue
            change = replace(change, is_repeated=edit.had_element(one))
            why = edit.add(one)
            (made.append(change) if why is None else refused.append(RefusedChange(change, why)))
        records[record] = edit.finished()
        moves[record] = edit.moves()
    return CorrectedGold(records, tuple(made), tuple(refused), moves)


def _sort_key(path: str) -> tuple[tuple[int, int | str], ...]:
    return tuple((0, step) if isinstance(step, int) else (1, step or "") for step in paths.split(path))


class _Removed:
    """Stands where an element was removed, so that the indices of the others stay as they are until the end."""


_REMOVED = _Removed()


class _RecordEdit:
    """Edits one record. Indices are those of the old record throughout."""

    def __init__(self, record: Any) -> None:
        self._root: dict[str, Any] = {"": record}
        self._emptied: list[str] = []
        self._made: dict[str, GoldChange] = {}
        self._inserted: dict[str, list[tuple[int, AddedElement]]] = {}
        self._appended: dict[str, list[tuple[int, AddedElement]]] = {}
        self._removed: dict[str, set[int]] = {}

    def has_already(self, change: GoldChange, added: AddedElement | None = None) -> bool:
        """Check whether a change that was made around it gives what this one does; `added` is the element it adds."""
        if self._around(change.path if added is None else added.array) is None:
            return False
        if added is not None:
            at = value_at(self._root[""], added.array)
            return isinstance(at, list) and sum(strict_equal(one, added.value) for one in at) > added.copy
        return strict_equal(self._value(change.path), change.after)

    def change(self, change: GoldChange) -> str | None:
        """Make a change; return why it cannot be made."""
        around = self._around(change.path)
        if around is not None and around.after is ABSENT:
            return "the element around it is removed"
        if not strict_equal(self._value(change.path), change.before):
            if around is None:
                return "gold has another value there now"
            return f"card {around.cards[0]} corrects {around.path} as a whole, with another value there"
        why = self._remove(change.path) if change.after is ABSENT else self._set(change.path, change.after)
        if why is None:
            self._made[change.path] = change
        return why

    def _around(self, path: str) -> GoldChange | None:
        """Return the innermost change that was made at a path or around it."""
        return next((self._made[at] for at in reversed(paths.above(path)) if at in self._made), None)

    def _value(self, path: str) -> Any:
        """Return the value at a path; ABSENT in an element that is removed."""
        found = value_at(self._root[""], path)
        return ABSENT if found is _REMOVED else found

    def had_element(self, added: AddedElement) -> bool:
        """Check whether an array has an element that is equal, which is neither removed nor added."""
        at = value_at(self._root[""], added.array)
        if not isinstance(at, list):
            return False
        appended = self._appended.get(added.array)
        return any(strict_equal(one, added.value) for one in (at[: appended[0][0]] if appended else at))

    def add(self, one: AddedElement) -> str | None:
        """Add an element where it belongs; return why it cannot be done. An array that is absent or null is made."""
        at = value_at(self._root[""], one.array)
        is_new = at is ABSENT or at is None
        if is_new:
            if why := self._set(one.array, []):
                return why
            at = value_at(self._root[""], one.array)
        if not isinstance(at, list):
            return "there is no array there"
        is_another = is_new or self._around(one.array) is not None
        if one.before is None or is_another:
            self._appended.setdefault(one.array, []).append((len(at), one))
            at.append(copy.deepcopy(one.value))
        else:
            self._inserted.setdefault(one.array, []).append((one.before, one))
        return None

    def finished(self) -> Any:
        """Return the record, without the elements that were removed, and those that are empty by it."""
        for path in reversed(self._emptied):
            if value_at(self._root[""], path) == {}:
                self._take_out(path)
        # All of them first: an element that is put in moves the arrays inside those behind it.
        held = {array: value_at(self._root[""], array) for array in self._inserted}
        for array, elements in self._inserted.items():
            for number in sorted(range(len(elements)), key=lambda one: (elements[one][0], one), reverse=True):
                before, one = elements[number]
                held[array].insert(before, copy.deepcopy(one.value))
        _drop_removed(self._root)
        return self._root[""]

    def moves(self) -> RecordMoves:
        """Return where the elements of the old record are in the finished one."""
        new: dict[str, tuple[str, int]] = {}
        arrays = {
            array: ElementMoves(
                tuple(sorted(self._removed.get(array, ()))),
                tuple(sorted(before for before, _ in self._inserted.get(array, ()))),
            )
            for array in {*self._removed, *self._inserted}
        }
        for array, inserted in self._inserted.items():
            in_order = sorted(inserted, key=lambda one: one[0])
            new |= {one.path: (array, arrays[array].of_new(number)) for number, (_, one) in enumerate(in_order)}
        for array, appended in self._appended.items():
            moves = arrays.get(array, ElementMoves())
            new |= {one.path: (array, moves.after(index)) for index, one in appended}
        return RecordMoves(arrays, new)

    def _set(self, path: str, value: Any) -> str | None:
        holder: Any = self._root
        step: Any = ""
        for inner in paths.split(path):
            at = holder[step] if isinstance(holder, list) else holder.get(step)
            if isinstance(inner, str):
                if at is None:
                    holder[step] = at = {}
                if not isinstance(at, dict):
                    return "what is around it is no object"
            elif not isinstance(at, list) or inner is None or not 0 <= inner < len(at):
                return "gold has no such element"
            holder, step = at, inner if inner is not None else 0
        holder[step] = copy.deepcopy(value)
        return None

    def _remove(self, path: str) -> str | None:
        steps = paths.split(path)
        if not steps:
            return "a whole record cannot be removed by a review"
        if isinstance(steps[-1], int):
            self._take_out(path)
            return None
        holder = value_at(self._root[""], paths.above(path)[-2])
        holder.pop(steps[-1])
        above = paths.elements_above(path)
        if above and above[-1] not in self._emptied:
            self._emptied.append(above[-1])
        return None

    def _take_out(self, element: str) -> None:
        array, index = element[: element.rindex("[")], int(element[element.rindex("[") + 1 : -1])
        value_at(self._root[""], array)[index] = _REMOVED
        self._removed.setdefault(array, set()).add(index)


def _drop_removed(value: Any) -> None:
    stack = [value]
    while stack:
        at = stack.pop()
        if isinstance(at, list):
            at[:] = [item for item in at if item is not _REMOVED]
            stack.extend(at)
        elif isinstance(at, dict):
            stack.extend(at.values())
