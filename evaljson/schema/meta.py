"""The meta-schema of eval schemas, for editors that check JSON while it is written."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def meta_schema() -> dict[str, Any]:
    """Return a fresh copy of the JSON Schema (2020-12) for eval schemas, resolved or not.

    It refuses nothing that `parse_eval_schema` takes, but knows no registered names, so parsing finds more.
    """
    text = resources.files("evaljson.schema").joinpath("xeval.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
