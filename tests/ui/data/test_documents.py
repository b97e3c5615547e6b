"""Text files named as the records of gold: asked about, kept beside gold after a click, and never without one."""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.load import LoadedRecords, read_records
from evaljson.load.document_texts import source_of
from evaljson.store import Evaluation
from evaljson.ui.session import server
from tests.ui.conftest import Open, draft_of, html_of, said

GOLD: list[dict[str, Any]] = [{"id": f"PO-{at}", "total": at + 0.5, "vendor": f"V{at}"} for at in range(1, 5)]
TEXTS = {f"{record['id']}.txt": f"PURCHASE ORDER {record['id']}" for record in GOLD}
FILES = {"gold.json": json.dumps(GOLD), "a.json": json.dumps(GOLD), "b.json": json.dumps(GOLD[1:])}
QUESTION = "**4 text files are named as records of gold: their documents?**"
Dropped = Mapping[str, str | bytes]


def drop(app: AppTest, files: Dropped, zone: int = 0, as_folder: bool = False) -> AppTest:
    zones = [one for one in app.file_uploader if one.label.startswith("Drop") and one.accept_directory is as_folder]
    contents = [(name, one if isinstance(one, bytes) else one.encode(), "text/plain") for name, one in files.items()]
    zones[zone].set_value(contents).run()
    assert not app.exception
    return app


