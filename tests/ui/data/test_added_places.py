"""Files whose records are under a key of their own, added to an evaluation that is scored."""

import io
import json
import zipfile
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.schema import annotate_xeval, infer_schema
from tests.ui.conftest import Made, Open, loaded, said
from tests.ui.data.test_page import choose, stored, table

GOLD: list[Any] = [{"id": f"r{at}", "vendor": f"Firm {at}", "total": at} for at in range(6)]
ALL = [{"id": one["id"], "booking": {"vendor": one["vendor"], "total": one["total"]}} for one in GOLD]
SOME = [*GOLD[:4], *({"booking": one} for one in GOLD[4:])]


@pytest.fixture
def app(open_app: Open) -> AppTest:
    schema = {**annotate_xeval(infer_schema(GOLD)), "x-eval-id": "id"}
    files = {"one": loaded(GOLD, "one.json", "extracted")}
    return open_app(evaluation=Made("bookings", loaded(GOLD, "gold.json"), files, schema))


def drop(app: AppTest, records: Any, into: str = "variants.add") -> AppTest:
    zone = next(one for one in app.file_uploader if str(one.key).startswith(into))
    zone.set_value([("two.json", json.dumps(records).encode(), "application/json")]).run()
    assert not app.exception
    return app


@pytest.mark.parametrize(
    ("records", "words", "button"),
    [(ALL, "taken from **booking**", "whole"), (SOME, "'booking' (2), of 6 records", "opened-whole")],
)
def test_they_are_taken_from_there_and_said_and_can_be_scored_whole_and_back(
    app: AppTest, records: Any, words: str, button: str
) -> None:
    drop(app, records)
    assert table(app)["F1"].tolist() == [100, 100]
    assert words in said(app).replace("\\", "")
    app.button(key=f"variant.{stored(app).variants[1].id}.{button}").click().run()
    assert not app.exception
    assert table(app)["F1"].tolist()[1] < 100
    assert words not in said(app).replace("\\", "")
    app.button(key="data.undo").click().run()
    assert table(app)["F1"].tolist() == [100, 100]


def test_a_file_that_replaces_another_one_is_read_so_too(app: AppTest) -> None:
    drop(choose(app), ALL, "variant.replace.")
    assert table(app)["F1"].tolist() == [100]
    assert "taken from **booking**" in said(app)


def test_each_file_of_a_zip_is_a_variant_but_the_gold_that_is_there_already(app: AppTest) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, records in {"gold": GOLD, "two": GOLD[:3], "three": GOLD}.items():
            archive.writestr(f"{name}.json", json.dumps(records))
    zone = next(one for one in app.file_uploader if str(one.key).startswith("variants.add"))
    zone.set_value([("all.zip", packed.getvalue(), "application/zip")]).run()
    assert not app.exception
    assert [one.name for one in stored(app).variants] == ["one", "two", "three"]
    assert table(app)["F1"].tolist() == [100, 50, 100]
