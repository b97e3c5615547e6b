"""The same files dropped in any order, or at once, are the same evaluation: names of files are no values of records."""

import io
import itertools
import json
import zipfile
from collections.abc import Sequence
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import draft_of

GOLD: list[dict[str, Any]] = [
    {"sds_id": f"SDS-{n:02}", "id_of_batch": n % 2, "name": f"N{n}", "dose": n} for n in range(1, 6)
]
WRONG = [{**record, "name": "?"} for record in GOLD]
REPLIES = {record["sds_id"]: f"Here:\n```json\n{json.dumps(record)}\n```" for record in WRONG}
REPLIES["SDS-02"] = json.dumps({"name": "N2", "dose": 2})
REPLIES["SDS-03"] = "I cannot read this document."
REPLIES["SDS-04"] = json.dumps({**GOLD[3], "id": "a key of the reply itself"})


def zipped(texts: dict[str, str], ending: str = ".txt") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in texts.items():
            archive.writestr(f"{name}{ending}", text)
    return packed.getvalue()


FILES: dict[str, bytes] = {
    "gold.jsonl": "\n".join(map(json.dumps, GOLD)).encode(),
    "alpha.json": json.dumps(WRONG).encode(),
    "gamma.zip": zipped(REPLIES),
}
JSON_FILES = zipped({str(record["sds_id"]): json.dumps(record) for record in GOLD}, ".json")


def drop(app: AppTest, *names: str, files: dict[str, bytes] = FILES, as_folder: bool = False) -> None:
    """Drop files where there is room for them: variants have a zone of their own while there is no gold."""
    zones = [zone for zone in app.file_uploader if zone.label.startswith("Drop") and not zone.accept_directory]
    folders = [zone for zone in app.file_uploader if zone.accept_directory]
    at = -1 if len(zones) > 1 and not any(name.startswith("gold") for name in names) else 0
    if as_folder:
        members = [(f"gamma/{name}.txt", text.encode(), "text/plain") for name, text in REPLIES.items()]
        folders[at].set_value(members).run()
    else:
        zones[at].set_value([(name, files[name], "application/octet-stream") for name in names]).run()
    assert not app.exception


def put_together(app: AppTest) -> dict[str, Any]:
    """All that figures follow from: records, what pairs them, and the schema."""
    draft = draft_of(app)
    assert draft.gold is not None
    files = {name: loaded.records for name, loaded in sorted(draft.variants.items())}
    return {"gold": draft.gold.records, "schema": draft.eval_schema(), "question": draft.question(), **files}


def steps_in_all_orders() -> list[list[Sequence[str]]]:
    alone: list[list[Sequence[str]]] = [[(name,) for name in order] for order in itertools.permutations(FILES)]
    pairs = itertools.combinations(FILES, 2)
    in_two: list[list[Sequence[str]]] = [
        [pair, tuple(FILES.keys() - set(pair))] for pair in pairs if "gold.jsonl" in pair
    ]
    return [*alone, *in_two, [("alpha.json", "gamma.zip"), ("gold.jsonl",)], [tuple(FILES)]]


EXPECTED_REPLIES = [
    WRONG[0],
    {"sds_id": "SDS-02", "name": "N2", "dose": 2},
    None,
    {**GOLD[3], "id": "a key of the reply itself"},
    WRONG[4],
]


IN_ORDER = [(steps, False) for steps in steps_in_all_orders()]
AS_FOLDER = [(steps, True) for steps, _ in IN_ORDER if ("gamma.zip",) in steps]
"""A folder is dropped alone."""


@pytest.mark.parametrize(("steps", "as_folder"), IN_ORDER + AS_FOLDER, ids=str)
def test_the_order_of_dropping_changes_nothing(form: AppTest, steps: list[Sequence[str]], as_folder: bool) -> None:
    for names in steps:
        drop(form, *names, as_folder=as_folder and names == ("gamma.zip",))
    found = put_together(form)
    assert found["gamma"] == EXPECTED_REPLIES
    assert (found["gold"], found["alpha"], found["question"]) == (GOLD, WRONG, None)
    assert found["schema"]["x-eval-id"] == "sds_id"


