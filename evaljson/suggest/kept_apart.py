"""Suggestions that are harmless alone and make different answers of gold equal together: one of them is a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from evaljson.suggest.edit import Edit
from evaljson.suggest.merges import merged_answers
from evaljson.suggest.model import Risk, Suggestion
from evaljson.suggest.wrong_pairs import Field

_SHOWN = 5


def kept_apart(proposed: Sequence[Suggestion], fields: Mapping[str, Field]) -> tuple[Suggestion, ...]:
    """Give a high risk to each suggestion that, with better ones at its field, makes different gold values the same.

    `proposed` are the best first, as they are applied together; they keep their order.
    """
    edits: dict[str, list[Edit]] = {}
    kept = []
    for one in proposed:
        fld = fields.get(one.path)
        if fld is not None and one.effect is not None and one.risk.level != "high":
            before = edits.setdefault(one.path, [])
            if _excludes(before, one.edit):
                kept.append(one)
                continue
            merged = merged_answers(fld, [*before, one.edit]) if before else ()
            if merged:
                one = replace(one, risk=_high(one.risk, merged))
            else:
                before.append(one.edit)
        kept.append(one)
    return tuple(kept)


def _excludes(before: Sequence[Edit], edit: Edit) -> bool:
    """Check whether a better suggestion has another comparator: this one is not applied with it."""
    return edit.compare is not None and any(other.compare not in (None, edit.compare) for other in before)


def _high(risk: Risk, merged: tuple[tuple[object, ...], ...]) -> Risk:
    together = "together with what else is suggested here, different gold values become the same"
    why = f"{risk.why.removesuffix('.')}; {together}."
    return replace(risk, level="high", why=why, merged=merged[:_SHOWN], n_merged=len(merged))
