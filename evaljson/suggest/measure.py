"""Measures what a setting does by a real what-if over every variant; nothing is estimated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools
from evaljson.base.paths import is_below
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.progress import watching
from evaljson.scoring.tallies import Tallies, mean, ratio, record_figures
from evaljson.suggest.edit import Nodes
from evaljson.suggest.model import Effect, Score, VariantEffect
from evaljson.whatif import Preview, all_lenient, preview, previews

Tell = Callable[[float], None]


@dataclass
class Bench:
    """The runs over which every proposal is measured, and the schema that they were scored under."""

    runs: Mapping[str, RunResult]
    schema: Mapping[str, Any]
    tree: SchemaNode
    tell: Tell | None = None
    """Receives the share done, from 0 to 1; what it raises ends the work."""

    @cached_property
    def before(self) -> dict[str, Score]:
        """Mean figures of each variant as it is."""
        return {name: _means(run.tallies) for name, run in self.runs.items()}

    @cached_property
    def nodes(self) -> Nodes:
        """Those of the schema."""
        return Nodes(self.schema)

    def previews(self, schema: Mapping[str, Any], start: float, end: float) -> dict[str, Preview]:
        """Preview every variant under another schema; progress is reported from `start` to `end`."""
        new, by_variant = parse_eval_schema(schema), {}
        for place, (name, run) in enumerate(self.runs.items()):
            step = (end - start) / len(self.runs)
            by_variant[name] = self.watched(partial(preview, run, self.tree, new), start + place * step, step)
        return by_variant

    def previews_by_zone(
        self, schema: Mapping[str, Any], zones: Sequence[str], start: float, end: float
    ) -> Iterator[dict[str, Preview]]:
        """Preview each zone as if nothing else had changed, in the order of the zones."""
        new, by_variant = parse_eval_schema(schema), dict[str, Iterator[Preview]]()
        for place, (name, run) in enumerate(self.runs.items()):
            step = (end - start) / len(self.runs)
            by_variant[name] = self.watched(partial(previews, run, self.tree, new, zones), start + place * step, step)
        return ({name: next(each) for name, each in by_variant.items()} for _ in zones)

    def watched(self, work: Callable[[], Any], start: float, width: float) -> Any:
        """Run work of the engine, and report its progress as part of the whole."""
        tell = self.tell
        if tell is None:
            return work()
        tell(start)
        with watching(lambda share: tell(start + width * share)):
            return work()

    def effect(self, path: str, previews: Mapping[str, Preview]) -> Effect:
        """Return figures before and after; those of the field include everything at or below the path."""
        effects = {name: self._of_variant(name, path, seen) for name, seen in previews.items()}
        return Effect(
            effects,
            tuple(highest_first({name: effect.before.f1 for name, effect in effects.items()})),
            tuple(highest_first({name: effect.after.f1 for name, effect in effects.items()})),
            all_lenient(previews.values()),
        )

    def _of_variant(self, name: str, path: str, seen: Preview) -> VariantEffect:
        old, new = seen.run.tallies, seen.tallies
        return VariantEffect(
            self.before[name], _means(new), _pooled(old, path), _pooled(new, path), len(seen.up), len(seen.down),
            seen.not_judged,
        )  # fmt: skip


def matches_below(tallies: Tallies, path: str) -> int:
    """Count the results at or below a path that are right."""
    fields = _below(tallies, path)
    return int((fields[tallies.rows.field] & (tallies.rows.status == 0)).sum()) if len(fields) else 0


def _below(tallies: Tallies, path: str) -> Bools:
    return np.array([is_below(field, path) for field in tallies.rows.fields], np.bool_)


def _means(tallies: Tallies) -> Score:
    figures = record_figures(*tallies.by_record())
    return Score(mean(figures.precision), mean(figures.recall), mean(figures.f1))


def _pooled(tallies: Tallies, path: str) -> Score:
    fields = _below(tallies, path)
    score, gold, extracted = (float(part[fields].sum()) if len(fields) else 0.0 for part in tallies.by_field())
    return Score(ratio(score, extracted), ratio(score, gold), ratio(2 * score, gold + extracted))
