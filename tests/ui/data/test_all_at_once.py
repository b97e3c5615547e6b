"""Gold and the variants dropped in one go, and files whose records are not where the other side has them."""

import io
import json
import zipfile
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.data.file_choices import DroppedFile
from tests.ui.conftest import draft_of, html_of, said

GOLD = [{"id": "x", "a": "1", "b": "2"}, {"id": "y", "a": "3", "b": "4"}]
WRAPPED = [
    {"id": record["id"], "source_text": "A letter.", "record": {"a": record["a"], "b": record["b"]}} for record in GOLD
]


def dropped(app: AppTest, **files: Any) -> AppTest:
    contents = [
        (f"{name}.json", one if isinstance(one, bytes) else json.dumps(one).encode(), "application/json")
        for name, one in files.items()
    ]
    return app.file_uploader[0].set_value(contents).run()


def labelled(app: AppTest, label: str) -> Any:
    return next(button for button in app.button if button.label.replace("\\", "") == label)


def test_the_file_whose_name_says_so_is_gold_and_score_leads_to_overview(form: AppTest) -> None:
    dropped(form, prompt_a=GOLD, gold=GOLD, prompt_b=GOLD[:1])
    draft = draft_of(form)
    assert draft.gold is not None
    assert (draft.gold.name, list(draft.variants)) == ("gold.json", ["prompt_a", "prompt_b"])
    assert "2 variants: 1 to 2 of 2 gold records pair by **id**." in said(form)
    form.button(key="draft.score").click().run()
    assert not form.exception
    assert "Compare field by field" in [button.label for button in form.button]


def test_a_folder_of_source_texts_is_told_where_they_belong(form: AppTest) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for record in GOLD:
            for side in ("gold", "prompt"):
                archive.writestr(f"{side}/{record['id']}.json", json.dumps(record))
            archive.writestr(f"texts/{record['id']}.txt", "LEASE\n\nBetween A and B.")
    form.file_uploader[0].set_value([("all.zip", packed.getvalue(), "application/zip")]).run()
    assert set(draft_of(form).variants) == {"prompt"}
    assert "**2 text files are named as records of gold: their documents?**" in said(form)
    form.button(key="draft.documents-replies").click().run()
    assert set(draft_of(form).variants) == {"prompt", "texts"}
    assert "Documents go beside gold: as text files named as its ids" in said(form)


def test_someone_says_which_file_is_gold_where_no_name_does(form: AppTest) -> None:
    dropped(form, first=GOLD, second=GOLD)
    assert "Which of these files is gold?" in said(form)
    assert draft_of(form).gold is None
    labelled(form, "second.json").click().run()
    draft = draft_of(form)
    assert draft.gold is not None
    assert (draft.gold.name, list(draft.variants)) == ("second.json", ["first"])
    assert "Which of these files is gold?" not in said(form)


def test_so_it_is_with_the_files_of_a_zip(form: AppTest) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("july.json", "atlas.json", "cedar.json"):
            archive.writestr(name, json.dumps(GOLD))
    form.file_uploader[0].set_value([("all.zip", packed.getvalue(), "application/zip")]).run()
    assert "Which of these files is gold?" in said(form)
    labelled(form, "july.json").click().run()
    draft = draft_of(form)
    assert draft.gold is not None
    assert (draft.gold.name, list(draft.variants)) == ("july.json", ["atlas", "cedar"])