GOLD_AND_VARIANT = [[("gold.zip", "alpha.json")], [("gold.zip",), ("alpha.json",)], [("alpha.json",), ("gold.zip",)]]


@pytest.mark.parametrize("steps", GOLD_AND_VARIANT, ids=str)
def test_names_of_the_files_of_gold_are_no_field_of_it(form: AppTest, steps: list[Sequence[str]]) -> None:
    files = {"gold.zip": JSON_FILES, "alpha.json": FILES["alpha.json"]}
    for names in steps:
        drop(form, *names, files=files)
    found = put_together(form)
    assert (found["gold"], found["alpha"], found["question"]) == (GOLD, WRONG, None)
    assert "id" not in found["schema"]["properties"]


def test_names_of_files_stay_while_someone_has_to_say_what_pairs_the_records(form: AppTest) -> None:
    named = zipped({f"f{n}": json.dumps({"name": record["name"]}) for n, record in enumerate(GOLD)}, ".json")
    drop(form, "gold.zip", "gamma.zip", files={"gold.zip": JSON_FILES, "gamma.zip": named})
    found = put_together(form)
    assert "pairs only 0 of 5 records of gamma" in found["question"]
    assert [list(record) for record in found["gamma"]] == [["id", "name"]] * 5
    next(button for button in form.button if button.label == "Pair by name").click().run()
    assert [list(record) for record in put_together(form)["gamma"]] == [["name"]] * 5
    assert put_together(form)["gold"] == GOLD
    next(box for box in form.selectbox if box.label == "Pair records by").set_value("id").run()
    assert put_together(form)["gold"] == [{"id": record["sds_id"], **record} for record in GOLD]
    assert [record["id"] for record in put_together(form)["gamma"]] == ["f0", "f1", "f2", "f3", "f4"]


def test_names_that_pair_nothing_are_no_values_by_position(form: AppTest) -> None:
    gold = [{"name": record["name"], "dose": record["dose"]} for record in GOLD]
    named = zipped({f"f{n}": json.dumps(record) for n, record in enumerate(gold)}, ".json")
    drop(form, "gold.json", "gamma.zip", files={"gold.json": json.dumps(gold).encode(), "gamma.zip": named})
    if draft_of(form).question() is not None:
        next(button for button in form.button if "osition" in button.label).click().run()
    assert put_together(form)["gamma"] == gold


def test_a_file_read_by_names_is_scored_without_a_key_of_its_own(form: AppTest) -> None:
    drop(form, *FILES)
    form.button(key="draft.score").click().run()
    assert not form.exception
    assert form.session_state["evaljson.evaluation"].runs["gamma"].total_hallucinations == 1, "the key that one has"


IN_ENTRIES = [
    {"id": record["sds_id"], "output": json.dumps(record), "model": "m", "finish_reason": "stop"} for record in WRONG
]
IN_ENTRIES[3]["output"] = "Sorry, I cannot read it."
ENTRIES: dict[str, bytes] = {
    "gold.jsonl": FILES["gold.jsonl"], "batch.jsonl": "\n".join(map(json.dumps, IN_ENTRIES)).encode(),
}  # fmt: skip
BATCH_STEPS: list[list[Sequence[str]]] = [
    [("gold.jsonl",), ("batch.jsonl",)], [("batch.jsonl",), ("gold.jsonl",)], [("gold.jsonl", "batch.jsonl")],
]  # fmt: skip


@pytest.mark.parametrize("steps", BATCH_STEPS, ids=str)
def test_an_id_beside_records_that_have_their_own_is_no_field_of_them_in_any_order(
    form: AppTest, steps: list[Sequence[str]]
) -> None:
    for names in steps:
        drop(form, *names, files=ENTRIES)
    found = put_together(form)
    assert found["batch"] == [*WRONG[:3], None, WRONG[4]]
    assert (found["gold"], found["question"]) == (GOLD, None)
