"""What each variant would score under the edited schema, worked out once for each pair of run and edit."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.results.ranking import highest_first
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.store.topics.schemas import schema_text
from evaljson.ui.session import server
from evaljson.ui.session.bounded_cache import Bounded
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.whatif import Preview, all_lenient, preview
from evaljson.workspace.judge_choice import at_hand, choice_of, in_force

_BYTES: Final = 256 << 20
"""Of previews that stay in memory: a hundred of 2,000 records x 40 fields."""
AT_ONCE: Final = 0.3
"""Seconds after which the variants that are left wait for the next look."""
NO_TIME: Final = 0.0
"""Only what is worked out by now, but for the chosen variant."""


@dataclass(frozen=True)
class Previews:
    """Of the variants that are worked out by now."""

    found: Mapping[str, Preview]
    waiting: tuple[str, ...]
    """Not yet worked out."""
    outdated: tuple[str, ...]
    """Their run is of an earlier schema: they have to be scored first."""

    @property
    def changes_order(self) -> bool:
        """Whether the variants come in another order by F1."""
        return _order(self.found, "before") != _order(self.found, "after")

    @property
    def only_lenient(self) -> bool:
        """Whether all that changes, in any variant, is that more counts as right."""
        return all_lenient(self.found.values())

    @property
    def not_judged(self) -> int:
        """Values that a judge has to decide first."""
        return sum(one.not_judged for one in self.found.values())


def previews(
    evaluation: OpenEvaluation, schema: Mapping[str, Any], first: str | None, seconds: float = AT_ONCE
) -> Previews:
    """The chosen variant, then as many others as there is time for, but one more each time.

    Raises InputError where nothing can be foreseen.
    """
    edit = (_hash(evaluation.schema), _hash(schema), _at_hand(evaluation, schema))
    before, after = evaluation.tree, parse_eval_schema(schema)
    usable = [name for name in evaluation.runs if name not in evaluation.outdated]
    ordered = sorted(usable, key=lambda name: name != first)
    until = time.monotonic() + seconds
    found: dict[str, Preview] = {}
    worked = False
    for name in ordered:
        key = (evaluation.run_key(name), *edit)
        if key not in _known():
            if found and time.monotonic() > until and (worked or seconds <= 0):
                continue
            worked = True
        found[name] = _worked_out(key, evaluation, name, before, after)
    return Previews(
        {name: found[name] for name in usable if name in found},
        tuple(name for name in usable if name not in found),
        tuple(sorted(set(evaluation.outdated))),
    )


def _worked_out(
    key: tuple[str, ...], evaluation: OpenEvaluation, name: str, before: SchemaNode, after: SchemaNode
) -> Preview:
    """With all that the page shows of it, so that nothing is left to be worked out while it is drawn."""

    def work() -> Preview:
        judge = at_hand(server.store(), choice_of(evaluation.stored.settings))
        made = preview(evaluation.runs[name], before, after, judge=judge)
        _ = made.before, made.after, made.fields, made.up, made.down, made.only_lenient
        return made

    return _known().get(key, work, lambda found: found.size)


@st.cache_resource(show_spinner=False)
def _known() -> Bounded:
    """Shared by all sessions: a run, two schemas and who judges with what say all that a preview depends on."""
    return Bounded(_BYTES)


def _at_hand(evaluation: OpenEvaluation, schema: Mapping[str, Any]) -> str:
    """Who decides what goes by meaning without being asked, and how many verdicts there are to do so."""
    settings = evaluation.stored.settings
    choice = choice_of(settings)
    if choice is None or in_force(settings, schema) is None:
        return ""
    count = 0 if choice.is_offline else server.store().judgements.count(choice.model)
    return json.dumps([choice.as_json(), count])


def _hash(schema: Mapping[str, Any]) -> str:
    return hashlib.sha256(schema_text(schema).encode("utf-8", "surrogatepass")).hexdigest()


def _order(found: Mapping[str, Preview], when: str) -> list[str]:
    """Best first; of equal ones the first named."""
    return highest_first({name: getattr(one, when).mean_f1 for name, one in found.items()})
