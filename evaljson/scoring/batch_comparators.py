"""Calls batch comparators after the recursion, before anything is counted.

A judge is asked once for the whole run, about all fields whose comparator takes one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.comparators.base import BatchItem, ComparatorResult, as_result, says
from evaljson.scoring.judging import JudgeUsage, Judging, NotJudged, question
from evaljson.scoring.locate import Locator
from evaljson.scoring.problems import Problems
from evaljson.scoring.side import EXTRACTED, GOLD
from evaljson.scoring.status import BATCH_ERROR, MATCH, MISMATCH, PENDING, SKIPPED
from evaljson.scoring.table_sink import Chunk, ResultStore
from evaljson.scoring.unit import checked

RecordIds = Sequence[str | int | None]


@dataclass(frozen=True, slots=True)
class _Open:
    """One field that a batch comparator decides: row `at` of a chunk."""

    chunk: Chunk
    at: int
    item: BatchItem


NOT_ASKED = "not called yet, because an answer may cost something"


def settle_refused(store: ResultStore) -> None:
    """Decide fields of batch comparators where a transform refused a value: nobody is asked about those."""
    for chunk in _undecided(store):
        _settle_refused(chunk)


def _undecided(store: ResultStore) -> Iterator[Chunk]:
    for chunk in store.chunks:
        if chunk.unit is not None and chunk.unit.rule.is_batch and (chunk.status == PENDING).any():
            yield chunk


def resolve_batches(
    store: ResultStore,
    locator: Locator,
    record_ids: RecordIds,
    problems: Problems,
    ask: bool = True,
    judge: Judging | None = None,
) -> JudgeUsage | None:
    """Call each batch comparator for each record (or once for the run, where it says `across_records`).

    Without `ask`, only those with `is_free` are called, and the fields of the others become `batch_error`. Return what
    the judge was asked; None where no field was for it.
    """
    calls: dict[tuple[str, int | None], list[_Open]] = {}
    judged: list[_Open] = []
    for chunk in _undecided(store):
        assert chunk.unit is not None
        _settle_refused(chunk)
        fn = chunk.unit.rule.comparator.fn
        to_judge = judge is not None and says(fn, "takes_judge")
        across = to_judge or says(fn, "across_records")
        for record, entry in _open_items(chunk, locator, record_ids if across else None):
            if to_judge:
                judged.append(entry)
                continue
            group = None if across else record
            calls.setdefault((chunk.unit.rule.comparator.name, group), []).append(entry)
    for (name, _), entries in sorted(calls.items(), key=lambda call: (call[0][1] is None, call[0][1] or 0)):
        free = entries[0].chunk.unit is not None and says(entries[0].chunk.unit.rule.comparator.fn, "is_free")
        if ask or free:
            _call(name, sorted(entries, key=lambda entry: locator.order_of(entry.chunk, entry.at)), problems)
            continue
        for entry in entries:
            _settle(entry, None, name, NOT_ASKED, problems)
    if judge is None or not judged:
        return None
    return _ask(judge, sorted(judged, key=lambda entry: locator.order_of(entry.chunk, entry.at)), problems)


def _ask(judge: Judging, entries: list[_Open], problems: Problems) -> JudgeUsage:
    decided = judge.decide([question(entry.item, entry.chunk.plan.schema) for entry in entries])
    for entry, answer in zip(entries, decided.answers, strict=True):
        assert entry.chunk.unit is not None
        _settle(entry, answer, entry.chunk.unit.rule.comparator.name, "", problems)
    return decided.usage


def _settle_refused(chunk: Chunk) -> None:
    """Decide values that a transform refused by strict equality: they go to no judge."""
    unit = chunk.unit
    assert unit is not None
    assert chunk.gold is not None
    assert chunk.extracted is not None
    for at in range(len(chunk.rows)):
        gold, extracted = int(chunk.gold[at]), int(chunk.extracted[at])
        if unit.refusal_of(gold, extracted) is not None:
            equal = unit.raw_gold[gold] == unit.raw_extracted[extracted]
            chunk.status[at], chunk.score[at] = (MATCH, 1.0) if equal else (MISMATCH, 0.0)


def _open_items(chunk: Chunk, locator: Locator, record_ids: RecordIds | None) -> list[tuple[int, _Open]]:
    unit = chunk.unit
    assert unit is not None
    assert chunk.gold is not None
    assert chunk.extracted is not None
    records = chunk.records()
    items = []
    for at in (chunk.status == PENDING).nonzero()[0].tolist():
        gold, extracted, record = int(chunk.gold[at]), int(chunk.extracted[at]), int(records[at])
        item = BatchItem(
            locator.path(chunk, at), chunk.columns.gold[gold], chunk.columns.extracted[extracted],
            unit.compared_of(GOLD, gold), unit.compared_of(EXTRACTED, extracted), unit.rule.params,
            None if record_ids is None else record_ids[record],
        )  # fmt: skip
        items.append((record, _Open(chunk, at, item)))
    return items


def _call(name: str, entries: list[_Open], problems: Problems) -> None:
    unit = entries[0].chunk.unit
    assert unit is not None
    fn = unit.rule.comparator.fn
    why = getattr(fn, "why_none", lambda: f"comparator {name!r} gave no answer for this field")()
    answers: list[Any] = []
    try:
        returned = fn([entry.item for entry in entries])
    except Exception as error:  # a user's comparator may raise anything; its fields become batch errors that say so
        why = f"comparator {name!r} raised {type(error).__name__}: {error}"
    else:
        is_list = isinstance(returned, Iterable) and not isinstance(returned, str | Mapping)
        answers = list(returned) if is_list else []
        if len(answers) != len(entries):
            fault = f"answered {len(answers)} of {len(entries)} fields"
            if not is_list:
                fault = f"returned a {type(returned).__name__}"
            problems.add("batch", "", f"comparator {name!r} {fault}: it must return a list with one answer per field")
    answers = (answers + [None] * len(entries))[: len(entries)]
    for entry, answer in zip(entries, answers, strict=True):
        _settle(entry, answer, name, why, problems)


def _settle(entry: _Open, answer: Any, name: str, why: str, problems: Problems) -> None:
    chunk, at = entry.chunk, entry.at
    if chunk.reasons is None:
        chunk.reasons = [None] * len(chunk.rows)
    if answer is None or isinstance(answer, NotJudged):
        why = why if answer is None else answer.reason
        chunk.status[at], chunk.reasons[at] = BATCH_ERROR, why
        problems.add("batch", chunk.plan.path, f"not judged: {why}")
        return
    if as_result(answer, name) is None:
        why = f"comparator {name!r} answered with a {type(answer).__name__}, not a ComparatorResult"
        chunk.status[at], chunk.reasons[at] = BATCH_ERROR, why
        problems.add("batch", chunk.plan.path, why)
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
