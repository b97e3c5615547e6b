"""Searches for suggestions: pair, look at what is wrong, propose, measure, rank."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from evaljson.base.errors import InputError
from evaljson.base.paths import above
from evaljson.evaluate import evaluate, score_pairs
from evaljson.load.gc_pause import gc_paused
from evaljson.load.missing_policy import Strays
from evaljson.results.engine_results import EngineResults
from evaljson.results.model import RunResult
from evaljson.schema.annotate import annotate_xeval
from evaljson.schema.given import AnySchema
from evaljson.schema.gold.infer import infer_schema
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_again, parse_eval_schema
from evaljson.suggest.apply import applied_within
from evaljson.suggest.edit import Edit, edited
from evaljson.suggest.from_proposals import of_proposal
from evaljson.suggest.harmless import Harmless, harmful
from evaljson.suggest.however_written import gather_however_written
from evaljson.suggest.kept_apart import kept_apart
from evaljson.suggest.kinds.array_alignment import LOOSELY, pairings, texts_in
from evaljson.suggest.kinds.synonyms import GoldRecords
from evaljson.suggest.measure import Bench, Tell
from evaljson.suggest.model import Suggestion
from evaljson.suggest.names_in_lists import gather_with_names
from evaljson.suggest.needed_risk import with_needed_risk
from evaljson.suggest.nested_pairings import nested
from evaljson.suggest.not_judged import not_judged
from evaljson.suggest.over_pairing import OverPairing, Pairings, effects_over
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.proposals_by_field import can_be_set, proposals_of
from evaljson.suggest.renamed_effect import notes_on_renamed
from evaljson.suggest.renamed_keys import renamed_keys
from evaljson.suggest.sentences import FREELY, PAIRED
from evaljson.suggest.suggestions import AtOnce, Suggestions
from evaljson.suggest.wrong_pairs import Field, fields_of, wrong_results

Records = Sequence[dict[str, Any]]
_SCORED, _PAIRED, _SEEN, _MEASURED, _CHECKED, _SAFE = 0.2, 0.4, 0.5, 0.8, 0.9, 0.95
"""Shares of the work that are done after each step."""


def suggest(
    gold: Records, extracted: Mapping[str, Sequence[dict[str, Any] | None]],
    schema: AnySchema | SchemaNode | None = None, *, id_field: str | None = None,
    missing_records: Literal["omit", "exclude"] = "omit", strays: Strays = "report", progress: Tell | None = None,
    ask: bool = False,
) -> Suggestions:  # fmt: skip
    """Suggest settings that the variants' errors call for, each with its evidence, measured effect and risk.

    `extracted` has the records of each variant by name; without a schema, the one inferred from gold is what changes.
    `missing_records` and `strays` are those of `evaluate`.
    `progress` receives the share of the work done; what it raises ends the work. Nothing is changed. Paid comparators
    are only called with `ask`, to score each variant once; `notes` say what they left unjudged.
    Raises what `evaluate` raises.
    """
    if not isinstance(extracted, Mapping):  # of a caller without types
        raise InputError("extracted holds the records of each variant by name: pass {'prompt A': records}")
    if not extracted:
        raise InputError("there is no variant to learn from: pass at least one, such as {'prompt A': records}")
    tree = _tree(annotate_xeval(infer_schema(gold)) if schema is None else schema, id_field)
    runs: dict[str, RunResult] = {}
    for place, (name, records) in enumerate(extracted.items()):
        bench = Bench({}, tree.raw, tree, progress)
        step = _SCORED / len(extracted)
        runs[name] = bench.watched(
            partial(evaluate, gold, records, tree, id_field, missing_records=missing_records, strays=strays, ask=ask),
            place * step,
            step,
        )
    return _suggestions(Bench(runs, tree.raw, tree, progress))


def suggest_from(
    runs: Mapping[str, RunResult], schema: AnySchema | SchemaNode, *, id_field: str | None = None,
    progress: Tell | None = None,
) -> Suggestions:  # fmt: skip
    """Suggest from runs by variant that are already scored under `schema`; the work of post-processors is not seen.

    `id_field` is the one that they were scored with, if the schema does not name it.
    """
    if not runs:
        raise InputError("there is no run to learn from: pass at least one, such as {'prompt A': run}")
    tree = _tree(schema, id_field)
    return _suggestions(Bench(runs, tree.raw, tree, progress))


def _tree(schema: AnySchema | SchemaNode, id_field: str | None) -> SchemaNode:
    """Checked, with the id field in it: what is measured is all that the schema says."""
    tree = parse_eval_schema(schema)
    if id_field is None or tree.id_field is not None:
        return tree
    return parse_eval_schema({**tree.raw, "x-eval-id": id_field})


def _suggestions(bench: Bench) -> Suggestions:
    with gc_paused():
        return _found(bench)


def _found(bench: Bench) -> Suggestions:
    chunks = {name: results_of(run, bench.tree).chunks for name, run in bench.runs.items()}
    fields = fields_of(bench.tree)
    ways = pairings(fields, wrong_results(fields, chunks, bench.missing), bench, _SCORED, _PAIRED)
    pairing = nested(ways, bench, _PAIRED)
    ways = [group for group in ways if any(group[0].proposal.edit.path == one[0].path for one in pairing)]
    loose = [
        path for group in ways if group[0].as_written for path in texts_in(fields[group[0].proposal.edit.path].node)
    ]
    chosen = [group[0] for group in pairing]
    arrays = frozenset(suggestion.path for suggestion in chosen)
    as_is = {path: fld for path, fld in fields.items() if arrays.isdisjoint(above(path))}
    freely = gather_however_written(as_is, chunks, bench, _PAIRED)
    gather_with_names({path: fld for path, fld in as_is.items() if path not in freely}, chunks, bench.missing)
    fields, paired = _once_paired(fields, chosen, loose, bench)
    gold = {name: [record.gold for record in run.records] for name, run in bench.runs.items()}
    proposals, notes = can_be_set(proposals_of(fields, gold), paired.bench or bench)
    singles = list(_measured(proposals, replace(paired, freely=freely), bench, gold))
    needed = {id for group in (*pairing, *singles) for suggestion in group[:1] for id in suggestion.builds_on}
    pairing = [group for group in pairing if group[0].id in needed or (group[0].effect and group[0].effect.is_gain)]
    proposed, others = _ranked([*pairing, *singles])
    proposed = kept_apart(proposed, fields)
    proposed, others = (with_needed_risk(some, proposed) for some in (proposed, others))
    return _together(bench, proposed, others, notes)


def results_of(run: RunResult, tree: SchemaNode) -> EngineResults:
    """Return a run's results as columns; `tree` is its schema, for runs that have them as objects."""
    return run.table if isinstance(run.table, EngineResults) else scored_again(run, tree)


