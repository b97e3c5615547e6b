"""How an evaluation is scored, apart from its schema: the missing policy among its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from evaljson.load.missing_policy import MissingPolicy
from evaljson.results.model import RunResult
from evaljson.store import Dataset, Evaluation, Run, Store
from evaljson.wording.words import counted
from evaljson.workspace.gold_lineage import lineage

KEY: Final = "scoring"
"""The place of the policy in the settings of an evaluation."""
_STORED: Final = ("missing_records", "unreadable", "strays")
_LEFT_OUT: Final = "left_out"
"""Beside them: the places of gold records that someone left out, and the gold that they are in."""
_ALSO: Final = "also"
"""Beside that gold: others that have the same records in the same places, as reviews corrected them."""


def policy_of(settings: Mapping[str, Any], gold: Dataset | None = None) -> MissingPolicy:
    """Read the policy from the settings of an evaluation; choices that are not set have their defaults.

    Records that someone left out are left out of the gold that they looked at, `gold`, and of what reviews made of it:
    those correct values and keep all records in place. Any other gold counts with all of its records.
    """
    return _policy(settings, None if gold is None else gold.id)


def _policy(settings: Mapping[str, Any], gold: str | None) -> MissingPolicy:
    stored = settings.get(KEY) or {}
    left_out = stored.get(_LEFT_OUT) or {}
    places = left_out["places"] if left_out and gold in _golds(left_out) else ()
    return MissingPolicy(**{name: stored[name] for name in _STORED if name in stored}, without=tuple(places))


def _golds(left_out: Mapping[str, Any]) -> list[str]:
    return [left_out["gold"], *left_out.get(_ALSO, ())]


def with_corrected(settings: Mapping[str, Any], before: str, corrected: str) -> Mapping[str, Any]:
    """Return settings under which a corrected gold is without the records that the gold before it is without."""
    left_out = (settings.get(KEY) or {}).get(_LEFT_OUT)
    if not left_out or before not in _golds(left_out) or corrected in _golds(left_out):
        return settings
    left_out = {**left_out, _ALSO: [*left_out.get(_ALSO, ()), corrected]}
    return {**settings, KEY: {**settings[KEY], _LEFT_OUT: left_out}}


def policy_of_run(run: RunResult) -> MissingPolicy:
    """Return the policy that a run was scored under, with the ids of all records that it left out."""
    options = run.signature["options"]
    chosen: dict[str, Any] = {name: options[name] for name in ("missing_records", "strays") if name in options}
    return MissingPolicy(**chosen, leave_out=tuple(options.get("leave_out", ())))


def has_other_options(settings: Mapping[str, Any], run: Run) -> bool:
    """Check whether a run was scored under another choice of which records count than settings have for its gold."""
    now = policy_json(_policy(settings, run.gold))
    return bool(run.signature.get("settings", now) != now)


def policy_json(policy: MissingPolicy) -> dict[str, Any]:
    """Return the policy as JSON, for settings and signatures."""
    stored = {name: getattr(policy, name) for name in _STORED}
    if stored["strays"] == "report":
        del stored["strays"]  # it came later: runs from before it stay current
    return {**stored, "without": list(policy.without)} if policy.without else stored


def with_policy(settings: Mapping[str, Any], policy: MissingPolicy) -> dict[str, Any]:
    """Return settings with other choices; the records that someone left out stay."""
    left_out = (settings.get(KEY) or {}).get(_LEFT_OUT)
    chosen = policy_json(replace(policy, without=()))
    return {**settings, KEY: {**chosen, _LEFT_OUT: left_out} if left_out else chosen}


def put_policy(
    store: Store, evaluation: str, revision: int, policy: MissingPolicy, about: str, *, by: str
) -> Evaluation:
    """Choose which records count; all variants are due to be scored. `about` is what the history says of it.

    Raises StoreError.
    """
    settings = with_policy(store.evaluations.get(evaluation).settings, policy)
    return store.evaluations.set_settings(evaluation, revision, settings, by=by, about=about)


def leave_out(store: Store, evaluation: str, revision: int, places: Sequence[int], *, by: str) -> Evaluation:
    """Leave the gold records at these places out of all figures, and no others; all variants are due to be scored.

    Raises StoreError.
    """
    now = store.evaluations.get(evaluation)
    assert now.gold is not None
    stored = {name: value for name, value in (now.settings.get(KEY) or {}).items() if name != _LEFT_OUT}
    if places:
        corrected_from = [one.gold for one in lineage(store.reviews.all(evaluation), now.gold.id)]
        stored[_LEFT_OUT] = {"gold": now.gold.id, "places": list(places), _ALSO: corrected_from}
    copies = counted(len(places), "copy in gold", "copies in gold")
    about = f"left {copies} out of all figures" if places else "counted all gold records, copies too"
    return store.evaluations.set_settings(evaluation, revision, {**now.settings, KEY: stored}, by=by, about=about)
