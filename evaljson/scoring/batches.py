"""Fields whose comparator takes many at once: called after the recursion, before anything is counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.scoring.locate import Locator
from evaljson.scoring.problems import Problems
from evaljson.scoring.status import BATCH_ERROR, MATCH, MISMATCH, PENDING, SKIPPED
from evaljson.scoring.table import Chunk, Store
from evaljson.scoring.unit import checked

RecordIds = Sequence[str | int | None]


@dataclass(frozen=True, slots=True)
class _Open:
    """One field to be judged: row `at` of a chunk."""

    chunk: Chunk
    at: int
    item: BatchItem


def resolve_batches(store: Store, locator: Locator, record_ids: RecordIds, problems: Problems) -> None:
    """Call each batch comparator for each record (or once for the run, where it says `across_records`)."""
    calls: dict[tuple[str, int | None], list[_Open]] = {}
    for chunk in store.chunks:
        if chunk.unit is not None and chunk.unit.rule.is_batch and (chunk.status == PENDING).any():
            _settle_refused(chunk)
            for record, entry in _open_items(chunk, locator, record_ids):
                fn = chunk.unit.rule.comparator.fn
                group = None if getattr(fn, "across_records", False) else record
                calls.setdefault((chunk.unit.rule.comparator.name, group), []).append(entry)
    for (name, _), entries in sorted(calls.items(), key=lambda call: (call[0][1] is None, call[0][1] or 0)):
        _call(name, sorted(entries, key=lambda entry: locator.order_of(entry.chunk, entry.at)), problems)


def _settle_refused(chunk: Chunk) -> None:
    """What a transform refused is decided by strict equality and goes to no judge."""
    unit = chunk.unit
    assert unit is not None
    assert chunk.gold is not None
    assert chunk.extracted is not None
    for at in range(len(chunk.rows)):
        gold, extracted = int(chunk.gold[at]), int(chunk.extracted[at])
        if unit.refusal_of(gold, extracted) is not None:
            equal = unit.raw_gold[gold] == unit.raw_extracted[extracted]
            chunk.status[at], chunk.score[at] = (MATCH, 1.0) if equal else (MISMATCH, 0.0)


def _open_items(chunk: Chunk, locator: Locator, record_ids: RecordIds) -> list[tuple[int, _Open]]:
    unit = chunk.unit
    assert unit is not None
    assert chunk.gold is not None
    assert chunk.extracted is not None
    records = chunk.frame.records(chunk.rows)
    across = getattr(unit.rule.comparator.fn, "across_records", False)
    found = []
    for at in (chunk.status == PENDING).nonzero()[0].tolist():
        gold, extracted, record = int(chunk.gold[at]), int(chunk.extracted[at]), int(records[at])
        item = BatchItem(
            locator.path(chunk, at), chunk.columns.gold[gold], chunk.columns.extracted[extracted],
            unit.compared_of(False, gold), unit.compared_of(True, extracted), unit.rule.params,
            record_ids[record] if across else None,
        )  # fmt: skip
        found.append((record, _Open(chunk, at, item)))
    return found


def _call(name: str, entries: list[_Open], problems: Problems) -> None:
    unit = entries[0].chunk.unit
    assert unit is not None
    fn = unit.rule.comparator.fn
    why = getattr(fn, "why_none", lambda: f"comparator {name!r} gave no answer for this field")()
    answers: list[Any] = []
    try:
        given = fn([entry.item for entry in entries])
    except Exception as error:  # a user's comparator may raise anything; its fields become batch errors that say so
        why = f"comparator {name!r} raised {type(error).__name__}: {error}"
        problems.add("batch", "", why, len(entries))
    else:
        listed = isinstance(given, Iterable) and not isinstance(given, str | Mapping)
        answers = list(given) if listed else []
        if len(answers) != len(entries):
            gave = f"answered {len(answers)} of {len(entries)} fields" if listed else f"gave a {type(given).__name__}"
            problems.add("batch", "", f"comparator {name!r} {gave}: it returns a list with one answer for each field")
    answers = (answers + [None] * len(entries))[: len(entries)]
    for entry, answer in zip(entries, answers, strict=True):
        _settle(entry, answer, name, why, problems)


def _settle(entry: _Open, answer: Any, name: str, why: str, problems: Problems) -> None:
    chunk, at = entry.chunk, entry.at
    if chunk.reasons is None:
        chunk.reasons = [None] * len(chunk.rows)
    if answer is None:
        chunk.status[at], chunk.reasons[at] = BATCH_ERROR, why
        return
    result, failed = checked(answer, name)
    if failed:
        problems.add("batch", chunk.plan.path, result.reason or "")
    _apply(chunk, at, result, failed)


def _apply(chunk: Chunk, at: int, result: ComparatorResult, failed: bool) -> None:
    assert chunk.unit is not None
    assert chunk.reasons is not None
    chunk.reasons[at] = result.reason
    if result.skip:
        chunk.status[at] = SKIPPED
        return
    threshold = chunk.unit.threshold
    score = result.score if threshold is None or failed else float(result.score >= threshold)
    if chunk.similarity is None:
        chunk.similarity = chunk.score.copy()
    chunk.similarity[at], chunk.score[at] = result.score, score
    chunk.status[at] = MATCH if score == 1.0 else MISMATCH
