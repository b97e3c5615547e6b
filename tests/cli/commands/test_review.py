"""`evaljson review`: from a scored evaluation to cards in a file, answers, corrected gold and back."""

import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import Result

from evaljson.reviews import list_reviews, open_review
from evaljson.store import Store, open_store
from evaljson.workspace.scoring import score_due
from tests.cli.conftest import Run
from tests.workspace.conftest import loaded

GOLD = [{"id": f"r{n}", "name": f"n{n}"} for n in range(4)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
FULL = ("--overlap", "0", "--audit", "0", "--order", "record", "--by", "ann")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An evaluation in which every name differs, scored."""
    with open_store(folder=tmp_path / "data") as opened:
        extracted = [{**record, "name": record["name"].upper()} for record in GOLD]
        made = opened.evaluations.create(
            "Invoices", by="ann", gold=loaded(GOLD, "g.json", "gold"),
            variants={"Prompt A": loaded(extracted, "a.json")}, schema=SCHEMA,
        )  # fmt: skip
        score_due(opened, made.id, by="ann", tell=lambda share, message: None)
        yield opened


def review(run: Run, *arguments: str, **more: Any) -> Result:
    return run("review", *arguments, "--folder", "data", **more)


def made(run: Run, name: str = "Names") -> dict[str, Any]:
    out = review(run, "make", "Invoices", "--name", name, *FULL, "--json")
    assert out.exit_code == 0, out.stderr
    document: dict[str, Any] = json.loads(out.stdout)
    return document


def fill(file: str, rows: Sequence[Sequence[Any]], name: str = "bob") -> None:
    book = openpyxl.load_workbook(file)
    book["Instructions"]["B3"] = name
    at = [cell.value for cell in book["Cards"][1]].index("answer") + 1
    for row, cells in enumerate(rows, 2):
        for place, value in enumerate(cells):
            book["Cards"].cell(row, at + place).value = value
    book.save(file)


def test_a_review_goes_out_as_a_workbook_comes_back_and_corrects_gold(run: Run, store: Store) -> None:
    about = made(run)
    assert (about["cards"], about["opinions_wanted"], about["created_by"]) == (4, 4, "ann")
    assert review(run, "export", "Names", "cards.xlsx", "--for", "bob").exit_code == 0
    fill("cards.xlsx", [[1], [3, "Neither"], ["Gold is right"], ["?"]])

    strict = review(run, "import", "Names", "cards.xlsx", "--strict")
    assert (strict.exit_code, strict.stdout) == (
        2,
        "0 answers taken, 0 here already, 0 cards left open, 1 refused.\n",
    )
    done = review(run, "import", "Names", "cards.xlsx")
    assert (done.exit_code, done.stdout) == (0, "3 answers taken, 0 here already, 0 cards left open, 1 refused.\n")
    assert "Warning: row 5: '?' is no answer; choose one of" in done.stderr
    again = review(run, "import", "Names", "cards.xlsx", "--json")
    assert (again.exit_code, json.loads(again.stdout)["known"]) == (0, 3)

    listed = json.loads(review(run, "list", "Invoices", "--json").stdout)
    assert [(one["id"], one["opinions_given"], one["state"]) for one in listed] == [(about["id"], 3, "open")]
    assert re.search(r"Names .* not in place *\n", review(run, "list").stdout)

    told = json.loads(review(run, "figures", "Names", "--json").stdout)
    assert told["gold"] == {"corrected": 2, "confirmed": 1, "open": 1}
    figures = told["variants"]["Prompt A"]
    assert (figures["mean_f1"]["raw"], figures["mean_f1"]["value"], figures["mean_f1"]["at_most"]) == (0, 0.25, 0.5)
    assert (figures["decided"], figures["open"], figures["fields"]["name"]["value"]) == (3, 1, 0.25)
    shown = review(run, "figures", "Names", "--fields").stdout
    assert (shown.count("F1 before"), shown.count("F1 as scored")) == (0, 2)
    assert re.search(r"Prompt A +0\.0 +25\.0 +25\.0 to 25\.0 +50\.0 +3 of 4", shown)
    assert re.search(r"name +0\.0 +25\.0 .* \+25\.0", shown)
    assert "Gold: 1 confirmed, 2 found wrong, 1 not decided." in shown.splitlines()
    assert "Prompt A" in shown.splitlines()

    applied = review(run, "apply", "Names")
    assert (applied.exit_code, applied.stdout) == (
        0,
        "Invoices: 2 values of gold corrected; score its variants again.\n",
    )
    (one,) = store.evaluations.all()
    history = store.evaluations.history(one.id)
    assert "2 values of gold corrected); nothing changed." in review(run, "apply", "Names").stdout
    assert store.evaluations.history(one.id) == history
    current = store.evaluations.get(one.id).gold
    assert current is not None
    assert [record["name"] for record in store.datasets.load(current.id).records] == ["N0", "Neither", "n2", "n3"]
    assert re.search(r"Names .*– +in place *\n", review(run, "list").stdout)
    shown = review(run, "figures", "Names", "--fields").stdout
    assert (shown.count("F1 before"), shown.count("F1 as scored")) == (2, 0), "variants have another score by now"
    assert review(run, "apply", "Names", "--undo").stdout == "Invoices has the gold from before Names again.\n"
    assert review(run, "apply", "Names", "--undo").exit_code == 2


def test_what_came_of_it_goes_to_stdout(run: Run, store: Store) -> None:
    made(run)
    minutes = review(run, "export", "Names", "-", "--form", "minutes").stdout
    assert minutes.startswith("# Minutes of the review “Names”\n")
    gold = review(run, "export", "Names", "-", "--form", "gold").stdout
    assert [json.loads(line) for line in gold.splitlines()] == GOLD
    assert review(run, "export", "Names", "-", "--form", "events", "--by", "operator").stdout == ""
    (noted,) = (entry for entry in store.audit.all() if entry.who == "operator")
    assert (noted.proof, noted.action, noted.detail) == ("cli", "exported", {"what": "review Names as events"})


def test_annotations_of_label_studio_are_read_from_stdin(run: Run, store: Store) -> None:
    made(run)
    tasks = json.loads(review(run, "export", "Names", "-", "--form", "label-studio").stdout)
    result = [{"from_name": "answer", "type": "choices", "value": {"choices": ["gold_right"]}}]
    tasks[0]["annotations"] = [{"completed_by": 3, "result": result}]
    done = review(run, "import", "Names", "-", "--author", "3=cy", "--json", stdin=json.dumps(tasks))
    assert json.loads(done.stdout)["taken"] == 1
    with open_review("Names", folder="data") as opened:
        assert opened.opinions.people() == ["cy"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["make", "Bills", "--name", "x"], "no evaluation 'Bills'"),
        (["make", "Invoices", "--name", "x", "--variant", "Prompt B"], "no variant 'Prompt B'. Did you mean"),
        (["make", "Invoices", "--name", "x", "--field", "nothing"], "nothing to review"),
        (["export", "Names", "out.bin"], "pass --form"),
        (["export", "Name", "out.xlsx"], "no review 'Name' in this workspace. Did you mean 'Names'?"),
        (["export", "Names", "missing/out.xlsx"], "no folder"),
        (["import", "Names", "gold.jsonl"], "no JSON"),
        (["import", "Names", "none.xlsx"], "no such file"),
        (["import", "Names", "gold.jsonl", "--author", "3"], "is not ID=NAME"),
        (["apply", "Names"], "nothing in gold would change"),
    ],
    ids=lambda part: " ".join(part)[:40] if isinstance(part, list) else "",
)  # fmt: skip
def test_what_cannot_be_done_is_bad_input(run: Run, store: Store, arguments: list[str], says: str) -> None:
    made(run)
    done = review(run, *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert says in done.stderr


def test_two_reviews_of_one_name_are_told_apart_by_id(run: Run, store: Store) -> None:
    made(run)
    second = made(run)
    done = review(run, "export", "Names", "-", "--form", "events")
    assert done.exit_code == 2
    assert f"2 reviews are named 'Names': pass the id, {second['id']} for the newest." in done.stderr
    assert review(run, "export", second["id"], "-", "--form", "events").exit_code == 0


def test_without_openpyxl_it_is_said_how_to_get_it(run: Run, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made(run)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    done = review(run, "export", "Names", "out.xlsx")
    assert done.exit_code == 2
    assert "pip install 'evaljson[xlsx]'" in done.stderr
    assert not Path("out.xlsx").exists()


def test_python_opens_the_review_and_says_what_it_comes_to(run: Run, store: Store) -> None:
    made(run)
    with open_review("Names", folder="data") as opened:
        data = opened.export("xlsx")
        book = openpyxl.load_workbook(io.BytesIO(data))
        assert book["Cards"].max_row == 5
        assert opened.events == ()
        Path("w.xlsx").write_bytes(data)
        fill("w.xlsx", [["1"]] * 4)
        done = opened.import_answers("w.xlsx", by="ann")
        assert (done.taken, opened.about.answered) == (4, 4)
        assert len(opened.corrected_gold().changes) == 4
        mean = opened.corrected_figures()["Prompt A"].mean_f1
        assert mean is not None
        assert mean.value == 1.0
        assert {opened.outcome.card_state(n, 1) for n in range(4)} == {"decided"}
        assert repr(opened) == "StoredReview('Names', open, 4 of 4 opinions)"
    assert [one.name for one in list_reviews("Invoices", folder="data")] == ["Names"]
    assert len(list_reviews(folder="data")) == 1
