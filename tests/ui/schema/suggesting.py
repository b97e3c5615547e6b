"""The Suggestions tab of a small evaluation, and what is pressed and read on it."""

from typing import Any

from streamlit.testing.v1 import AppTest

from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.session import server
from evaljson.workspace.suggestions import found_last
from tests.ui.conftest import Made, loaded, said

GOLD = [
    {"id": f"r{n}", "name": f"Ada {'BCDEFG'[n]} Byron", "city": "Zürich", "due": f"2024-03-0{n + 1}"} for n in range(6)
]
LOUD = [{**record, "name": str(record["name"]).upper()} for record in GOLD]
BARE = [{**record, "city": "zurich" if n == 1 else "Zurich"} for n, record in enumerate(LOUD)]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("id", "name", "city", "due")},
    "x-eval-id": "id",
}
RULE = "Ignore upper and lower case · 1 field"


def made(**variants: list[Any]) -> Made:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("six", loaded(GOLD, "gold.json"), files, SCHEMA)


def evaluation_of(gold: list[Any], extracted: list[Any]) -> Made:
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    return Made("other", loaded(gold, "gold.json"), {"one": loaded(extracted, "one.json", "extracted")}, schema)


def text(page: AppTest) -> str:
    return said(page).replace("*", "")


def press(page: AppTest, key: str, place: int = 0) -> AppTest:
    """The button with this key, or the one in this place whose key begins so."""
    found = [one for one in page.button if (one.key or "") == key or (one.key or "").startswith(f"{key}.")]
    return found[place].click().run()


def ids(page: AppTest) -> list[str]:
    """Of the cards that are shown."""
    return [str(one.key).rsplit(".", 1)[1] for one in page.button if (one.key or "").startswith("suggest.dismiss.")]


def card_of(page: AppTest, path: str) -> str:
    last = found_last(server.store(), str(page.query_params["eval"]))
    assert last is not None
    return next(one.id for one in last[1]() if one.path == path and one.id in ids(page))


def schema_of(page: AppTest) -> dict[str, Any]:
    """The current one."""
    store, identity = server.store(), str(page.query_params["eval"])
    number = store.evaluations.get(identity).schema_number
    assert number is not None
    return store.schemas.get(identity, number).schema


def settings(page: AppTest, field: str) -> Any:
    return schema_of(page)["properties"][field].get("x-eval-transform")


def lines(page: AppTest) -> list[str]:
    """What each suggestion says before it is opened."""
    return [one.label.replace("*", "").replace("\\", "") for one in page.expander if " risk · " in one.label]
