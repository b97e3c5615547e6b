"""The app without a browser."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.load import LoadedRecords, read_records
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.evaluation import Evaluation, scored

Open = Callable[..., AppTest]


@pytest.fixture
def open_app(project_root: Path) -> Open:
    """Opens a page: open_app("records", evaluation=…, a="Prompt A")."""

    def open_page(page: str = "data", evaluation: Evaluation | None = None, **address: str) -> AppTest:
        app = AppTest.from_file(str(project_root / "app.py"), default_timeout=30)
        if evaluation is not None:
            app.session_state["evaljson.evaluation"] = evaluation
        for name, value in address.items():
            app.query_params[name] = value
        if page != "data":
            app.switch_page(f"pages/{page}.py")
        return app.run()

    return open_page


def loaded(records: list[Any], name: str = "file.json", kind: str = "gold") -> LoadedRecords:
    return read_records(json.dumps(records).encode(), name=name, kind=kind, id_field="id")  # type: ignore[arg-type]


def small(**variants: list[Any]) -> Evaluation:
    """Two gold records with one field and an array, scored for these variants."""
    gold: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return scored(Evaluation("small", loaded(gold, "gold.json"), files, schema))


def said(app: AppTest) -> str:
    """All text of a page but that of its tables."""
    parts = [app.header, app.subheader, app.markdown, app.caption, app.error, app.info, app.warning, app.success]
    return "\n".join(str(element.value) for kind in parts for element in kind).replace("\\", "")


def html_of(app: AppTest) -> str:
    return "\n".join(element.proto.body for element in app.get("html"))
