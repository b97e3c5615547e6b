"""Pairings of arrays that lie in arrays which are to be paired themselves: what these settle is not offered again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evaljson.base.paths import above, is_below
from evaljson.results.engine_results import EngineResults
from evaljson.suggest.apply import applied_within
from evaljson.suggest.from_proposals import of_pairing
from evaljson.suggest.kinds.array_alignment import ProposedAlignment, pairings
from evaljson.suggest.measure import Bench
from evaljson.suggest.model import Suggestion
from evaljson.suggest.over_pairing import Pairings, effects_over
from evaljson.suggest.wrong_pairs import fields_of, wrong_results

Group = list[Suggestion]


def nested(ways: Sequence[Sequence[ProposedAlignment]], bench: Bench, share: float) -> list[Group]:
    """Return the suggestions for each array, best first, from the ways to pair its elements.

    An array inside another one of them is looked at as it is once that one is paired, and left out where this settles
    it. `share` is that of the work done.
    """
    kept: dict[str, Group] = {}
    loose = {group[0].proposal.edit.path for group in ways if group[0].as_written}
    benches: dict[tuple[str, ...], Bench] = {}
    for group in sorted(ways, key=lambda group: len(above(group[0].proposal.edit.path))):
        path = group[0].proposal.edit.path
        outer = [at for at in above(path)[:-1] if at in kept]
        if not outer or not loose.isdisjoint(outer):  # nothing is seen inside what finds no partner by itself
            kept[path] = [of_pairing(way, bench) for way in group]
            continue
        around = tuple(kept[at][0] for at in outer)
        ids = tuple(one.id for one in around)
        if ids not in benches:
            benches[ids] = _once_paired(around, bench, share)
        found = _over(path, group, around, benches[ids], bench, share)
        if found:
            kept[path] = found
    return [kept[path] for path in (group[0].proposal.edit.path for group in ways) if path in kept]


def _once_paired(around: Pairings, bench: Bench, share: float) -> Bench:
    """Return the runs as they are with some pairings."""
    done = applied_within(bench.schema, bench.tree, around)
    scored = bench.scored(done.tree, None, share, share)
    runs = {name: replace(run, table=scored[name]) for name, run in bench.runs.items()}
    return Bench(runs, done.schema, done.tree, bench.tell, bench.columns)


def _over(
    path: str, alone: Sequence[ProposedAlignment], around: Pairings, paired: Bench, bench: Bench, share: float
) -> Group:
    """Return the ways to pair an array once those around it are paired, each with those of these that it needs.

    `alone` are the ways as they are without them.
    """
    fields = {at: fld for at, fld in fields_of(paired.tree).items() if is_below(at, path)}
    chunks = {name: run.table.chunks for name, run in paired.runs.items() if isinstance(run.table, EngineResults)}
    found = pairings({path: fields[path]}, wrong_results(fields, chunks, paired.missing), paired, share, share)
    ways = [way for group in found for way in group]
    measured = effects_over([way.proposal.edit for way in ways], [around] * len(ways), bench, share, share)
    known = {repr(way.proposal.edit): way for way in alone}
    group = []
    for way, one in zip(ways, measured, strict=True):
        as_it_is = known.get(repr(way.proposal.edit))
        if not one.needs and as_it_is is not None:
            group.append(of_pairing(as_it_is, bench))
        else:
            needs = tuple(needed.id for needed in one.needs)
            group.append(of_pairing(replace(way, effect=one.effect), paired, needs))
    return group
