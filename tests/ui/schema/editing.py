"""What tests of the Schema page have in common: typing into its grid, and reading what it shows."""

import json
import re
from typing import Any

import pandas as pd
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from tests.ui.conftest import html_of, said

WRONG = [{"id": "x", "a": " 1", "n": [{"k": 2}, {"k": 1}]}, {"id": "y", "a": "2", "n": []}]
RIGHT = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 3}]}, {"id": "y", "a": "2", "n": []}]
ROWS = ["a", "id", "n", "n[]", "n[].k"]


def edit(page: AppTest, **cells: dict[str, object]) -> AppTest:
    """Type into cells: edit(page, a={"weight": 2})."""
    key = f"schema.grid.{page.session_state['evaljson.turn']}"
    page.session_state[key] = {"edited_rows": {ROWS.index(path): row for path, row in cells.items()}}
    return page.run()


def schema_of(page: AppTest) -> dict[str, object]:
    properties: dict[str, object] = page.session_state["evaljson.evaluation"].schema["properties"]
    return properties


def text(page: AppTest) -> str:
    return said(page).replace("*", "")


def figures(page: AppTest, of_field: bool = False) -> Any:
    tables = re.findall(r'<table class="ej-fx" aria-label="(?:All fields|The field alone)".*?</table>', html_of(page))
    heads, *rows = [re.findall(r"<t[hd].*?>(?:<bdi>)?([^<]*)", row) for row in tables[of_field].split("<tr>")[1:]]
    return pd.DataFrame(rows, columns=heads).set_index("Variant")


def find(page: AppTest, kind: str, ending: str) -> Any:
    """The widget of the panel whose key ends so: its number changes with each edit from elsewhere."""
    return next(one for one in getattr(page, kind) if (one.key or "").endswith(ending))


def versions(page: AppTest) -> list[Any]:
    return server.store().schemas.all(str(page.query_params["eval"]))


def schema_in_draft(page: AppTest) -> Any:
    """The fields as the JSON tab has them."""
    return json.loads(str(page.text_area[0].value))["properties"]


def message(page: AppTest, words: str) -> AppTest:
    box = next(one for one in page.text_input if (one.key or "").startswith("schema.message"))
    return box.set_value(words).run()


def apply(page: AppTest, **cells: dict[str, object]) -> AppTest:
    edit(page, **cells)
    return page.button(key="schema.apply").click().run()