def click(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def offered(app: AppTest) -> set[str]:
    """What is offered for the text files."""
    beginning = "draft.documents-"
    return {str(one.key).removeprefix(beginning) for one in app.button if str(one.key).startswith(beginning)}


def zipped(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


def stored(app: AppTest) -> Evaluation:
    return server.unguarded().evaluations.get(str(app.query_params["eval"]))


def stored_gold(app: AppTest) -> LoadedRecords:
    gold = stored(app).gold
    assert gold is not None
    return server.unguarded().datasets.load(gold.id)


def sources(app: AppTest) -> list[str | None]:
    gold = stored_gold(app)
    return [source_of(gold, at) for at in range(len(gold.records))]


def waits_for_texts(app: AppTest) -> bool:
    return "what the text files are." in said(app)


@pytest.fixture
def asked(form: AppTest) -> AppTest:
    """Gold, two variants and the documents, dropped in one go."""
    return drop(form, {**FILES, **TEXTS})


@pytest.fixture
def scored(asked: AppTest) -> AppTest:
    click(asked, "draft.documents-keep")
    return click(asked, "draft.score")


def test_the_question_comes_before_anything_is_kept(asked: AppTest) -> None:
    assert QUESTION in said(asked)
    assert offered(asked) == {"keep", "replies", "remove"}
    assert list(draft_of(asked).variants) == ["a", "b"]
    assert waits_for_texts(asked)
    assert sources(asked) == [None] * 4


def test_one_click_keeps_them_beside_gold_which_says_what_it_said(scored: AppTest) -> None:
    plain = read_records(FILES["gold.json"].encode(), name="gold.json", kind="gold")
    assert sources(scored) == list(TEXTS.values())
    assert repr(stored_gold(scored).records) == repr(plain.records)
    assert stored_gold(scored).sha256 == plain.sha256
    assert [one.name for one in stored(scored).variants] == ["a", "b"]


def test_what_matches_nothing_is_named_and_stays_out(form: AppTest) -> None:
    texts = {**dict(list(TEXTS.items())[:3]), "po-4.txt": "lower case", "<b>note</b>.txt": "*", "PO-3.md": ""}
    drop(form, {**FILES, **texts})
    assert "**4 of 6 text files are named as records of gold: their documents?**" in said(form)
    seen = html_of(form)
    assert "gold has no such id (2): " in seen
    assert "po-4.txt" in seen
    assert "<b>note" not in seen
    assert "PO-3.md (empty)" in seen
    assert "Records without a document (1): PO-4" in seen
    click(form, "draft.documents-keep")
    click(form, "draft.score")
    assert sources(form) == [*list(TEXTS.values())[:3], None]


def test_as_replies_they_are_variants_until_that_is_undone(asked: AppTest) -> None:
    click(asked, "draft.documents-replies")
    assert list(draft_of(asked).variants) == ["a", "b", "PO-1", "PO-2", "PO-3", "PO-4"]
    assert not waits_for_texts(asked)
    click(asked, "draft.documents-undo")
    assert list(draft_of(asked).variants) == ["a", "b"]
    assert QUESTION in said(asked)
    click(asked, "draft.documents-replies")
    click(asked, "draft.score")
    assert len(stored(asked).variants) == 6
    assert sources(asked) == [None] * 4


@pytest.mark.parametrize("said_before", ["keep", "replies", None])
def test_one_click_removes_them_all(asked: AppTest, said_before: str | None) -> None:
    if said_before is not None:
        click(asked, f"draft.documents-{said_before}")
    click(asked, "draft.documents-remove")
    assert not offered(asked)
    assert list(draft_of(asked).variants) == ["a", "b"]
    assert "Removed 4 text files." in said(asked)
    next(button for button in asked.button if button.label == "Undo").click().run()
    assert QUESTION in said(asked)
    click(asked, "draft.documents-remove")
    click(asked, "draft.score")
    assert [one.name for one in stored(asked).variants] == ["a", "b"]
    assert sources(asked) == [None] * 4


def test_keeping_them_can_be_undone_before_scoring(asked: AppTest) -> None:
    click(asked, "draft.documents-keep")
    assert "**4 documents will be kept beside gold once you score.**" in said(asked)
    click(asked, "draft.documents-undo")
    assert QUESTION in said(asked)
    assert waits_for_texts(asked)


def test_the_answer_outlives_a_reload(asked: AppTest, open_app: Open) -> None:
    click(asked, "draft.documents-keep")
    again = open_app(eval=str(asked.query_params["eval"]))
    assert "**4 documents will be kept beside gold once you score.**" in said(again)
    click(again, "draft.score")
    assert sources(again) == list(TEXTS.values())


@pytest.mark.parametrize("packed", ["alone", "zip", "folder", "in an archive with gold"])
def test_texts_may_come_alone_in_a_zip_or_in_a_folder(form: AppTest, packed: str) -> None:
    if packed == "in an archive with gold":
        archive = zipped({**FILES, **{f"texts/{name}": text for name, text in TEXTS.items()}})
        drop(form, {"all.zip": archive})
    else:
        drop(form, FILES)
        if packed == "folder":
            drop(form, {f"texts/{name}": text for name, text in TEXTS.items()}, as_folder=True)
        else:
            drop(form, TEXTS if packed == "alone" else {"texts.zip": zipped(TEXTS)})
    assert QUESTION in said(form)
    click(form, "draft.documents-replies")
    count = 4 if packed == "alone" else 1
    assert len(draft_of(form).variants) == 2 + count
    click(form, "draft.documents-undo")
    click(form, "draft.documents-keep")
    click(form, "draft.score")
    assert sources(form) == list(TEXTS.values())


@pytest.mark.parametrize("zone", [0, 1])
def test_texts_may_come_before_gold_and_the_question_with_it(form: AppTest, zone: int) -> None:
    drop(form, TEXTS, zone)
    assert "**4 text files hold no JSON.**" in said(form)
    assert "Drop gold: files named as its ids, such as PO-17.txt for PO-17, can be kept as documents." in said(form)
    assert offered(form) == {"replies", "remove"}
    assert draft_of(form).gold is None
    drop(form, FILES)
    assert QUESTION in said(form)


def test_texts_wait_until_gold_has_ids(form: AppTest) -> None:
    same = [{"vendor": "V", "total": 1}, {"vendor": "V", "total": 1}, {"vendor": "V", "total": 2}]
    drop(form, {"gold.json": json.dumps(same), "a.json": json.dumps(same), **TEXTS})
    assert "Choose a record id in step 3: files named as its ids" in said(form)
    assert offered(form) == {"replies", "remove"}
    assert waits_for_texts(form)


def test_files_with_other_names_are_told_what_names_they_need(form: AppTest) -> None:
    drop(form, {**FILES, "order 1.txt": "one", "order 2.txt": "two", "PO-1.txt": "three"})
    assert "**3 text files hold no JSON, and 1 of them is named as a record of gold.**" in said(form)
    assert "name each file as the id of its record" in said(form)
    assert offered(form) == {"replies", "remove"}


def test_other_gold_is_asked_about_again_where_the_names_do_not_fit_it(asked: AppTest) -> None:
    click(asked, "draft.documents-keep")
    for of_variant in ("1", "0"):
        click(asked, f"draft.remove-{of_variant}")
    click(asked, "draft.remove-gold")
    drop(asked, {"gold.json": json.dumps(GOLD[:1])})
    assert "**4 text files hold no JSON, and 1 of them is named as a record of gold.**" in said(asked)
    assert waits_for_texts(asked)
    click(asked, "draft.remove-gold")
    drop(asked, {"gold.json": json.dumps(GOLD[::-1]), "a.json": FILES["a.json"]})
    click(asked, "draft.score")
    assert sources(asked) == list(TEXTS.values())[::-1]


def test_more_texts_are_asked_about_together_with_the_first(asked: AppTest) -> None:
    click(asked, "draft.documents-keep")
    drop(asked, {"PO-1.txt": TEXTS["PO-1.txt"], "PO-9.txt": "one more"})
    assert "**4 of 5 text files are named as records of gold: their documents?**" in said(asked)
    assert waits_for_texts(asked)


@pytest.mark.parametrize("text", ["I cannot read this document.", 'Sure: {"id": "PO-1", "total": 1.5}'])
def test_a_single_text_is_the_reply_that_it_was(form: AppTest, text: str) -> None:
    drop(form, {**FILES, "PO-1.txt": text})
    assert not offered(form)
    assert list(draft_of(form).variants) == ["a", "b", "PO-1"]


def test_a_reply_with_json_among_the_texts_is_a_variant(form: AppTest) -> None:
    drop(form, {**FILES, **TEXTS, "model.txt": json.dumps(GOLD[0])})
    assert list(draft_of(form).variants) == ["a", "b", "model"]
    assert QUESTION in said(form)


def test_which_file_is_gold_is_not_asked_of_texts(form: AppTest) -> None:
    drop(form, {"first.json": FILES["gold.json"], "second.json": FILES["a.json"], **TEXTS})
    labels = [one.label for one in form.button if str(one.key).startswith("draft.is-gold")]
    assert [label.replace("\\", "") for label in labels] == ["first.json", "second.json"]


def test_back_on_data_they_are_still_kept_and_nothing_changes(scored: AppTest, open_app: Open) -> None:
    before, identity = stored(scored), str(scored.query_params["eval"])
    page = click(open_app(eval=identity), "data.change")
    assert "**4 documents will be kept beside gold once you score.**" in said(page)
    assert draft_of(page).gold == read_records(FILES["gold.json"].encode(), name="gold.json", kind="gold")
    click(page, "draft.score")
    assert page.query_params["eval"] == identity or page.query_params["eval"] == [identity]
    after = stored(scored)
    assert (after.gold, [one.id for one in after.variants]) == (before.gold, [one.id for one in before.variants])


@pytest.mark.parametrize("answer", ["remove", "keep"])
def test_back_on_data_gold_is_replaced_and_keeps_its_documents_unless_they_are_removed(
    scored: AppTest, open_app: Open, answer: str
) -> None:
    page = click(open_app(eval=str(scored.query_params["eval"])), "data.change")
    click(page, "draft.remove-gold")
    drop(page, {"gold.json": json.dumps([{**record, "total": 7} for record in GOLD])})
    if answer == "remove":
        click(page, "draft.documents-remove")
    click(page, "draft.score")
    assert sources(scored) == ([None] * 4 if answer == "remove" else list(TEXTS.values()))
    assert [record and record["total"] for record in stored_gold(scored).records] == [7] * 4


def test_texts_dropped_beside_a_scored_evaluation_open_the_question(form: AppTest, open_app: Open) -> None:
    drop(form, FILES)
    click(form, "draft.score")
    page = open_app(eval=str(form.query_params["eval"]))
    drop(page, TEXTS)
    assert QUESTION in said(page)
    click(page, "draft.documents-keep")
    click(page, "draft.score")
    assert sources(form) == list(TEXTS.values())
    assert [one.name for one in stored(form).variants] == ["a", "b"]


def test_too_many_texts_are_refused_in_words_and_the_other_files_are_taken(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_SOURCE_BYTES", str(2**20))
    form = click(open_app(), "data.own")
    drop(form, {**FILES, **dict.fromkeys(TEXTS, "L" * 300_000)})
    assert list(draft_of(form).variants) == ["a", "b"]
    assert "4 text files" in said(form)
    assert "more than 1 MiB, unpacked" in said(form)
    assert not offered(form)
