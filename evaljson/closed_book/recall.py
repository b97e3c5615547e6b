"""closed_book(): ask for records with their documents withheld, and see whether the answers fit their own records."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from evaljson.base.errors import InputError
from evaljson.closed_book.lift import Lift, interval, lift_of
from evaljson.closed_book.model import ClosedBook, RecalledField, RecalledRecord
from evaljson.closed_book.plain import bare_root, plain_schema
from evaljson.closed_book.request import FORM, FROM_MEMORY, RecordAsk, record_ask
from evaljson.closed_book.scores import groups_of, hidden_fields
from evaljson.evaluate import Record, Schema, results_of_pairs
from evaljson.grounding.leaves import leaves
from evaljson.judge import CostEstimate, Judge
from evaljson.load.document_texts import ids_of
from evaljson.load.loaded_records import RecordId
from evaljson.results.scored_records import refuse_odd_gold
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import schema_of
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.judging import JudgeUsage
from evaljson.scoring.status import BATCH_ERROR
from evaljson.scoring.tallies import record_figures
from evaljson.stats.multiple_tests import holm
from evaljson.wording.words import counted

MOST: Final = 100
"""Records that are asked for, unless the caller says otherwise: each is a request."""
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class _Asked:
    """The records that are asked for."""

    roots: list[SchemaNode]
    """The schema of each record, without what is shown."""
    keys: tuple[str, ...]
    """Those whose values are shown."""
    ids: list[RecordId]
    gold: list[Record]
    """Without what is shown."""
    shown: Sequence[Mapping[str, Any]]
    schemas: list[dict[str, Any]]
    """The JSON Schema of each, as the model gets it."""
    notes: tuple[str, ...]

    def asks(self, model: str) -> list[RecordAsk]:
        """Return what is asked about each."""
        return [
            record_ask(model, FROM_MEMORY, shown, schema, record)
            for shown, schema, record in zip(self.shown, self.schemas, self.gold, strict=True)
        ]


def closed_book_cost(
    gold: Iterable[Record], schema: Schema, judge: Judge, *, show: Sequence[str] | None = None,
    id_field: str | None = None, most: int | None = MOST, seed: int = _SEED,
) -> CostEstimate:  # fmt: skip
    """Estimate what `closed_book` with the same arguments would cost. Nothing is sent."""
    asked = _asked(list(gold), schema, show, id_field, most, seed)
    return judge.estimate_of(FORM, {ask.key: ask for ask in asked.asks(judge.model)})


def closed_book(
    gold: Iterable[Record], schema: Schema, judge: Judge, *, show: Sequence[str] | None = None,
    id_field: str | None = None, most: int | None = MOST, seed: int = _SEED,
) -> ClosedBook:  # fmt: skip
    """Ask a model for gold records without their documents: it gets the schema, and what names a document.

    `show` are keys of gold whose values name the document, such as its title; by default the id. They are not scored,
    and neither is a value that is part of them. Of more than `most` records, so many are drawn; None asks for all.
    Answers come from the judge's cache, and otherwise from its endpoint, within its budget. Raises InputError,
    SchemaError (both ValueError).
    """
    asked = _asked(list(gold), schema, show, id_field, most, seed)
    asks = asked.asks(judge.model)
    answers = judge.answers_of(FORM, {ask.key: ask for ask in asks})
    records = [json.loads(answers.texts[ask.key]) if ask.key in answers.texts else None for ask in asks]
    failed = tuple(
        (one, answers.failed[ask.key]) for one, ask in zip(asked.ids, asks, strict=True) if ask.key not in answers.texts
    )
    return found_of(asked, records, failed, judge.model, answers.usage, seed)


def recalled(
    gold: Sequence[Record], answers: Sequence[Record | None], schema: Schema, *, show: Sequence[str] | None = None,
    id_field: str | None = None, seed: int = _SEED, model: str = "the model",
) -> ClosedBook:  # fmt: skip
    """Say whether answers that you have, one for each gold record, fit their own records; None is no answer."""
    if len(gold) != len(answers):
        raise InputError(f"{counted(len(answers), 'answer')} for {counted(len(gold), 'record')}: one each is needed")
    asked = _asked(list(gold), schema, show, id_field, None, seed)
    failed = tuple((one, "no answer") for one, answer in zip(asked.ids, answers, strict=True) if answer is None)
    return found_of(asked, answers, failed, model, JudgeUsage(model), seed)


def _asked(
    gold: list[Record], schema: Schema, show: Sequence[str] | None, id_field: str | None, most: int | None, seed: int
) -> _Asked:  # fmt: skip
    refuse_odd_gold(gold)
    if most is not None and most < 2:
        raise InputError(f"two records or more are needed to compare answers, not {most}")
    tree = parse_eval_schema(schema)
    id_field = id_field if id_field is not None else tree.id_field
    keys = _shown_keys(gold, show, id_field, tree)
    hidden = frozenset(filter(None, (*keys, id_field)))
    places = _drawn(len(gold), most, seed)
    ids = ids_of(gold, id_field)
    named = [{key: gold[place][key] for key in keys if key in gold[place]} for place in places]
    plain = [{key: value for key, value in gold[place].items() if key not in hidden} for place in places]
    known: dict[int, tuple[SchemaNode, dict[str, Any]]] = {}
    schemas, roots = list[dict[str, Any]](), list[SchemaNode]()
    for place in places:
        root = schema_of(tree, gold[place])
        bare, given = known.setdefault(id(root), (bare_root(root, hidden), plain_schema(root, hidden)))
        roots.append(bare)
        schemas.append(given)
    notes = [] if len(places) == len(gold) else [f"{len(places):,} of {counted(len(gold), 'record')} drawn"]
    return _Asked(roots, keys, [ids[place] for place in places], plain, named, schemas, tuple(notes))


def _shown_keys(
    gold: Sequence[Record], show: Sequence[str] | None, id_field: str | None, tree: SchemaNode
) -> tuple[str, ...]:
    there = {key for record in gold for key in record}
    asked = list(show) if show is not None else [] if id_field is None else [id_field]
    if tree.by is not None and tree.by in there:
        asked.append(tree.by)
    missing = [key for key in asked if key not in there]
    if missing:
        raise InputError(f"no gold record has the key {missing[0]!r} that is to name the documents.")
    if not asked or (show is not None and not show):
        raise InputError("nothing names the documents to the model: say which keys of gold do, such as a title.")
    return tuple(dict.fromkeys(asked))


def _drawn(count: int, most: int | None, seed: int) -> list[int]:
    if most is None or count <= most:
        return list(range(count))
    drawn: list[int] = np.sort(np.random.default_rng(seed).choice(count, most, replace=False)).tolist()
    return drawn


def found_of(
    asked: _Asked, answers: Sequence[Record | None], failed: tuple[tuple[RecordId, str], ...], model: str,
    usage: JudgeUsage, seed: int,
) -> ClosedBook:  # fmt: skip
    """Compare the answers with gold."""
    kept = [place for place, answer in enumerate(answers) if answer is not None]
    gold = [asked.gold[place] for place in kept]
    given = [_without(answers[place] or {}, asked.keys) for place in kept]
    ids, roots = [asked.ids[place] for place in kept], [asked.roots[place] for place in kept]
    hidden = [_hidden(asked, place) for place in kept]
    base = ClosedBook(
        model, asked.keys, len(answers), failed, _f1(roots, gold, given), None, None, None, None, None, (), (),
        usage, asked.notes,
    )  # fmt: skip
    if len(kept) < 2:
        return base
    groups, fields = groups_of(roots, gold, given, hidden, seed)
    lift = lift_of(groups, len(gold), seed)
    if not lift.there[:, -1].any():
        return base
    low, high = interval(lift.beyond, lift.there)
    common_low, common_high = interval(lift.own - lift.majority, lift.there)
    some = [at for at in range(len(fields)) if lift.there[:, at].any()]
    adjusted = holm(lift.p[[*some, -1]])
    found = tuple(
        _field(fields[at], lift, at, (low[at], high[at]), (common_low[at], common_high[at]), float(p))
        for at, p in zip(some, adjusted.tolist(), strict=False)
    )
    there = lift.there[:, -1]
    records = sorted(_records(ids, lift), key=lambda one: (not one.fits_best, one.by_chance - one.share))
    masked = sum(map(len, hidden))
    notes = list(asked.notes)
    if masked:
        notes.append(
            f"{counted(masked, 'value')} left out that the model was shown, as part of {', '.join(asked.keys)}"
        )
    return replace(
        base, share=float(lift.own[there, -1].mean()), shuffled=float(lift.others[there, -1].mean()),
        low=float(low[-1]), high=float(high[-1]), p=float(adjusted.min()), fields=found, records=tuple(records),
        notes=tuple(notes),
    )  # fmt: skip


def _without(record: Record, keys: Collection[str]) -> Record:
    return {key: value for key, value in record.items() if key not in keys}


def _hidden(asked: _Asked, place: int) -> frozenset[str]:
    found = leaves(asked.gold[place], asked.roots[place], frozenset())
    return hidden_fields(asked.shown[place], [(leaf.path, leaf.value, leaf.node) for leaf in found])


def _f1(roots: Sequence[SchemaNode], gold: Sequence[Record], answers: Sequence[Record]) -> float | None:
    """Return the mean F1 over records; None where there is none, or a judge would have to compare."""
    figures: list[float] = []
    for root in {id(one): one for one in roots}.values():
        places = [place for place, one in enumerate(roots) if one is root]
        pairs = [gold[place] for place in places], [answers[place] for place in places]
        tallies = results_of_pairs(root, *pairs, ask=False).tallies
        if tallies.counts[BATCH_ERROR]:
            return None
        figures += record_figures(*tallies.by_record()).f1.tolist()
    return sum(figures) / len(figures) if figures else None


def _field(
    path: str, lift: Lift, at: int, ends: tuple[float, float], common: tuple[float, float], p: float
) -> RecalledField:
    there = lift.there[:, at]
    own, others, most = (float(part[there, at].mean()) for part in (lift.own, lift.others, lift.majority))
    return RecalledField(
        path, int(there.sum()), own, most, others, own - most, float(common[0]), float(common[1]), own - others,
        float(ends[0]), float(ends[1]), p,
    )  # fmt: skip


def _records(ids: Sequence[RecordId], lift: Lift) -> list[RecalledRecord]:
    return [
        RecalledRecord(one, float(lift.own[place, -1]), float(lift.answered[place]), bool(lift.fits_best[place]))
        for place, one in enumerate(ids)
        if lift.there[place, -1]
    ]