def scored_again(run: RunResult, tree: SchemaNode, only: frozenset[str] | None = None) -> EngineResults:
    """Score a run's records under a schema, at the paths `only`, without asking a judge."""
    gold, extracted = [record.gold for record in run.records], [record.extracted for record in run.records]
    return score_pairs(tree, gold, extracted, only, ask=False)


@dataclass(frozen=True, slots=True)
class _Paired:
    """The best way to pair each array up, and the runs as they would be with all of them."""

    bench: Bench | None
    """None where all elements pair up well."""
    around: Mapping[str, Pairings]
    """By path of a field, the suggestions that pair up what it lies in, the outermost array first."""
    freely: frozenset[str] = frozenset()
    """Fields looked at as they are once elements find each other however their texts are written."""

    def needs_none(self, fld: Field, measured: OverPairing) -> bool:
        """Check whether what was found once elements are paired gains as much without that."""
        return bool(self.around.get(fld.path)) and not measured.needs


def _once_paired(
    fields: dict[str, Field], chosen: Sequence[Suggestion], loose: Sequence[str], bench: Bench
) -> tuple[dict[str, Field], _Paired]:
    """Replace the fields in the arrays by what they are once these are paired: elements that do not belong together
    differ in everything, and nothing is to be learnt from that.

    Elements with the texts `loose` find each other only where it does not count how these are written.
    """
    if not chosen:
        return fields, _Paired(None, {})
    done = applied_within(bench.schema, bench.tree, chosen)
    schema, tree, arrays = done.schema, done.tree, frozenset(suggestion.path for suggestion in chosen)
    paired = {path: fld for path, fld in fields_of(tree).items() if not arrays.isdisjoint(above(path))}
    looser = edited(schema, *(Edit(path, LOOSELY) for path in loose))
    mid = (_PAIRED + _SEEN) / 2 if loose else _SEEN
    scored = bench.scored(tree, None, _PAIRED, mid)
    found = bench.scored(parse_again(looser, tree), arrays, mid, _SEEN) if loose else scored
    gather_with_names(paired, {name: results.chunks for name, results in found.items()}, bench.missing, loose)
    runs = {name: replace(run, table=scored[name]) for name, run in bench.runs.items()}
    pairing_of = {suggestion.path: suggestion for suggestion in chosen}
    around = {path: tuple(pairing_of[at] for at in above(path)[:-1] if at in pairing_of) for path in fields}
    replaced = {path: paired.get(path, fld) for path, fld in fields.items()}
    return replaced, _Paired(Bench(runs, schema, tree, bench.tell, bench.columns), around)