def folders(*sides: str) -> tuple[str, bytes, str]:
    """A zip with a folder for each side, and a file for each record in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for side in sides:
            for record in GOLD:
                archive.writestr(f"{side}/{record['id']}.json", json.dumps(record))
    return "all.zip", packed.getvalue(), "application/zip"


def test_so_it_is_with_folders_of_the_same_documents_and_all_may_be_one_set(form: AppTest) -> None:
    form.file_uploader[0].set_value([folders("july", "atlas")]).run()
    assert "Which of these files is gold?" in said(form)
    form.button(key="draft.is-gold.all").click().run()
    draft = draft_of(form)
    assert draft.gold is not None
    assert (draft.gold.name, len(draft.gold.records)) == ("all.zip", 2 * len(GOLD))
    assert not draft.variants


def test_each_folder_of_a_zip_among_the_variants_is_one(form: AppTest) -> None:
    dropped(form, gold=GOLD)
    form.file_uploader[0].set_value([folders("atlas", "cedar")]).run()
    assert {name: len(one.records) for name, one in draft_of(form).variants.items()} == dict.fromkeys(
        ("atlas", "cedar"), len(GOLD)
    )


def test_a_variant_that_cannot_be_read_is_named_and_does_not_keep_the_others_out(form: AppTest) -> None:
    dropped(form, gold=GOLD, broken=b"", whole=GOLD)
    assert list(draft_of(form).variants) == ["whole"]
    assert "the file is empty" in said(form)
    assert "**Where:** broken.json" in said(form)
    dropped(form, broken=GOLD)
    assert list(draft_of(form).variants) == ["whole", "broken"]
    assert "the file is empty" not in said(form)


def test_where_gold_cannot_be_read_no_variant_is(form: AppTest) -> None:
    dropped(form, prompt=GOLD, gold=b"")
    assert draft_of(form).gold is None
    assert not draft_of(form).variants
    assert "the file is empty" in said(form)


def test_gold_with_its_records_under_a_key_is_read_as_the_variants_are_and_back_with_one_click(form: AppTest) -> None:
    dropped(form, gold=WRAPPED, prompt=GOLD)
    gold = draft_of(form).gold
    assert gold is not None
    assert (gold.records, gold.metadata) == (GOLD, [{"source_text": "A letter."}] * 2)
    assert "Its records are taken from **record**, which has the keys of the variants." in said(form)
    assert "Kept beside them, not scored: **source_text**." in said(form)
    labelled(form, "Score whole entries").click().run()
    gold = draft_of(form).gold
    assert gold is not None
    assert gold.records == WRAPPED
    assert "**prompt** has no field of gold, so F1 would be 0." in said(form)


def test_the_text_of_the_document_among_the_fields_of_gold_is_not_scored(form: AppTest) -> None:
    dropped(form, gold=[{**record, "source_text": "A letter."} for record in GOLD], prompt=GOLD)
    gold = draft_of(form).gold
    assert gold is not None
    assert gold.records == GOLD
    assert "Kept beside them, not scored: **source_text**." in said(form)
    form.button(key="draft.score").click().run()
    assert "prompt</bdi> scores F1 100.0" in html_of(form)


def test_a_variant_with_its_records_under_a_key_is_read_as_gold_is(form: AppTest) -> None:
    dropped(form, gold=GOLD, prompt=[{"id": one["id"], "answer": {**one}, "cost": 1} for one in GOLD])
    assert draft_of(form).variants["prompt"].records == GOLD
    assert "Its records are taken from **answer**, which has the keys of gold." in said(form)


ALSO_WRAPPED = [{"id": one["id"], "ms": 5, "output": {key: one[key] for key in one if key != "id"}} for one in GOLD]


@pytest.mark.parametrize("prompt", [WRAPPED, ALSO_WRAPPED], ids=["alike", "under another key"])
def test_records_under_a_key_on_both_sides_are_taken_from_there_and_back_with_one_click(
    form: AppTest, prompt: list[dict[str, Any]]
) -> None:
    dropped(form, gold=WRAPPED, prompt=prompt, flat=GOLD)
    draft = draft_of(form)
    assert draft.gold is not None
    assert [draft.gold.records, *(one.records for one in draft.variants.values())] == [GOLD, GOLD, GOLD]
    assert draft.pairing_key() == "id"
    assert "Its records are taken from **record**. The variants have such a key, too." in said(form)
    assert "Gold has such a key, too." in said(form)
    form.button(key="draft.gold.whole").click().run()
    assert not form.exception
    draft = draft_of(form)
    assert draft.gold is not None
    assert [draft.gold.records, draft.variants["prompt"].records] == [WRAPPED, prompt]
    assert "taken from" not in said(form)


def test_ids_of_any_name_beside_wrapped_records_pair_them(form: AppTest) -> None:
    def wrapped(key: str) -> list[dict[str, Any]]:
        return [{"doc_id": n, key: {"a": str(n), "b": n}} for n in (7, 8)]

    dropped(form, gold=wrapped("gold"), prompt=wrapped("prediction"))
    assert "2 of 2 records paired by **doc_id**" in said(form)
    form.button(key="draft.score").click().run()
    assert "prompt</bdi> scores F1 100.0" in html_of(form)


@pytest.mark.parametrize("is_first", [False, True], ids=["after all files", "before the variant"])
def test_a_schema_that_has_the_key_keeps_what_both_sides_wrap(
    form: AppTest, monkeypatch: pytest.MonkeyPatch, is_first: bool
) -> None:
    wrapped = [{"id": one["id"], "record": one["record"]} for one in WRAPPED]
    inner = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    schema = {"type": "object", "properties": {"id": {"type": "string"}, "record": inner}}
    dropped(form, gold=wrapped, **({} if is_first else {"prompt": wrapped}))
    zone = next(zone for zone in form.file_uploader if zone.label.startswith("Use your own eval schema"))
    zone.set_value([("schema.json", json.dumps(schema).encode(), "application/json")]).run()
    if is_first:
        dropped(form, prompt=wrapped)
    assert not form.exception
    draft = draft_of(form)
    assert draft.gold is not None
    assert [draft.gold.records, draft.variants["prompt"].records] == [wrapped, wrapped]
    read: list[str] = []
    with monkeypatch.context() as watched:
        watched.setattr(DroppedFile, "read", lambda source: read.append(source.name))
        form.run()
    assert read == [], "nothing has changed"
    form.button(key="draft.score").click().run()
    assert "prompt</bdi> scores F1 100.0" in html_of(form)
