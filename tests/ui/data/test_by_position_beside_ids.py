"""A variant that pairs by position beside one that pairs by id: they cannot be compared, and pages say so."""

from typing import Any

from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Made, Open, loaded, said
from tests.ui.data.dropping import as_json, dropped

GOLD: list[Any] = [{"id": f"i{at}", "nr": at, "a": f"v{at}"} for at in range(5)]
WITHOUT: list[Any] = [{"nr": one["nr"], "a": one["a"]} for one in GOLD]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"nr": {"type": "integer"}, "a": {"type": "string"}}}


def test_the_draft_says_so_before_scoring(form: AppTest) -> None:
    for name, records in (("gold", GOLD), ("A", GOLD), ("B", WITHOUT)):
        dropped(form, f"{name}.json", as_json(records))
    for label in ("Pair by id", "Pair it by position"):
        for button in [one for one in form.button if one.label == label]:
            button.click().run()
    assert (
        "2 variants, 5 gold records: all pair by **id** or position. 1 variant pairs by position: it cannot be "
        "compared with those by **id**." in said(form)
    )


def test_the_pages_say_what_helps(open_app: Open) -> None:
    files = {name: loaded(side, f"{name}.json", "extracted") for name, side in (("A", GOLD), ("B", WITHOUT))}
    page = open_app("data", evaluation=Made("apart", loaded(GOLD), files, SCHEMA))
    assert "Records pair by **id**, those of B by position." in said(page)
    for name in ("overview", "compare"):
        page = open_app(name, eval=page.query_params["eval"])
        (problem,) = (error.value for error in page.error)
        assert "give the extracted records of 'B' the ids of gold" in problem
        assert "Score both again" not in problem
