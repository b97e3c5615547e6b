"""What is only said of how a file was read, and needs nothing of anyone, is no warning."""

import json
from typing import Any

import pytest

from tests.ui.conftest import Made, Open, loaded

GOLD: list[Any] = [{"id": f"r{n}", "a": f"{n}"} for n in range(4)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}, "a": {"type": "string"}}}


def replies(*texts: str) -> list[Any]:
    return [{"id": one["id"], "response": text} for one, text in zip(GOLD, texts, strict=True)]


@pytest.mark.parametrize("page", ["overview", "data", "records"])
@pytest.mark.parametrize(
    ("texts", "sign"),
    [
        pytest.param([f"Here: {json.dumps(one)}" for one in GOLD], "one: 1 note", id="found in a field"),
        pytest.param(
            [*(json.dumps(one) for one in GOLD[:3]), "I cannot read it."], "⚠ one: 1 record could not be read; 1 note",
            id="one cannot be read",
        ),
    ],
)  # fmt: skip
def test_where_records_were_found_is_a_note_and_what_could_not_be_read_a_warning(
    open_app: Open, page: str, texts: list[str], sign: str
) -> None:
    files = {"one": loaded(replies(*texts), "one.json", "extracted")}
    app = open_app(page, evaluation=Made("replies", loaded(GOLD, "gold.json"), files, SCHEMA))
    assert not app.exception
    assert any(expander.label.startswith(sign) for expander in app.expander), [one.label for one in app.expander]
