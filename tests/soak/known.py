"""Evaluations whose figures are worked out beside the app, and whose every value says to whom it belongs."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Mapping
from typing import Any

import evaljson
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.wording.words import points

Records = list[dict[str, Any]]


def gold(token: str, count: int) -> Records:
    """Records of two texts and a number; `token` is in every text."""

    def record(at: int) -> dict[str, Any]:
        return {"id": f"{token}-{at}", "name": f"{token} name {at}", "city": f"{token} city {at}", "born": 1900 + at}

    return [record(at) for at in range(count)]


def extracted(token: str, count: int, number: int) -> Records:
    """What a variant of this number made of them: about a third of the values differ, and some are missing."""
    made = copy.deepcopy(gold(token, count))
    chance = random.Random(f"{token}-{number}")
    for record in made:
        for key in ("name", "city", "born"):
            draw = chance.random()
            if draw < 0.1:
                del record[key]
            elif draw < 0.35:
                record[key] = record[key] + 7 if key == "born" else f"{token} other {chance.randrange(100)}"
    return made


def schema(token: str, count: int, weights: Mapping[str, float]) -> dict[str, Any]:
    """The eval schema that the app reads off this gold, with these weights."""
    found = {**annotate_xeval(infer_schema(gold(token, count))), "x-eval-id": "id"}
    for field, weight in weights.items():
        found["properties"][field] = {**found["properties"][field], "x-eval-weight": weight}
    return found


def figure(token: str, count: int, number: int, weights: Mapping[str, float]) -> str:
    """The F1 that a page shows for a variant under these weights."""
    run = evaljson.evaluate(gold(token, count), extracted(token, count, number), schema(token, count, weights))
    return points(run.mean_f1)


def as_file(records: Records) -> bytes:
    """As somebody would drop it."""
    return json.dumps(records).encode()
