"""What sessions hold: of a run, large values are held once for all of them."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.session import cache
from tests.ui.conftest import Made, Open, loaded

pytestmark = pytest.mark.usefixtures("nothing_read_before")

MANY = 900
"""Records: more than anything else here has parts."""
LARGE = {"kinds", "worst", "with", "order", "losses", "labels", "list"}
"""The first parts of keys of what has a part for each record, or is worked out of all results."""
OPENED = {
    "records": {"records.listed": True},
    "fields": {"fields.metrics": True, "fields.classes": True, "fields.records-open": True},
    "compare": {},
    "overview": {"overview.groups": True},
}
"""Expanders by page."""


def many() -> Made:
    """Two variants of many records with an object, so that fields can be rolled up."""
    gold: list[Any] = [
        {"id": f"r{at:03}", "kind": "ab"[at % 2], "seller": {"name": f"n{at}", "city": f"c{at % 7}"}}
        for at in range(MANY)
    ]
    files = {}
    for number, name in enumerate("AB"):
        rows = [{**one, "kind": "b"} if at % (5 + number) == 0 else one for at, one in enumerate(gold)]
        files[name] = loaded(rows, f"{name}.json", "extracted")
    return Made("many", loaded(gold, "gold.json"), files, {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"})


def long_parts(value: Any) -> Iterator[str]:
    """Name what a value holds that has a part for each record."""
    left, seen = [value], set[int]()
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, str | bytes | int | float | type | None):
            continue
        seen.add(id(one))
        if isinstance(one, np.ndarray | pd.DataFrame):
            parts: Any = []
            count = one.size if isinstance(one, np.ndarray) else len(one)
        elif isinstance(one, dict):
            parts, count = [*one.keys(), *one.values()], len(one)
        elif isinstance(one, list | tuple | set | frozenset):
            parts, count = list(one), len(one)
        else:
            slots = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
            parts = [getattr(one, name, None) for name in slots] + list(getattr(one, "__dict__", {}).values())
            count = 0
        if count >= MANY:
            yield f"{type(one).__name__} of {count:,}"
        left.extend(parts)


def visited(open_app: Open, page: str, **address: str) -> AppTest:
    app = open_app(page, None if "eval" in address else many(), **address)
    for key, is_open in OPENED[page].items():
        app.session_state[key] = is_open
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("overview", {}),
        ("fields", {"a": "A", "rolled": "1"}),
        ("fields", {"a": "A", "view": "record", "rolled": "1"}),
        ("fields", {"a": "A", "view": "record"}),
        ("fields", {"a": "A", "view": "variant"}),
        ("compare", {"a": "A", "b": "B", "part": "records"}),
        ("records", {"a": "A", "b": "B", "status": "mismatch"}),
    ],
    ids=["overview", "rolled up", "rolled up by record", "by record", "by variant", "compared records", "records"],
)
def test_no_session_holds_something_for_each_record(open_app: Open, page: str, address: dict[str, str]) -> None:
    app = visited(open_app, page, **address)
    held = app.session_state["evaljson.derived"]
    assert held, "the page works something out"
    assert {str(key): long for key, value in held.items() if (long := list(long_parts((key, value))))} == {}


@pytest.mark.parametrize(
    ("page", "address"),
    [("fields", {"a": "A", "rolled": "1"}), ("records", {"a": "A", "b": "B", "status": "mismatch"})],
)
def test_two_sessions_show_the_same_objects(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, page: str, address: dict[str, str]
) -> None:
    shown: dict[Hashable, set[int]] = {}
    shared = cache.shared

    def noted(key: Hashable, build: Callable[[], Any], *size: Callable[[Any], int]) -> Any:
        value = shared(key, build, *size)
        shown.setdefault(key, set()).add(id(value))
        return value

    monkeypatch.setattr(cache, "shared", noted)
    first = visited(open_app, page, **address)
    by_first = dict(shown)
    shown.clear()
    visited(open_app, page, eval=str(first.query_params["eval"]), **address)
    large = [key for key in by_first if isinstance(key, tuple) and key[0] in LARGE]
    assert large
    assert [shown[key] for key in large] == [by_first[key] for key in large]
