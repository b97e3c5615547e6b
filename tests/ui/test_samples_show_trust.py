"""How far the numbers can be trusted: each method is one click away on a sample, with a figure that is right."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest
from streamlit.testing.v1 import AppTest

from evaljson import agreement, consistency, evaluate
from evaljson.base.app_files import sample_folder
from evaljson.floor.floors import floors
from evaljson.store import open_store
from evaljson.store.location import FILE
from evaljson.ui.compare import batches
from evaljson.ui.fields import agreement as people
from evaljson.ui.fields import closed_book, effort, grounding, rules
from evaljson.ui.fields import consistency as repeats
from evaljson.ui.session import server
from evaljson.wording.words import points
from evaljson.workspace.judge_choice import JudgeChoice
from evaljson.workspace.samples import BY_ANOTHER, FILMS, FIRST, LATER, SAMPLES, sample_evaluation, sample_schema
from tests.closed_book.endpoint import answers
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint
from tests.ui.conftest import Open, said
from tests.ui.judge.judging import AskingHere, put


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page gives up on its helper: the machine may have much else to do."""
    monkeypatch.setenv("EVALJSON_MAX_PAGE_SECONDS", "600")


@pytest.fixture(scope="module")
def both_samples(store_with_sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("both-samples")
    shutil.copy(store_with_sample, folder / FILE)
    with open_store(folder=folder) as store:
        sample_evaluation(store, FILMS)
    return folder / FILE


@pytest.fixture
def films(both_samples: Path, own_store: Path) -> str:
    """The id of the thin films, beside the invoices."""
    shutil.copy(both_samples, own_store / FILE)
    return sample_evaluation(server.unguarded(), FILMS)


def records(name: str, folder: str = FILMS) -> list[Any]:
    return [orjson.loads(line) for line in (sample_folder(folder) / f"{name}.jsonl").read_bytes().splitlines()]


def table(app: AppTest, column: str) -> Any:
    return next(frame.value for frame in app.dataframe if column in frame.value)


@dataclass(frozen=True)
class Click:
    """Where a method is, and the expander that is clicked on; without one the page says it at once."""

    page: str
    sample: str
    opened: str | None = None
    shown: tuple[str, ...] = ()


def planted_leak(app: AppTest) -> None:
    assert set(table(app, "Evidence")["Record"]) == {"C03"}


def shifted_as_planted(app: AppTest) -> None:
    found = table(app, "What is unlike")
    asked = set(zip(found["Field"], found["Asked of"], strict=True))
    assert asked == {("substrate", "value"), ("substrate", "loss"), ("temperature", "presence")}


def of_another_person(app: AppTest) -> None:
    schema, gold, other = sample_schema(FILMS), records("gold"), records("gold_of_another_person")
    f1 = agreement({"a": gold, "b": other}, schema).f1.value
    assert f"People agree with each other to F1 {points(f1)} " in said(app)
    least = table(app, "Same value")
    by_id = {one["lab_id"]: one for one in gold}
    near = [abs((one["temperature"] or 0) - (by_id[one["lab_id"]]["temperature"] or 0)) <= 5 for one in other]
    assert least["Field"][0] == "temperature"
    assert least["Same value"][0] == pytest.approx(100 * sum(near) / len(near), abs=0.05)


def over_three_runs(app: AppTest) -> None:
    schema, gold = sample_schema(FILMS), records("gold")
    runs = [records(name) for name in ("prompt_b", "prompt_b_2", "prompt_b_3")]
    each = [points(evaluate(gold, run, schema).mean_f1) for run in runs]
    assert f"Prompt B {each[0]}, Prompt B 2 {each[1]}, Prompt B 3 {each[2]}" in said(app)
    by_field = table(app, "F1 of vote").set_index("Field")
    substrates = [{run[at]["substrate"].lower() for run in runs} for at in range(len(gold))]
    assert by_field["In all runs"]["substrate"] == pytest.approx(100 * sum(len(of) == 1 for of in substrates) / 40)
    assert by_field["F1 of vote"]["method"] == pytest.approx(
        100 * (consistency(gold, runs, schema).voted_run.per_field["method"].f1 or 0), abs=0.05
    )


def not_in_the_texts(app: AppTest) -> None:
    rates = table(app, "Gold").set_index("Field")
    assert rates["Gold"].max() == 0
    named = orjson.loads((sample_folder(FILMS) / "planted.json").read_bytes())["prompt_b"]["by_kind"][
        "material_by_name"
    ]
    materials = sum(len(one["layers"]) for one in records("prompt_b"))
    assert rates["Prompt B"]["layers[].material"] == pytest.approx(100 * named / materials, abs=0.05)


def broken_rules(app: AppTest) -> None:
    rates = table(app, "Of").set_index("Rule")
    assert rates["Gold"].max() == 0
    prompt = records("prompt_b", FIRST)
    numeric = [one for one in prompt if all(type(one.get(key)) in (int, float) for key in AMOUNTS)]
    wrong = [one for one in numeric if abs(one["net_amount"] + one["tax_amount"] - one["gross_amount"]) > 0.011]
    listed = table(app, "Values")
    assert set(listed[listed["Rule"] == "net and tax make gross"]["Record"]) >= {one["id"] for one in wrong}
    assert len(wrong) >= 3


def floor_of_the_invoices(app: AppTest) -> None:
    highest = floors(records("gold", FIRST), sample_schema(FIRST)).highest
    assert highest is not None
    assert f"Floor: F1 {points(highest.f1)}." in said(app)


AMOUNTS = ("net_amount", "tax_amount", "gross_amount")
NOTHING_MORE = None
CLICKS = {
    "agreement": (Click("fields", FILMS, people.OPENED), of_another_person),
    "leaks": (Click("overview", FILMS, None, ("1 gold record in the prompt of Prompt B",)), planted_leak),
    "shift": (Click("compare", FILMS, batches.OPENED, ("2 fields shifted",)), shifted_as_planted),
    "closed book": (Click("fields", FIRST, closed_book.OPENED, ("Asking a model takes",)), NOTHING_MORE),
    "review effort": (Click("fields", FIRST, effort.OPENED, ("Review 99 of 119 records",)), NOTHING_MORE),
    "floors": (Click("overview", FIRST, None, ("Floor: F1 ",)), floor_of_the_invoices),
    "ceiling": (Click("overview", FILMS, None, ("Floor: F1 13.7. Ceiling: F1 96.9",)), NOTHING_MORE),
    "grounding": (Click("fields", FILMS, grounding.OPENED), not_in_the_texts),
    "rules": (Click("fields", FIRST, rules.OPENED), broken_rules),
    "consistency": (Click("fields", FILMS, repeats.OPENED), over_three_runs),
}


@pytest.mark.parametrize(("click", "holds"), CLICKS.values(), ids=CLICKS)
def test_a_method_is_one_click_away_on_a_sample(open_app: Open, films: str, click: Click, holds: Any) -> None:
    identity = films if click.sample == FILMS else sample_evaluation(server.unguarded(), FIRST)
    app = open_app(click.page, eval=identity, a="Prompt B" if click.page == "fields" else "Prompt A")
    assert not app.exception
    if click.opened is not None:
        assert not [one for one in click.shown if one in said(app)], "nothing is worked out before the click"
        app.session_state[click.opened] = True
        app.run()
    assert not app.exception
    for words in click.shown:
        assert words in said(app)
    if holds is not None:
        holds(app)


@pytest.mark.parametrize(
    ("known", "sentence"), [(30, "It remembers some of them"), (0, "Nothing shows that it remembers them")]
)
def test_closed_book_asks_a_model_of_the_sample_and_says_what_it_knows_by_heart(
    open_app: Open, films: str, monkeypatch: pytest.MonkeyPatch, known: int, sentence: str
) -> None:
    by_heart = {one["lab_id"]: one for one in records("gold")[:known]}
    guess = {"method": "evaporation", "temperature": 200, "substrate": "fused silica", "layers": []}
    monkeypatch.setattr(server, "pool", lambda: AskingHere(server.store()))
    monkeypatch.setenv("EVALJSON_JUDGE_API_KEY", KEY)
    with Endpoint() as endpoint:
        monkeypatch.setenv("EVALJSON_JUDGE_URL", endpoint.url)
        endpoint.faults = [answers(lambda document: by_heart.get(document["lab_id"], guess))]
        app = open_app("fields", eval=films)
        put(films, JudgeChoice("fake", endpoint.url))
        app.session_state[closed_book.OPENED] = True
        app.run()
        for name in ("ask", "yes"):
            app = app.button(key=f"{closed_book.OPENED}.{name}").click().run()
        assert not app.exception
        assert len(endpoint.requests) == 40
    assert sentence in said(app)


@pytest.mark.parametrize(
    ("page", "opened", "holds"),
    [
        ("fields", grounding.OPENED, not_in_the_texts),
        ("fields", repeats.OPENED, over_three_runs),
        ("fields", people.OPENED, of_another_person),
        ("compare", batches.OPENED, shifted_as_planted),
    ],
    ids=["grounding", "consistency", "agreement", "shift"],
)
def test_what_the_invoices_have_nothing_for_they_show_on_the_thin_films(
    open_app: Open, page: str, opened: str, holds: Any
) -> None:
    app = open_app(page, a="Prompt A", b="Prompt B")
    app.button(key=f"films.{opened}").click().run()
    assert not app.exception
    assert app.query_params["eval"] == sample_evaluation(server.unguarded(), FILMS)
    holds(app)


def test_the_thin_films_come_with_what_they_are_held_against(films: str) -> None:
    names = {one.name: (one.variants, one.gold_records) for one in server.unguarded().evaluations.all()}
    assert names == {
        SAMPLES[FIRST]: (3, 120), SAMPLES[FILMS]: (4, 40), SAMPLES[LATER]: (1, 60), SAMPLES[BY_ANOTHER]: (0, 38),
    }  # fmt: skip
