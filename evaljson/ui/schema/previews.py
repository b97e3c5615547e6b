"""What each variant would score under the edited schema, computed once for each run and edit."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.base.bounded_cache import Bounded
from evaljson.results.ranking import highest_first
from evaljson.store.topics.schemas import schema_text
from evaljson.ui.schema.flips import SHOWN
from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.whatif import KeptPreview, all_lenient
from evaljson.whatif.regrouped import Regrouped, total
from evaljson.workspace.judge_choice import choice_of, judge_settings

_BYTES: Final = 256 << 20
"""Of previews that stay in memory: a hundred of 2,000 records x 40 fields."""
AT_ONCE: Final = 0.3
"""Seconds after which the variants that are left wait for the next look."""
_INSTEAD: Final = "apply the edit, and it is scored in the background"
TICK: Final = 0.1
"""Seconds between two looks while variants are left."""
NO_TIME: Final = 0.0
"""Only what is computed by now, except for the chosen variant."""


@dataclass(frozen=True)
class Previews:
    """Of the variants that are worked out by now."""

    found: Mapping[str, KeptPreview]
    waiting: tuple[str, ...]
    """Not yet worked out."""
    outdated: tuple[str, ...]
    """Their run is of an earlier schema: they have to be scored first."""

    @property
    def changes_order(self) -> bool:
        """Whether the variants come in another order by F1."""
        before, after = self.orders
        return before != after

    @property
    def orders(self) -> tuple[list[str], list[str]]:
        """The variants by F1, highest first: as it is, and with the edit."""
        return _order(self.found, "before"), _order(self.found, "after")

    @property
    def only_lenient(self) -> bool:
        """Whether all that changes, in any variant, is that more counts as right."""
        return all_lenient(self.found.values())

    @property
    def become_wrong(self) -> int:
        """Values that are right now, and would be wrong."""
        return sum(variant_preview.become_wrong for variant_preview in self.found.values())

    @property
    def uncounted(self) -> int:
        """Values that are right now, and would be neither right nor wrong."""
        return sum(variant_preview.uncounted for variant_preview in self.found.values())

    @property
    def regrouped(self) -> list[Regrouped]:
        """What would be compared as a whole instead of by its parts, or the reverse, over all variants."""
        return total(one for variant_preview in self.found.values() for one in variant_preview.regrouped)

    @property
    def falls(self) -> bool:
        """Whether F1 of any record would fall."""
        return any(len(variant_preview.down) for variant_preview in self.found.values())

    @property
    def not_judged(self) -> int:
        """Values that a judge has to decide first."""
        return sum(variant_preview.not_judged for variant_preview in self.found.values())


def previews(
    evaluation: OpenEvaluation, schema: Mapping[str, Any], first: str | None, seconds: float = AT_ONCE
) -> Previews:
    """Preview the chosen variant, then as many others as there is time for, but at least one more each time.

    Raises InputError where the edit cannot be previewed, and StoppedError where that takes too long.
    """
    edit = (hash_of(evaluation.schema), hash_of(schema), _judge_of_edit(evaluation, schema))
    usable = [name for name in evaluation.runs if name not in evaluation.outdated]
    ordered = sorted(usable, key=lambda name: name != first)
    until = time.monotonic() + seconds
    computed: dict[str, KeptPreview] = {}
    worked = False
    for name in ordered:
        key = (evaluation.run_key(name), *edit)
        if key not in _known():
            if computed and time.monotonic() > until and (worked or seconds <= 0):
                continue
            worked = True
        computed[name] = _worked_out(key, evaluation, name, schema)
    return Previews(
        {name: computed[name] for name in usable if name in computed},
        tuple(name for name in usable if name not in computed),
        tuple(sorted(set(evaluation.outdated))),
    )


def _worked_out(key: tuple[str, ...], evaluation: OpenEvaluation, name: str, schema: Mapping[str, Any]) -> KeptPreview:
    """Preview one variant with all that the page shows, in a helper process: an edit may be of any cost."""

    def work() -> KeptPreview:
        schemas, settings = (evaluation.schema, schema), evaluation.stored.settings
        about = (server.url(), evaluation.run_key(name), schemas, settings, SHOWN)
        kept: KeptPreview = server.work("preview_edit", *about, instead=_INSTEAD)
        return kept

    return _known().get(key, work, lambda held: held.size)


@st.cache_resource(show_spinner=False)
def _known() -> Bounded:
    """Return the previews, shared by all sessions: a run, two schemas and the judge are all that they depend on."""
    return Bounded(_BYTES)


def _judge_of_edit(evaluation: OpenEvaluation, schema: Mapping[str, Any]) -> str:
    """Return who decides fields compared by meaning without being asked, and how many verdicts there are."""
    settings = evaluation.stored.settings
    choice = choice_of(settings)
    if choice is None or judge_settings(settings, schema) is None:
        return ""
    count = 0 if choice.is_offline else server.store().judgements.count(choice.model)
    return json.dumps([choice.as_json(), count])


def hash_of(schema: Mapping[str, Any]) -> str:
    """Return a text that tells schemas apart."""
    return hashlib.sha256(schema_text(schema).encode("utf-8", "surrogatepass")).hexdigest()


def _order(computed: Mapping[str, KeptPreview], when: str) -> list[str]:
    """List the variants best first; of equal ones, the first named."""
    return highest_first({name: getattr(variant_preview, when).mean_f1 for name, variant_preview in computed.items()})
