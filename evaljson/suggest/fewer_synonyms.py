"""A table of synonyms accepted in part: the same suggestion with fewer pairs, measured again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from evaljson.base.errors import InputError
from evaljson.base.params import parse_xeval_entry
from evaljson.results.model import RunResult
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.suggest.apply import applied
from evaljson.suggest.from_proposals import of_proposal
from evaljson.suggest.kinds.synonyms import TITLES, Seen, proposal_of
from evaljson.suggest.measure import Bench
from evaljson.suggest.measure_many import effects_of
from evaljson.suggest.model import Suggestion
from evaljson.suggest.names_in_lists import gather_with_names
from evaljson.suggest.search import results_of, scored_again
from evaljson.suggest.sentences import PAIRED
from evaljson.suggest.suggestions import Suggestions
from evaljson.suggest.wrong_pairs import fields_of


def synonyms_of(suggestion: Suggestion) -> Mapping[str, str]:
    """Return the table of synonyms that a suggestion sets: extracted text -> gold text; empty for other kinds."""
    if suggestion.kind not in TITLES:
        return {}
    entries = map(parse_xeval_entry, suggestion.edit.transforms)
    return next((params["values"] for name, params in entries if name == "map_values"), {})


def is_part_of(part: Suggestion, whole: Suggestion) -> bool:
    """Check whether one suggestion is the other, or some of its synonyms."""
    if part.id == whole.id:
        return True
    table = synonyms_of(part)
    return bool(table) and part.path == whole.path and table.items() <= synonyms_of(whole).items()


def bench_of(suggestion: Suggestion, found: Suggestions, runs: Mapping[str, RunResult]) -> Bench:
    """Return what a suggestion is measured over: the runs, with all that it builds on. Scores again if there is any.

    `runs` are those that it was found in.
    """
    schema = dict(found.schema)
    tree = parse_eval_schema(schema)
    if not suggestion.builds_on:
        return Bench(runs, schema, tree)
    schema = applied(schema, [found[identity] for identity in suggestion.builds_on]).schema
    tree = parse_eval_schema(schema)
    paired = {name: replace(run, table=scored_again(run, tree)) for name, run in runs.items()}
    return Bench(paired, schema, tree)


def with_fewer(suggestion: Suggestion, kept: Collection[str], bench: Bench) -> Suggestion:
    """Return the suggestion with only these of its synonyms, named by the extracted text.

    Evidence, risk and effect are its own; a high risk stays. Raises InputError if none is kept or one is not in it.
    """
    table = synonyms_of(suggestion)
    unknown = sorted(set(kept) - set(table))
    if unknown or not kept:
        raise InputError(f"not in the table of synonyms: {', '.join(unknown)}" if unknown else "keep one synonym")
    if len(set(kept)) == len(table):
        return suggestion
    fewer = {text: gold for text, gold in table.items() if text in kept}
    fields = {path: fld for path, fld in fields_of(bench.tree).items() if path == suggestion.path}
    chunks = {name: results_of(run, bench.tree).chunks for name, run in bench.runs.items()}
    gather_with_names(fields, chunks, bench.missing)
    fld = fields[suggestion.path]
    explained = [pair for pair in (*fld.texts, *fld.apart) if _same(fewer, pair.extracted) == _same(fewer, pair.gold)]
    proposal = proposal_of(fld, fewer, explained, Seen.of(fld))
    [effect] = effects_of([proposal.edit], bench, 0.0, 1.0)
    once = PAIRED if suggestion.builds_on else ""
    part = of_proposal(proposal, fld, effect, bench, suggestion.builds_on, once=once, runs=bench.runs)
    risk = suggestion.risk if suggestion.risk.level == "high" else part.risk
    return replace(part, risk=risk, alternative_to=suggestion.alternative_to)


def _same(table: Mapping[str, str], text: Any) -> Any:
    return table.get(text, text)
