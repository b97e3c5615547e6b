"""Builds suggestions from proposals and what was measured."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.results.model import RunResult
from evaljson.scoring.locate import Locator
from evaljson.suggest.edit import change
from evaljson.suggest.kinds import zeros
from evaljson.suggest.kinds.array_alignment import ProposedAlignment, record_label
from evaljson.suggest.measure import Bench
from evaljson.suggest.merges import merged_answers
from evaljson.suggest.model import Effect, Evidence, Example, Level, Risk, Settled, Suggestion
from evaljson.suggest.proposal import Proposal, doubtful, share, uncapitalised
from evaljson.suggest.sentences import PAIRED, risk_in_words, risk_level, sentence, title_of
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted, records_of
from evaljson.wording import words

_MOST: Final = 5
_MANY_LOST: Final = 0.2
"""Of the results that become right, so many others that become wrong are a high risk; any are no low one."""
_UNCOUNTED: Final = "no longer count"
_BEYOND_DOUBT: Final = frozenset({"skip", "semantic", "nulls", "null_words", "any_of", "hour_zeros", *zeros.TITLES})
"""Kinds that never make two different values equal, or whose risk is just that."""


def of_proposal(
    proposal: Proposal, fld: Field, effect: Effect | None, bench: Bench, builds_on: tuple[str, ...], *,
    once: str, runs: Mapping[str, RunResult],
) -> Suggestion:  # fmt: skip
    """Build a suggestion about single values, of the schema of `bench`.

    `once` says of which pairs of elements its evidence is, `runs` have those.
    """
    pairs = proposal.explained
    evidence = Evidence(counted(pairs), proposal.of, len(records_of(pairs)), examples(pairs, runs))
    text = sentence(proposal, effect, once, as_now=once == PAIRED and not builds_on)
    risk = _risk(proposal, fld, runs)
    if not proposal.edit.skip:  # that nothing counts is what it says; and that a list counts as one value
        risk = with_losses(risk, effect, has_uncounted=proposal.kind != "any_of")
    return _suggestion(proposal, effect, bench, evidence, risk, builds_on, text)


def of_pairing(pairing: ProposedAlignment, bench: Bench, builds_on: tuple[str, ...] = ()) -> Suggestion:
    """Build a suggestion about how elements are paired; `builds_on` are the pairings around them that it needs."""
    proposal = pairing.proposal
    evidence = Evidence(pairing.gained, proposal.of, pairing.records, pairing.examples)
    risk = with_losses(Risk(proposal.level, f"{proposal.why}."), pairing.effect)
    text = sentence(proposal, pairing.effect)
    return _suggestion(proposal, pairing.effect, bench, evidence, risk, builds_on, text)


def with_losses(risk: Risk, effect: Effect | None, *, has_uncounted: bool = True) -> Risk:
    """Raise a risk by the right results that become wrong or no longer count, and say how many these are.

    `has_uncounted`: whether those that no longer count are a loss.
    """
    settled = None if effect is None else effect.settled
    if settled is None:
        return risk
    risk = _with_uncounted(risk, settled) if has_uncounted else risk
    if not settled.lost:
        return risk
    many = settled.lost > _MANY_LOST * settled.gained
    level: Level = "high" if many or risk.level == "high" else "medium"
    become = "becomes" if settled.lost == 1 else "become"
    records = words.counted(settled.lost_records, "record")
    lost = f"{words.counted(settled.lost, 'right value')} {become} wrong in {records}"
    return replace(risk, level=level, why=f"{lost}; {uncapitalised(risk.why)}")


def _with_uncounted(risk: Risk, settled: Settled) -> Risk:
    """Raise a risk by what no longer counts, to high where that is more than is settled."""
    if not settled.uncounted:
        return risk
    is_high = risk.level == "high" or settled.uncounted > max(settled.gained, settled.wrong)
    if _UNCOUNTED in risk.why:
        return replace(risk, level="high" if is_high else "medium")
    no_longer = _UNCOUNTED if settled.uncounted > 1 else _UNCOUNTED + "s"
    lost = f"{words.counted(settled.uncounted, 'right value')} {no_longer}"
    return replace(risk, level="high" if is_high else "medium", why=f"{lost}; {uncapitalised(risk.why)}")


def _suggestion(
    proposal: Proposal, effect: Effect | None, bench: Bench, evidence: Evidence, risk: Risk,
    builds_on: tuple[str, ...], text: str,
) -> Suggestion:  # fmt: skip
    edit = proposal.edit
    content = json.dumps([proposal.kind, edit.to_dict()], sort_keys=True)
    settings: dict[str, Any] = {}
    for known in bench.by_path.get(edit.path, ())[:1]:
        node = copy.deepcopy(dict(known.raw))
        change(node, edit, known.inherited)
        settings = {key: value for key, value in node.items() if key.startswith("x-eval-") and key != "x-eval-schemas"}
    return Suggestion(
        hashlib.sha256(content.encode()).hexdigest()[:12], proposal.kind, edit.path,
        title_of(proposal.kind, edit, proposal.also), edit, settings,
        text, evidence, risk, effect, builds_on, also=proposal.also,
    )  # fmt: skip


def examples(pairs: Iterable[WrongPair], runs: Mapping[str, RunResult]) -> tuple[Example, ...]:
    """Return one example of each of the most frequent pairs."""
    ranked = sorted(pairs, key=lambda pair: -pair.count)[:_MOST]
    return tuple(_example(pair, runs) for pair in ranked if pair.places)


def _example(pair: WrongPair, runs: Mapping[str, RunResult]) -> Example:
    variant, place = pair.places[0]
    gold, extracted = (None if side is ABSENT else side for side in (pair.raw_gold, pair.raw_extracted))
    chunk, at = pair.found_at[0]
    return Example(variant, record_label(runs[variant], place), gold, extracted, pair.status, Locator().path(chunk, at))


def _risk(proposal: Proposal, fld: Field, runs: Mapping[str, RunResult]) -> Risk:
    odd = [] if proposal.kind in _BEYOND_DOUBT else doubtful(fld, proposal.explained)
    apart = merged_answers(fld, [proposal.edit], proposal.explained)
    merged = apart or proposal.merged
    level: Level = (
        "high"
        if apart
        else risk_level(
            proposal.level, share(len(merged), len(fld.gold)), share(counted(odd), counted(proposal.explained))
        )
    )
    shown = examples(odd, runs)
    values = {strict_key(value) for group in merged for value in group}
    why = risk_in_words(proposal.why, len(values), counted(odd), shown[0] if shown else None, level != proposal.level)
    groups = tuple(group[:_MOST] for group in merged[:_MOST])
    return Risk(level, why, groups, len(merged), shown, counted(odd))
