"""Builds suggestions from proposals and what was measured."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT
from evaljson.results.model import RunResult
from evaljson.suggest.edit import change
from evaljson.suggest.kinds.array_alignment import ProposedAlignment, record_label
from evaljson.suggest.measure import Bench
from evaljson.suggest.model import Effect, Evidence, Example, Risk, Suggestion
from evaljson.suggest.proposal import Proposal, doubtful, share
from evaljson.suggest.sentences import risk_in_words, risk_level, sentence, title_of
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted, records_of

_MOST: Final = 5
_BEYOND_DOUBT: Final = frozenset({"skip", "semantic", "nulls", "null_words", "any_of"})
"""Kinds that never make two different values equal."""


def of_proposal(
    found: Proposal, fld: Field, effect: Effect | None, bench: Bench, builds_on: tuple[str, ...]
) -> Suggestion:
    """Build a suggestion about single values."""
    pairs = found.explained
    evidence = Evidence(counted(pairs), found.of, len(records_of(pairs)), examples(pairs, bench.runs))
    return _suggestion(found, effect, bench, evidence, _risk(found, fld, bench.runs), builds_on)


def of_pairing(found: ProposedAlignment, bench: Bench) -> Suggestion:
    """Build a suggestion about how elements are paired."""
    proposal = found.proposal
    evidence = Evidence(found.gained, proposal.of, found.records, found.examples)
    risk = Risk(proposal.level, f"{proposal.why}.")
    return _suggestion(proposal, found.effect, bench, evidence, risk, ())


def _suggestion(
    found: Proposal, effect: Effect | None, bench: Bench, evidence: Evidence, risk: Risk, builds_on: tuple[str, ...]
) -> Suggestion:
    edit = found.edit
    content = json.dumps([found.kind, edit.to_dict()], sort_keys=True)
    settings: dict[str, Any] = {}
    for node in copy.deepcopy(bench.nodes.at(edit.path)[:1]):
        change(node, edit)
        settings = {key: value for key, value in node.items() if key.startswith("x-eval-") and key != "x-eval-schemas"}
    return Suggestion(
        hashlib.sha256(content.encode()).hexdigest()[:12], found.kind, edit.path,
        title_of(found.kind, edit, found.also), edit, settings,
        sentence(found, effect, bool(builds_on)), evidence, risk, effect, builds_on, also=found.also,
    )  # fmt: skip


def examples(pairs: Iterable[WrongPair], runs: Mapping[str, RunResult]) -> tuple[Example, ...]:
    """Return one example of each of the most frequent pairs."""
    ranked = sorted(pairs, key=lambda pair: -pair.count)[:_MOST]
    return tuple(_example(pair, runs) for pair in ranked if pair.places)


def _example(pair: WrongPair, runs: Mapping[str, RunResult]) -> Example:
    variant, place = pair.places[0]
    gold, extracted = (None if side is ABSENT else side for side in (pair.raw_gold, pair.raw_extracted))
    return Example(variant, record_label(runs[variant], place), gold, extracted, pair.status)


def _risk(found: Proposal, fld: Field, runs: Mapping[str, RunResult]) -> Risk:
    odd = [] if found.kind in _BEYOND_DOUBT else doubtful(fld, found.explained)
    level = risk_level(
        found.level, share(len(found.merged), len(fld.gold)), share(counted(odd), counted(found.explained))
    )
    shown = examples(odd, runs)
    why = risk_in_words(found.why, len(found.merged), counted(odd), shown[0] if shown else None)
    groups = tuple(group[:_MOST] for group in found.merged[:_MOST])
    return Risk(level, why, groups, len(found.merged), shown, counted(odd))
