"""The order in which review effort has records reviewed, on Records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from evaljson.base.app_files import sample_folder
from tests.ui.conftest import Open, small


def numbers(value: Any) -> Iterator[float]:
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    if below is None:
        yield value
    else:
        for one in below:
            yield from numbers(one)


def test_the_record_with_the_least_sure_value_comes_first(open_app: Open) -> None:
    lines = (sample_folder() / "confidence_of_prompt_b.jsonl").read_text(encoding="utf-8").splitlines()
    sure = {one["id"]: min(numbers(one["confidence"])) for one in map(json.loads, lines)}
    app = open_app("records", a="Prompt B", sort="unsure")
    assert not app.exception
    box = next(box for box in app.selectbox if "least sure first" in box.label)
    shown = [option.split(" ·")[0] for option in box.options]
    assert sure[shown[0]] == min(sure.values())
    assert shown[-1] == "inv-0034", "nothing was extracted for it"


def test_without_confidences_there_is_no_such_order(open_app: Open) -> None:
    app = open_app("records", evaluation=small(one=[{"id": "x", "a": "1"}]))
    assert not [box for box in app.selectbox if "least sure first" in box.options]