def _measured(
    proposals_by_field: Sequence[tuple[Field, list[Proposal]]], paired: _Paired, bench: Bench, gold: GoldRecords
) -> Iterable[list[Suggestion]]:
    """Proposals that bring something, those at a field that exclude each other together, best first."""
    every = [(fld, proposal) for fld, proposals in proposals_by_field for proposal in proposals]
    timed = [(fld, proposal) for fld, proposal in every if proposal.measured]
    around = [paired.around.get(fld.path, ()) for fld, _ in timed]
    found = effects_over([proposal.edit for _, proposal in timed], around, bench, _SEEN, _MEASURED)
    measured = {id(proposal): one for (_, proposal), one in zip(timed, found, strict=True)}
    as_is = _as_is({fld.path for fld, proposal in timed if paired.needs_none(fld, measured[id(proposal)])}, bench, gold)
    groups: dict[tuple[str, str], list[Suggestion]] = {}
    for place, (fld, proposal) in enumerate(every):
        one = measured.get(id(proposal))
        if one is not None and not one.effect.is_gain and proposal.anyway is None:
            continue
        pairings = paired.around.get(fld.path, ()) if one is None else one.needs
        said = as_is.get((proposal.kind, proposal.edit.path, repr(proposal.edit))) if not pairings else None
        is_paired = said is None and bool(paired.around.get(fld.path))
        of_field, shown = said or (fld, proposal)
        over = paired.bench if is_paired and paired.bench is not None else bench
        suggestion = of_proposal(
            shown,
            of_field,
            None if one is None else one.effect,
            bench,
            tuple(one.id for one in pairings),
            once=PAIRED if is_paired else FREELY if fld.path in paired.freely else "",
            runs=over.runs,
        )
        groups.setdefault((fld.path, proposal.rival or f"{place}"), []).append(suggestion)
    for group in groups.values():
        yield sorted(group, key=_worth, reverse=True)


def _worth(suggestion: Suggestion) -> tuple[bool, tuple[float, float]]:
    """Return more for a better one of rivals; those that need a judge are no match for what was measured."""
    return (False, (0, 0)) if suggestion.effect is None else (True, suggestion.effect.worth)


