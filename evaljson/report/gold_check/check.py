"""check_gold(): the values of gold that all variants contradict alike, and that stand alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT, strict_key, value_at
from evaljson.evaluate import Schema
from evaljson.load.loaded_records import RecordId
from evaljson.report.gold_check.alike import all_alike, rules_of
from evaljson.report.gold_check.model import (
    ContradictedField,
    ContradictedRecord,
    ContradictedValue,
    GoldCheck,
    InText,
    Why,
)
from evaljson.report.gold_check.narrow import Contradicted, why_not
from evaljson.report.gold_check.places import (
    NOT_HERE,
    OF_NOTHING,
    GoldPlaces,
    codes_in,
    gold_positions,
    may_be_wrong,
    shared_places,
    values_at,
)
from evaljson.report.gold_check.texts import with_texts
from evaljson.report.patterns.find import ErrorPatterns, find_patterns
from evaljson.report.patterns.kinds import CODE
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION

_BY_TEXT: Final[Mapping[InText | None, int]] = {"only theirs": 0, "only gold": 2}
"""The order by what the text of the document has; without it, and where it tells nothing, between the two."""
_LOOKED_FOR: Final = 200
"""Values of a field that is left out which are looked for in the texts at most, evenly over all of them."""
_SAME_IN_ALL: Final = ("gold", "schema")


def check_gold(
    runs: Mapping[str, RunResult],
    schema: Schema,
    *,
    documents: Mapping[RecordId, str] | None = None,
    patterns: Mapping[str, ErrorPatterns] | None = None,
) -> GoldCheck:
    """List the values of gold that all variants contradict alike, where that is not systematic.

    `runs` are those of variants over the same gold, by name; variants that extracted the very same count once.
    `schema` is the one they were scored by; `documents` are texts by record id, to say which of both values they have,
    which comes first then; `patterns` are those of the runs, where they are known. No model is asked.
    Raises InputError for runs of other gold or another schema, SchemaError.
    """
    tree = schema if isinstance(schema, SchemaNode) else parse_eval_schema(schema)
    _refuse_others(runs)
    first, copies = _without_copies(runs)
    if len(first) < 2:
        return GoldCheck(tuple(first), copies, 0, ())
    scored = list(first.values())
    known = [find_patterns(run) if patterns is None else patterns[name] for name, run in first.items()]
    every = shared_places(scored, known)
    said_there = values_at(scored, every)
    nothing = said_there.say_nothing(every)
    alike = all_alike(every, said_there, _types(scored), rules_of(tree)) & said_there.all_have_a_key(every)
    listable = may_be_wrong(known, every)
    aside: dict[Why, int] = {
        "writing": int((alike & ~nothing & ~listable).sum()),
        "nothing": int((nothing & ~listable).sum()),
    }
    places = every.where(alike & listable)
    values = values_at(scored, places)
    said = values.extracted[(places.rows != NOT_HERE).argmax(axis=0), np.arange(len(places))]
    codes = codes_in(known, places)
    among, wrong = _of_fields(scored, places.fields)
    found = Contradicted(places.position, places.field, codes, values.gold, said)
    why = why_not(found, among, _results_by_position(scored))
    listed = _Listing(list(first), scored, places, codes, wrong)
    alone = [listed.value(at) for at, one in enumerate(why) if one is None]
    return GoldCheck(
        tuple(first),
        copies,
        len(places) + sum(aside.values()),
        tuple(sorted(with_texts(alone, documents or {}), key=_strongest_first)),
        _fields_left_out(places, why, among, listed, documents or {}),
        _records_left_out(places, why, listed.ids),
        {name: count for name, count in {**_counted(why), **aside}.items() if count},
    )


def _counted(why: Sequence[Why | None]) -> dict[Why, int]:
    return {name: count for name, count in Counter(why).items() if name is not None}


def _refuse_others(runs: Mapping[str, RunResult]) -> None:
    for part in _SAME_IN_ALL:
        if len({run.signature.get(part) for run in runs.values()}) > 1:
            raise InputError(f"the runs are not of the same {part}: score all variants alike.")


def _without_copies(runs: Mapping[str, RunResult]) -> tuple[dict[str, RunResult], tuple[str, ...]]:
    """Keep the first of several runs of the very same extracted records: it says nothing twice."""
    first: dict[Any, str] = {}
    for name, run in runs.items():
        first.setdefault(run.signature.get("extracted", name), name)
    kept = set(first.values())
    return {name: runs[name] for name in runs if name in kept}, tuple(name for name in runs if name not in kept)


def _types(runs: Sequence[RunResult]) -> list[str | None] | None:
    """Return document types by position in gold; None where there is one schema for all."""
    found: dict[int, str | None] = {}
    for run in runs:
        if run.types is not None:
            found.update(zip(gold_positions(run).tolist(), run.types, strict=True))
    return [found.get(at) for at in range(max(found) + 1)] if found else None


def _of_fields(runs: Sequence[RunResult], fields: Sequence[str]) -> tuple[Ints, Floats]:
    """Return by field the records of gold that have it in any run, and the share of its results that differ."""
    number, width = {field: at for at, field in enumerate(fields)}, max(len(fields), 1)
    cells, counts = [np.zeros(0, np.int64)], np.zeros((2, len(fields)))
    for run in runs:
        rows = run.tallies.rows
        to_all = np.array([number[field] for field in rows.fields], np.intp)
        position = gold_positions(run)[rows.record].astype(np.int64)
        cells.append(np.unique(position[position >= 0] * width + to_all[rows.field[position >= 0]]))
        statuses = run.tallies.statuses_by_field()
        wrong = statuses[:, [MISMATCH, OMISSION, HALLUCINATION]].sum(axis=1)
        counts[0, to_all] += wrong
        counts[1, to_all] += wrong + statuses[:, MATCH]
    among = np.bincount(np.unique(np.concatenate(cells)) % width, minlength=len(fields))
    return among, np.divide(counts[0], counts[1], out=np.zeros(len(fields)), where=counts[1] > 0)


def _results_by_position(runs: Sequence[RunResult]) -> Ints:
    """Return by position in gold how many results its record has, in whichever run it has most."""
    counts = []
    for run in runs:
        position = gold_positions(run)[run.tallies.rows.record]
        counts.append(np.bincount(position[position >= 0]))
    most = np.zeros(max(map(len, counts)), np.intp)
    for count in counts:
        most[: len(count)] = np.maximum(most[: len(count)], count)
    return most


class _Listing:
    """Builds what is listed: only here are values looked up in records."""

    def __init__(self, names: list[str], runs: list[RunResult], places: GoldPlaces, codes: Ints, wrong: Floats) -> None:
        self._names, self._runs, self._places, self._wrong = names, runs, places, wrong
        self._is_of_nothing = np.isin(codes, [CODE[name] for name in OF_NOTHING])
        self.ids = [self._id(at) for at in range(len(places))]
        """By place, the id of its record."""

    def _first(self, at: int) -> tuple[int, int]:
        """Return the first run that has the record of a place, and the number of the record there."""
        run = int((self._places.rows[:, at] != NOT_HERE).argmax())
        return run, int(self._runs[run].tallies.rows.record[self._places.rows[run, at]])

    def _id(self, at: int) -> RecordId:
        run, number = self._first(at)
        identity = self._runs[run].records[number].record_id
        return int(self._places.position[at]) if identity is None else identity

    def value(self, at: int) -> ContradictedValue:
        places, (first, number) = self._places, self._first(at)
        said = [
            self._extracted(run, int(row)) for run, row in enumerate(places.rows[:, at].tolist()) if row != NOT_HERE
        ]
        has = places.rows[:, at] != NOT_HERE
        return ContradictedValue(
            self.ids[at],
            int(places.position[at]),
            places.fields[places.field[at]],
            places.path[at],
            "nothing in gold" if self._is_of_nothing[at] else "another value",
            value_at(self._runs[first].records[number].gold, places.path[at]),
            said[0],
            tuple(name for name, one in zip(self._names, has.tolist(), strict=True) if one),
            tuple(name for name, one in zip(self._names, has.tolist(), strict=True) if not one),
            len(set(map(strict_key, said))) == 1,
            float(self._wrong[places.field[at]]),
        )

    def _extracted(self, run: int, row: int) -> Any:
        """Return the raw value; ABSENT where the path does not lead to one, as after a post-processor."""
        table, rows = self._runs[run].table, self._runs[run].tallies.rows
        ((_, path),) = table.both_paths_at(np.array([row]))
        return ABSENT if path is None else value_at(self._runs[run].records[int(rows.record[row])].extracted, path)


def _strongest_first(one: ContradictedValue) -> tuple[Any, ...]:
    return (
        _BY_TEXT.get(one.in_text, 1),
        one.kind != "another value",
        -len(one.variants),
        one.wrong,
        one.position,
        one.path,
    )


def _fields_left_out(
    places: GoldPlaces, why: Sequence[Why | None], among: Ints, listed: _Listing, documents: Mapping[RecordId, str]
) -> tuple[ContradictedField, ...]:
    chosen = [at for at, one in enumerate(why) if one in ("field", "same values", "same difference")]
    by_field: dict[int, list[int]] = {}
    for at in chosen:
        by_field.setdefault(int(places.field[at]), []).append(at)
    found = []
    for number, here in sorted(by_field.items()):
        every = np.flatnonzero(places.field == number)  # with those that are listed, or left out with their record
        records = len(np.unique(places.position[every]))
        told = [at for at in here if listed.ids[at] in documents]
        some = with_texts([listed.value(at) for at in told[:: -(-len(told) // _LOOKED_FOR) or 1]], documents)
        looked = [one.in_text for one in some if one.in_text is not None]
        only_theirs = looked.count("only theirs")
        found.append(
            ContradictedField(places.fields[number], len(every), records, int(among[number]), len(looked), only_theirs)
        )
    return tuple(sorted(found, key=lambda one: -one.records))


def _records_left_out(
    places: GoldPlaces, why: Sequence[Why | None], ids: Sequence[RecordId]
) -> tuple[ContradictedRecord, ...]:
    by_position = Counter(int(places.position[at]) for at, one in enumerate(why) if one == "record")
    of = {int(places.position[at]): ids[at] for at, one in enumerate(why) if one == "record"}
    return tuple(ContradictedRecord(of[position], values) for position, values in by_position.most_common())
