"""What extractions that read nothing score in an evaluation: worked out once for a gold and a schema, and kept.

They are in the settings of the workspace under a scope of the evaluation, by what they depend on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from evaljson._version import __version__
from evaljson.floor import Floor, Floors, floors
from evaljson.floor.floors import SEEDS
from evaljson.store import Evaluation, Store
from evaljson.workspace.judge_choice import choice_of, judge_that_sends_nothing
from evaljson.workspace.scoring import Tell
from evaljson.workspace.scoring_options import policy_of

FLOORS: Final = "floors"
"""The kind of the jobs that work them out."""
_FOUND: Final = "found"
_FORM: Final = 2
"""Of what is kept: raised where floors of the same gold and schema become others."""
_KEPT: Final = 4
"""States of one evaluation that are remembered: each has three figures for every field."""


def floors_key(evaluation: Evaluation, schema: Mapping[str, Any]) -> str:
    """Return what they depend on: same key, same floors."""
    judge = choice_of(evaluation.settings)
    gold = None if evaluation.gold is None else evaluation.gold.id
    judging = None if judge is None else judge.as_json()
    without = policy_of(evaluation.settings, evaluation.gold).without
    parts = [__version__, _FORM, gold, schema, judging, SEEDS, *([without] if without else [])]
    text = json.dumps(parts, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def found_floors(store: Store, evaluation: Evaluation, schema: Mapping[str, Any]) -> Floors | None:
    """Return them; None where no one has looked."""
    kept = store.settings.get(_scope(evaluation.id), _FOUND, {}).get(floors_key(evaluation, schema))
    return None if kept is None else _read(kept)


def look_at_floors(
    store: Store, evaluation: str, schema: Mapping[str, Any] | None = None, *, by: str,
    tell: Tell = lambda share, message: None,
) -> Floors | None:  # fmt: skip
    """Work them out under a schema, the current one unless set, and keep them; None where there is no gold."""
    snapshot = store.evaluations.get(evaluation)
    if schema is None and snapshot.schema_number is not None:
        schema = store.schemas.get(evaluation, snapshot.schema_number).schema
    if schema is None or snapshot.gold is None:
        return None
    tell(0.0, "Scoring extractions that read nothing")
    without = set(policy_of(snapshot.settings, snapshot.gold).without)
    records = enumerate(store.datasets.load(snapshot.gold.id).records)
    gold = [record for place, record in records if record is not None and place not in without]
    judge = judge_that_sends_nothing(store, choice_of(snapshot.settings))
    found = floors(gold, schema, judge=judge)
    held = store.settings.get(_scope(evaluation), _FOUND, {})
    kept = {**dict(list(held.items())[1 - _KEPT :]), floors_key(snapshot, schema): found.to_dict()}
    store.settings.set(_scope(evaluation), _FOUND, kept, by=by)
    return found


def _read(kept: Mapping[str, Any]) -> Floors:
    empty, constant, shuffled = (Floor(**kept[kind]) for kind in ("empty", "constant", "shuffled"))
    return Floors(kept["records"], tuple(kept["seeds"]), empty, constant, shuffled)


def _scope(evaluation: str) -> str:
    return f"{FLOORS}:{evaluation}"
