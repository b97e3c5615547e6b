"""Measures what a setting does by a real what-if over every variant; nothing is estimated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools
from evaljson.compare.ranking_change import RankingChange
from evaljson.compare.ranks import RankedRuns, lined_up
from evaljson.evaluate import score_pairs
from evaljson.results.apart import taken_apart
from evaljson.results.engine_results import EngineResults
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_again
from evaljson.scoring.kept_columns import KeptColumns
from evaljson.scoring.plan import KeptPlans
from evaljson.scoring.progress import watching
from evaljson.scoring.tallies import RecordFigures, mean, ratio, record_figures
from evaljson.suggest.edit import Edit, Nodes, edited
from evaljson.suggest.model import Effect, Score, VariantEffect
from evaljson.suggest.moves import Moves, settled_by
from evaljson.whatif import FieldIndex, ZonePreview, Zones, all_lenient, zone_previews

Tell = Callable[[float], None]
_RECORDS = 2000
"""Records of several variants that are scored together: more are no faster, and take memory."""
_DIGITS = 12
"""Digits of F1 that rank the variants: what differs in later ones differs in the order of sums."""


@dataclass
class Bench:
    """The runs over which every proposal is measured, and the schema that they were scored under."""

    runs: Mapping[str, RunResult]
    schema: Mapping[str, Any]
    """What `tree` was parsed from: the very same object."""
    tree: SchemaNode
    tell: Tell | None = None
    """Receives the share done, from 0 to 1; what it raises ends the work."""
    columns: KeptColumns = field(default_factory=KeptColumns)
    """Of the records of all variants, where they are scored together."""
    _kept: KeptPlans = field(default_factory=KeptPlans)

    @cached_property
    def before(self) -> dict[str, Score]:
        """Mean figures of each variant as it is."""
        return {name: _means(record_figures(*run.tallies.by_record())) for name, run in self.runs.items()}

    @cached_property
    def missing(self) -> Mapping[str, Bools]:
        """By variant, which of its records were not extracted at all, or are none of gold and count as invented."""
        return {name: _of_one_side(run) for name, run in self.runs.items()}

    @cached_property
    def nodes(self) -> Nodes:
        """Those of the schema."""
        return Nodes(self.schema)

    @cached_property
    def zones(self) -> Zones:
        """What an edit of each field may touch."""
        return Zones(self.tree)

    @cached_property
    def by_path(self) -> Mapping[str, list[SchemaNode]]:
        """The nodes of the tree."""
        nodes: dict[str, list[SchemaNode]] = {}
        for node in (node for root in self.tree.roots for node in root.walk()):
            nodes.setdefault(node.path, []).append(node)
        return nodes

    @cached_property
    def _indices(self) -> dict[str, FieldIndex]:
        return {name: FieldIndex(run.tallies) for name, run in self.runs.items()}

    def previews_by_zone(
        self, edits: Sequence[Edit], zones: Sequence[str], start: float, end: float
    ) -> Iterator[dict[str, ZonePreview]]:
        """Preview each zone as if nothing else had changed, in the order of the zones, each with its variants.

        Progress is reported from `start` to `end`.
        """
        return self.previews_under(edited(self.schema, *edits), zones, start, end)

    def previews(self, schema: Mapping[str, Any], start: float, end: float) -> dict[str, ZonePreview]:
        """Preview every variant under another schema as a whole."""
        return next(self.previews_under(schema, [""], start, end))

    def previews_under(
        self, schema: Mapping[str, Any], zones: Sequence[str], start: float, end: float
    ) -> Iterator[dict[str, ZonePreview]]:
        """Preview each zone under another schema as if nothing else of it differed, as `previews_by_zone` does."""
        new, by_variant = parse_again(schema, self.tree), dict[str, Iterator[ZonePreview]]()
        batches = _batches(self.runs)
        columns = self.columns if len(batches) == 1 else None
        for place, names in enumerate(batches):
            step = (end - start) / len(batches)
            runs = [(self.runs[name], self._indices[name]) for name in names]
            work = partial(zone_previews, runs, self.tree, new, zones, self._kept, columns)
            by_variant |= zip(names, self.watched(work, start + place * step, step), strict=True)
        return ({name: next(each) for name, each in by_variant.items()} for _ in zones)

    def scored(
        self, tree: SchemaNode, only: frozenset[str] | None, start: float, end: float
    ) -> dict[str, EngineResults]:
        """Score the records of every variant under another schema, at the paths `only`, without asking a judge."""
        every, batches = dict[str, EngineResults](), _batches(self.runs)
        columns, step = self.columns if len(batches) == 1 else None, (end - start) / len(batches)
        for place, names in enumerate(batches):
            counts = [len(self.runs[name].records) for name in names]
            records = [record for name in names for record in self.runs[name].records]
            gold, extracted = [record.gold for record in records], [record.extracted for record in records]
            work = partial(score_pairs, tree, gold, extracted, only, ask=False, columns=columns)
            together = self.watched(work, start + place * step, step)
            every |= zip(names, taken_apart(together, counts), strict=True)
        return every

    def over(self, schema: Mapping[str, Any], tree: SchemaNode, start: float, end: float) -> Bench:
        """Return a bench of the same runs as they would be under another schema, `tree`."""
        scored = self.scored(tree, None, start, end)
        runs = {name: replace(run, table=scored[name]) for name, run in self.runs.items()}
        return Bench(runs, schema, tree, self.tell, self.columns)

    def watched(self, work: Callable[[], Any], start: float, width: float) -> Any:
        """Run work of the engine, and report its progress as part of the whole."""
        tell = self.tell
        if tell is None:
            return work()
        tell(start)
        with watching(lambda share: tell(start + width * share)):
            return work()

    def effect(
        self, path: str, previews: Mapping[str, ZonePreview], over: Mapping[str, ZonePreview] | None = None
    ) -> Effect:
        """Return figures before and after; those of the field include everything at or below the path.

        `over` has what is there before, by variant; without it, that is the run.
        """
        seen = {name: Moves(preview, over[name] if over else None) for name, preview in previews.items()}
        effects = {name: self._of_variant(name, path, moves) for name, moves in seen.items()}
        return Effect(
            effects,
            _ranked({name: effect.before for name, effect in effects.items()}),
            _ranked({name: effect.after for name, effect in effects.items()}),
            all_lenient(seen.values()),
            settled_by(seen.values()),
        )

    def change(self, previews: Mapping[str, ZonePreview]) -> RankingChange | None:
        """Return what becomes of the ranking; None where the runs cannot be ranked together."""
        if self._lined_up is None:
            return None
        return self._lined_up.change({name: seen.figures.f1 for name, seen in previews.items()})

    @cached_property
    def _lined_up(self) -> RankedRuns | None:
        return lined_up(self.runs)

    def _of_variant(self, name: str, path: str, moves: Moves) -> VariantEffect:
        after, over = moves.after, moves.over
        old = _ratios(*(self._indices[name] if over is None else over).pooled(path))
        before = self.before[name] if over is None else _means(over.figures)
        new = _ratios(*after.pooled(path))
        return VariantEffect(before, _means(after.figures), old, new, len(moves.up), len(moves.down), after.not_judged)


def _batches(runs: Mapping[str, RunResult]) -> list[list[str]]:
    """Divide the variants into those that are scored together."""
    batches: list[list[str]] = []
    room = 0
    for name, run in runs.items():
        room -= len(run.records)
        if room < 0:
            batches.append([])
            room = _RECORDS - len(run.records)
        batches[-1].append(name)
    return batches


def _ranked(scores: Mapping[str, Score]) -> tuple[str, ...]:
    f1 = {name: None if score.f1 is None else round(score.f1, _DIGITS) for name, score in scores.items()}
    return tuple(highest_first(f1))


def _of_one_side(run: RunResult) -> Bools:
    invented = frozenset(run.invented_records)
    return np.array([one.extracted is None or one.record_id in invented for one in run.records], np.bool_)


def _means(figures: RecordFigures) -> Score:
    return Score(mean(figures.precision), mean(figures.recall), mean(figures.f1))


def _ratios(score: float, gold: float, extracted: float) -> Score:
    return Score(ratio(score, extracted), ratio(score, gold), ratio(2 * score, gold + extracted))
