"""Evaluations to compare, and what the Compare page shows of them."""

from collections.abc import Mapping
from typing import Any

from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from tests.ui.conftest import Made, html_of, loaded

RIGHT = [{"id": name, "lang": lang, "a": "1", "b": "1"} for name, lang in zip("xyz", ["de", "de", "en"], strict=True)]
OLD = [{**RIGHT[0], "b": "?"}, {**RIGHT[1], "a": "?"}, RIGHT[2]]
NEW = [{**RIGHT[0], "b": "?"}, RIGHT[1], {**RIGHT[2], "a": "?", "b": "?"}]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string"},
        "lang": {"type": "string"},
        "a": {"type": "string"},
        "b": {"type": "string"},
    },
}


def three(settings: Mapping[str, Any] | None = None, **variants: list[Any]) -> Made:
    """Three gold records of two fields, and a language to group by."""
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("three", loaded(RIGHT), files, SCHEMA, settings)


def show(app: AppTest, part: str) -> AppTest:
    return app.segmented_control(key="compare.part").set_value(part).run()


def told(app: AppTest) -> str:
    """Sentences with names from data in them, as a reader has them."""
    return html_of(app).replace("<bdi>", "").replace("</bdi>", "")


def column(app: AppTest, name: str, table: int = 0) -> list[Any]:
    return list(app.dataframe[table].value[name])


def note(app: AppTest, variant: str, **meta: Any) -> None:
    """As the Data page notes it."""
    store = server.store()
    now = store.evaluations.get(str(app.query_params["eval"]))
    (noted,) = [kept for kept in now.variants if kept.name == variant]
    store.variants.update(now.id, now.revision, noted.id, by="test", meta=meta)
