"""How an evaluation is scored, apart from its schema: the missing policy among its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from evaljson.load.missing_policy import MissingPolicy
from evaljson.store import Dataset, Evaluation, Store

KEY: Final = "scoring"
"""The place of the policy in the settings of an evaluation."""
_STORED: Final = ("missing_records", "unreadable", "strays")
_LEFT_OUT: Final = "left_out"
"""Beside them: the places of gold records that someone left out, and the gold that they are in."""


def policy_of(settings: Mapping[str, Any], gold: Dataset | str | None = None) -> MissingPolicy:
    """Read the policy from the settings of an evaluation; choices that are not set have their defaults.

    Records that someone left out are left out of the gold that they looked at: `gold`, or its id. Any other gold counts
    with all of its records.
    """
    stored = settings.get(KEY) or {}
    left_out = stored.get(_LEFT_OUT) or {}
    identity = gold if gold is None or isinstance(gold, str) else gold.id
    places = left_out["places"] if identity is not None and left_out.get("gold") == identity else ()
    return MissingPolicy(**{name: stored[name] for name in _STORED if name in stored}, without=tuple(places))


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
        stored[_LEFT_OUT] = {"gold": now.gold.id, "places": list(places)}
    return store.evaluations.set_settings(evaluation, revision, {**now.settings, KEY: stored}, by=by)