def _as_is(
    paths: Collection[str], bench: Bench, gold: GoldRecords
) -> dict[tuple[str, str, str], tuple[Field, Proposal]]:
    """Return what is proposed at fields as they are, by kind, path and edit: evidence that builds on no pairing."""
    fields = {path: fld for path, fld in fields_of(bench.tree).items() if path in paths}
    if fields:
        chunks = {name: results_of(run, bench.tree).chunks for name, run in bench.runs.items()}
        gather_with_names(fields, chunks, bench.missing)
    return {
        (proposal.kind, fld.path, repr(proposal.edit)): (fld, proposal)
        for fld, proposals in proposals_of(fields, gold)
        for proposal in proposals
    }


def _ranked(groups: Sequence[Sequence[Suggestion]]) -> tuple[tuple[Suggestion, ...], tuple[Suggestion, ...]]:
    """Return the best of each group by its gain, and the rest of each as its alternatives."""
    first = sorted((group[0] for group in groups if group), key=lambda one: (-_rank_of(one), one.path, one.kind))
    others = [replace(suggestion, alternative_to=group[0].id) for group in groups for suggestion in group[1:]]
    return tuple(first), tuple(others)


def _rank_of(suggestion: Suggestion) -> float:
    return 0.0 if suggestion.effect is None else suggestion.effect.rank


def _together(
    bench: Bench, proposed: tuple[Suggestion, ...], others: tuple[Suggestion, ...], before: Sequence[str]
) -> Suggestions:
    """Return all suggestions with the effect of everything that is applied at once, and notes behind those `before`."""
    found, notes = _without_harm(bench, proposed, others)
    safe, left_out = _at_once(bench, found.for_all, _CHECKED, _SAFE)
    notes = [*before, *notes]
    notes += [f"{suggestion.title} is not applied with the others: {why}." for suggestion, why in left_out]
    notes += not_judged(bench)
    notes += notes_on_renamed({name: renamed_keys(run, bench.tree) for name, run in bench.runs.items()})
    every = None if len(found.measured) == len(found.for_all) else _at_once(bench, found.measured, _SAFE, 1.0)[0]
    if bench.tell is not None:
        bench.tell(1.0)
    together, change = (None, None) if safe is None else (safe.effect, safe.change)
    return replace(found, together=together, change=change, notes=tuple(notes), with_unsure=every)


def _without_harm(
    bench: Bench, proposed: tuple[Suggestion, ...], others: tuple[Suggestion, ...]
) -> tuple[Suggestions, list[str]]:
    """Return suggestions of which none lowers F1 beside the others, first of what is for all, then of all that are
    measured; and notes on those that were dropped."""
    found = Suggestions(bench.schema, tuple(bench.runs), proposed, others)
    middle = (_MEASURED + _CHECKED) / 2
    left = Harmless(proposed, others)
    left.less(harmful(bench, found.for_all, {one.id for one in found.for_all}, _MEASURED, middle))
    found = Suggestions(bench.schema, tuple(bench.runs), left.kept, left.alternatives)
    unsure = {one.id for one in found.measured} - {one.id for one in found.for_all}
    left.less(harmful(bench, found.measured, unsure, middle, _CHECKED) if unsure else ())
    beside = "with all the others, it lowers F1" if len(proposed) > 1 else "it lowers F1"
    notes = [f"{one.title} is not suggested: {beside}." for one in left.dropped]
    return replace(found, proposed=left.kept, alternatives=left.alternatives), notes


def _at_once(
    bench: Bench, chosen: Sequence[Suggestion], start: float, end: float
) -> tuple[AtOnce | None, Sequence[tuple[Suggestion, str]]]:
    """Measure suggestions applied at once, and list those that cannot be, with the reason."""
    done = applied_within(bench.schema, bench.tree, chosen)
    if not done.done:
        return None, done.left_out
    previews = bench.previews(done.schema, start, end)
    return AtOnce(bench.effect("", previews), bench.change(previews)), done.left_out
