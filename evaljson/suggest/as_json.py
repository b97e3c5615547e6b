"""Converts suggestions to plain JSON and back, so that they need not be searched for again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from evaljson.base.kept_json import kept, read_kept
from evaljson.compare.ranking_change import RankingChange
from evaljson.suggest.edit import Edit
from evaljson.suggest.model import Effect, Evidence, Example, Risk, Score, Settled, Suggestion, VariantEffect
from evaljson.suggest.sentences import title_of
from evaljson.suggest.suggestions import AtOnce, Suggestions
from evaljson.wording.around import cut_around

LONGEST: Final = 600
"""Characters of a value of an example: the record has all of it."""
_COMPUTED: Final = ("gain",)


def to_stored(suggestions: Suggestions) -> dict[str, Any]:
    """Convert suggestions to JSON; long values of examples are cut."""
    return {
        "schema": dict(suggestions.schema),
        "variants": list(suggestions.variants),
        "proposed": [stored(suggestion) for suggestion in suggestions.proposed],
        "alternatives": [stored(suggestion) for suggestion in suggestions.alternatives],
        "together": None if suggestions.together is None else _effect(suggestions.together),
        "notes": list(suggestions.notes),
        "change": kept(suggestions.change),
        "with_unsure": None if suggestions.with_unsure is None else _at_once(suggestions.with_unsure),
    }


def from_stored(held: Mapping[str, Any]) -> Suggestions:
    """Restore suggestions from the result of `to_stored`."""
    return Suggestions(
        held["schema"],
        tuple(held["variants"]),
        tuple(map(suggestion_of, held["proposed"])),
        tuple(map(suggestion_of, held["alternatives"])),
        None if held["together"] is None else _effect_of(held["together"]),
        tuple(held["notes"]),
        read_kept(RankingChange, held["change"]) if held.get("change") else None,
        _at_once_of(held["with_unsure"]) if held.get("with_unsure") else None,  # those of earlier versions have none
    )


def stored(suggestion: Suggestion) -> dict[str, Any]:
    """Convert one suggestion to JSON."""
    evidence = replace(suggestion.evidence, examples=tuple(map(_cut, suggestion.evidence.examples)))
    risk = replace(suggestion.risk, doubtful=tuple(map(_cut, suggestion.risk.doubtful)))
    written = replace(suggestion, evidence=evidence, risk=risk).to_dict()
    effect = None if suggestion.effect is None else _effect(suggestion.effect)
    shown = {name: value for name, value in written.items() if name not in _COMPUTED}
    return {**shown, "effect": effect}


def suggestion_of(held: Mapping[str, Any]) -> Suggestion:
    """Restore one suggestion."""
    known = dict(held)
    evidence, risk, edit = dict(held["evidence"]), dict(held["risk"]), dict(held["edit"])
    known["evidence"] = Evidence(**{**evidence, "examples": _examples(evidence["examples"])})
    known["risk"] = Risk(**{**risk, "merged": _tuples(risk["merged"]), "doubtful": _examples(risk["doubtful"])})
    for name in ("transforms", "absent"):
        edit[name] = tuple(edit.get(name, ()))
    known["edit"] = Edit(**edit)
    known["builds_on"] = tuple(held["builds_on"])
    known["also"] = tuple(held.get("also", ()))  # suggestions of earlier versions have none
    known["title"] = title_of(held["kind"], known["edit"], known["also"])
    known["effect"] = None if held["effect"] is None else _effect_of(held["effect"])
    return Suggestion(**known)


def _at_once(found: AtOnce) -> dict[str, Any]:
    return {"effect": _effect(found.effect), "change": kept(found.change)}


def _at_once_of(held: Mapping[str, Any]) -> AtOnce:
    change = read_kept(RankingChange, held["change"]) if held["change"] else None
    return AtOnce(_effect_of(held["effect"]), change)


def _effect(effect: Effect) -> dict[str, Any]:
    """Write figures as lists, with the names of the variants once."""
    rows = {}
    for name, variant in effect.variants.items():
        scores = (variant.before, variant.after, variant.field_before, variant.field_after)
        figures = [[score.precision, score.recall, score.f1] for score in scores]
        rows[name] = [*figures, variant.up, variant.down, variant.not_judged]
    return {
        "variants": rows,
        "order_before": list(effect.order_before),
        "order_after": list(effect.order_after),
        "only_lenient": effect.only_lenient,
        "settled": None if effect.settled is None else asdict(effect.settled),
    }


def _effect_of(held: Mapping[str, Any]) -> Effect:
    rows = {}
    for name, (before, after, field_before, field_after, *counts) in held["variants"].items():
        scores = Score(*before), Score(*after), Score(*field_before), Score(*field_after)
        rows[name] = VariantEffect(*scores, *counts)
    settled = Settled(**held["settled"]) if held.get("settled") else None  # those of earlier versions have none
    return Effect(rows, tuple(held["order_before"]), tuple(held["order_after"]), held["only_lenient"], settled)


def _examples(held: Sequence[Mapping[str, Any]]) -> tuple[Example, ...]:
    return tuple(Example(**example) for example in held)


def _tuples(held: Sequence[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(tuple, held))


def _cut(example: Example) -> Example:
    if isinstance(example.gold, str) and isinstance(example.extracted, str):
        gold, extracted = cut_around(example.gold, example.extracted, LONGEST + 1)
        return replace(example, gold=gold, extracted=extracted)
    return replace(example, gold=_short(example.gold), extracted=_short(example.extracted))


def _short(value: Any) -> Any:
    """Return the value, or the beginning of its text if that is long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
    return value if len(text) <= LONGEST else f"{text[:LONGEST]}…"
