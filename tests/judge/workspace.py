"""An evaluation whose variants share pairs, in a store of its own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evaljson.store import Evaluation, Store, open_store
from evaljson.workspace.judge_choice import JudgeChoice, choose
from tests.judge.endpoint import Endpoint
from tests.judge.records import records, schema
from tests.workspace.conftest import loaded

COUNT = 30


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path) as opened:
        yield opened


@pytest.fixture
def evaluation(store: Store) -> Evaluation:
    """Variants A and B differ in the last ten records."""
    gold, extracted = (with_ids(some) for some in records(COUNT))
    other = [*extracted[: COUNT - 10], *({**one, "terms": f"{one['terms']}, maybe"} for one in extracted[-10:])]
    variants = {"A": loaded(extracted, "a.json"), "B": loaded(other, "b.json")}
    judged = {**schema(), "x-eval-id": "id"}
    judged["properties"] = {"id": {"type": "string"}, **judged["properties"]}
    return store.evaluations.create(
        "mine", by="ann", gold=loaded(gold, "gold.json", "gold"), variants=variants, schema=judged
    )


def with_ids(some: list[dict[str, str]]) -> list[dict[str, Any]]:
    return [{"id": f"r{number}", **one} for number, one in enumerate(some)]


def chosen(store: Store, evaluation: Evaluation, endpoint: Endpoint, **more: Any) -> Evaluation:
    """The evaluation, judged by the endpoint from now on."""
    now = store.evaluations.get(evaluation.id)
    return choose(store, now.id, now.revision, JudgeChoice("fake", endpoint.url, **more), by="ann")
