"""Which key pairs the records of own files: found, taken with a sentence, or asked about."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Open, draft_of, html_of, said
from tests.ui.data.dropping import EXTRACTED, GOLD, as_json, dropped, id_choice, variants_dropped


def test_ids_under_another_name_are_found_and_taken_with_one_click(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(GOLD))
    renamed = [{"document": record["id"], "nr": record["nr"], "a": record["a"]} for record in EXTRACTED]
    dropped(form, "prompt.json", as_json(renamed))
    assert "'id' cannot pair them: 3 of 3 records of prompt lack it" in said(form)
    choices = next(frame.value for frame in form.dataframe if "Key" in frame.value).set_index("Key")
    assert choices.loc["id = document", "Pairs in prompt"] == "2 of 2 gold records"
    form.button(key="draft.pair-by-name.id").click().run()
    assert not form.exception
    assert "2 of 2 records paired by **id**; 1 extracted record without gold, not scored" in said(form)
    assert any("1 note" in expander.label for expander in form.expander)
    form.button(key="draft.score").click().run()
    assert "prompt</bdi> scores F1 75.0</b> over 2 records" in html_of(form)


CODED = [{"sku": f"25{i}-00{i}", "name": f"Name {i}", "n": i} for i in range(4)]
CALLED = [{"code": one["sku"], "name": one["name"] if one["n"] else "?", "n": one["n"]} for one in CODED][::-1]


def test_ids_of_another_name_that_alone_pair_all_are_taken_in_all_variants_with_a_sentence(form: AppTest) -> None:
    dropped(form, "gold.json", as_json([{**one, "n": 0} for one in CODED]))
    dropped(form, "prompt.json", as_json(CALLED))
    assert "Which records belong together?" not in said(form)
    assert "⚠ **sku** of gold is **code** in prompt. As the key it is not scored" in said(form)
    dropped(form, "other.json", as_json(CALLED))
    next(button for button in form.button if str(button.key).startswith("draft.id-called")).click().run()
    assert "2 variants, 4 gold records: all pair by **sku**." in said(form)
    form.button(key="draft.score").click().run()
    assert not form.exception


@pytest.fixture
def called_otherwise(form: AppTest) -> AppTest:
    """The ids of gold have another name, and names of products pair nearly as many records."""
    dropped(form, "gold.json", as_json(CODED))
    for name in ("one", "two"):
        dropped(form, f"{name}.json", as_json(CALLED))
    return form


def test_a_key_of_another_name_is_the_first_choice_and_one_click_takes_it_in_all_variants(
    called_otherwise: AppTest,
) -> None:
    app = called_otherwise
    choices = next(frame.value for frame in app.dataframe if "Key" in frame.value)
    assert list(choices.iloc[0])[::2][:2] == ["sku = code", "4 of 4 gold records"]
    assert choices.iloc[0]["As the key"] == "⚠ a field, no longer scored"
    app.button(key="draft.pair-by-name.sku").click().run()
    assert "2 variants, 4 gold records: all pair by **sku**." in said(app)


def test_pairs_by_position_are_no_success_where_a_key_pairs_otherwise(called_otherwise: AppTest) -> None:
    called_otherwise.button(key="draft.pair-by-position").click().run()
    assert "⚠ **one**: by position, 4 pairs have another code than the sku of gold." in said(called_otherwise)
    assert "none left over" not in said(called_otherwise)


def test_pairs_by_position_are_no_success_after_ids_were_renamed_either(called_otherwise: AppTest) -> None:
    called_otherwise.button(key="draft.pair-by-name.sku").click().run()
    id_choice(called_otherwise).set_value("by position").run()
    assert "⚠ **one**: by position, 4 pairs have another sku than the sku of gold." in said(called_otherwise)


def test_a_key_that_some_records_lack_says_how_many(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(NO_IDS))
    dropped(form, "prompt.json", as_json([*NO_IDS[:3], {"n": 3}]))
    dropped(form, "other.json", as_json(NO_IDS))
    choices = next(frame.value for frame in form.dataframe if "Key" in frame.value).set_index("Key")
    assert choices.loc["title", "Pairs in prompt"] == "0 of 4 gold records: 1 extracted record lacks it"


def test_what_each_key_pairs_is_counted_in_gold_and_adds_up_with_what_is_missing(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(CODED))
    inside = [{"code": "" if one is CODED[0] else one["sku"], "n": one["n"]} for one in CODED]
    replies = [{"code": one["sku"], "reply": as_json(own).decode()} for one, own in zip(CODED, inside, strict=True)]
    dropped(form, "prompt.json", as_json(replies[:3]))  # the first has its id beside the reply alone
    choices = next(frame.value for frame in form.dataframe if "Key" in frame.value).set_index("Key")
    assert choices.loc["sku = code", "Pairs in prompt"] == "3 of 4 gold records"
    assert choices.loc["sku = code", "Missing in a variant"] == "'253-003'"


def test_what_was_done_in_a_draft_is_told_there_only(with_an_id_twice: AppTest) -> None:
    app = with_an_id_twice.button(key="draft.repeated.0.0").click().run()
    assert app.button(key="data.keep").label == "Close"
    app.switch_page("pages/overview.py").run()
    assert not [button for button in app.button if button.key == "data.undo"]


TITLED = [{"id": f"r{i}", "title": f"T{i}", "n": i} for i in range(4)]
ID_TWICE = [*TITLED[:3], {**TITLED[3], "id": "r1"}]
NO_IDS = [{"title": record["title"], "n": record["n"]} for record in TITLED]


def test_a_field_is_the_key_only_once_someone_has_chosen_it(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(ID_TWICE))
    dropped(form, "prompt.json", as_json([*TITLED[:3], {**TITLED[3], "title": "?"}]))
    assert "'id' cannot pair them: records 2 and 4 both have 'r1'" in said(form)
    assert form.button(key="draft.score").disabled
    assert "Still needed: what pairs the records (step 3)." in said(form)
    choices = next(frame.value for frame in form.dataframe if "Key" in frame.value).set_index("Key")
    assert list(choices.loc["title"]) == ["⚠ a field, no longer scored", "3 of 4 gold records", "'T3'", "'?'"]
    form.button(key="draft.pair-by.title").click().run()
    assert "**title** is a field of these records. As the key it is not scored" in said(form)
    assert "3 of 4 records paired by **title**" in said(form)
    shown = html_of(form).replace("&#x27;", "'").replace("<bdi>", "").replace("</bdi>", "")
    assert "Not paired in gold: 'T3'; in prompt: '?'" in shown
    form.button(key="draft.score").click().run()
    assert not form.exception
    form.switch_page("pages/data.py").run()
    assert "Records pair by **title**" in said(form)


def test_a_key_that_alone_pairs_all_is_taken_with_a_sentence_and_can_be_changed(form: AppTest) -> None:
    records = [{"source": f"scan-{i}.pdf", "title": f"Title {i}", "n": i} for i in range(4)]
    dropped(form, "gold.json", as_json(records))
    dropped(form, "prompt.json", as_json([{**record, "n": 0} for record in records]))
    assert "Which records belong together?" not in said(form)
    assert "⚠ **source** pairs all records, and its values look like ids. As the key it is not scored" in said(form)
    assert "1 variant, 4 gold records: all pair by **source**." in said(form)
    id_choice(form).set_value("title").run()
    assert "**title** is a field of these records. As the key it is not scored" in said(form)
    form.button(key="draft.score").click().run()
    assert not form.exception


def test_the_only_key_that_pairs_nearly_all_is_named_and_its_button_stands_out(form: AppTest) -> None:
    records = [{"claim": f"2024-{i:03}", "title": f"T{i % 6}", "n": i % 3} for i in range(20)]
    dropped(form, "gold.json", as_json(records))
    dropped(form, "prompt.json", as_json(records[:19]))
    dropped(form, "other.json", as_json([*records[:19], {**records[19], "claim": "?"}]))
    assert "No key is called an id. Choose what pairs them. Only **claim** pairs nearly all of them." in said(form)
    assert form.button(key="draft.pair-by.claim").proto.type == "primary"
    form.button(key="draft.pair-by.claim").click().run()
    assert "**claim** is a field of these records" in said(form)


def test_records_pair_by_position_only_once_someone_has_chosen_it(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(ID_TWICE))
    dropped(form, "prompt.json", as_json(TITLED))
    form.button(key="draft.pair-by-position").click().run()
    assert "4 of 4 records paired by position" in said(form)
    form.button(key="draft.score").click().run()
    form.switch_page("pages/data.py").run()
    assert "Records pair by position" in said(form)


def test_nobody_is_told_to_choose_where_nothing_pairs_the_records(form: AppTest) -> None:
    dropped(form, "gold.json", as_json([*GOLD, GOLD[0]]))
    dropped(form, "prompt.json", as_json(GOLD))
    assert "'id' cannot pair them: records 1 and 3 both have 'x'. Choose above which record counts." in said(form)
    assert "drop it again" not in said(form)
    assert "Choose what pairs them" not in said(form)
    assert not [button for button in form.button if str(button.key).startswith("draft.pair-by")]


def test_a_variant_without_the_chosen_key_pairs_by_position_only_once_someone_has_agreed(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(TITLED))
    dropped(form, "prompt.json", as_json(TITLED))
    dropped(form, "bare.json", as_json(NO_IDS))
    assert "'id' cannot pair them: 4 of 4 records of bare lack it" in said(form)
    form.button(key="draft.pair-by.id").click().run()
    assert "bare cannot be paired by id" in said(form)
    assert form.button(key="draft.score").disabled
    form.button(key="draft.accept-position.bare").click().run()
    assert "cannot be paired by" not in said(form)
    form.button(key="draft.score").click().run()
    assert not form.exception
    form.switch_page("pages/data.py").run()
    assert "Records pair by **id**" in said(form)


def test_an_id_that_pairs_few_is_asked_about(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(TITLED))
    dropped(form, "prompt.json", as_json([{**record, "id": f"x{record['n']}"} for record in TITLED]))
    assert "'id' pairs only 0 of 4 records of prompt" in said(form)
    assert form.button(key="draft.score").disabled


def test_long_names_are_whole_where_pairing_is_told(form: AppTest) -> None:
    name = "prompt_with_" + "many_words_" * 12
    dropped(form, "gold.json", as_json(GOLD))
    dropped(form, f"{name}.json", as_json(EXTRACTED))
    assert f"{name}**: 2 of 2 records paired by **id**" in said(form)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"doc": "D4"}, "doc could be the id, but records 5 and 6 both have 'D4'."),
        ({"doc": None}, "doc could be the id, but 1 gold record lacks it (record 6)."),
    ],
)
def test_a_key_that_is_nearly_an_id_is_told_with_what_is_in_the_way(
    form: AppTest, change: dict[str, Any], reason: str
) -> None:
    gold = [{"doc": f"D{i}", "a": "1" if i % 2 else "2"} for i in range(12)]
    gold[5] |= change
    dropped(form, "gold.json", as_json(gold))
    assert id_choice(form).value == "by position"
    assert reason in html_of(form).replace("&#x27;", "'").replace("<bdi>", "").replace("</bdi>", "")
    assert "a could be the id" not in html_of(form)


@pytest.fixture
def with_an_id_twice(form: AppTest) -> AppTest:
    """Four gold records, two of which have the id x and different values."""
    dropped(form, "gold.json", as_json([*GOLD, {"id": "x", "nr": 3, "a": None}, {"id": "z", "nr": 4, "a": "0"}]))
    return dropped(form, "prompt.json", as_json(EXTRACTED))


def test_records_of_one_id_are_shown_side_by_side_before_anything_is_left_out(with_an_id_twice: AppTest) -> None:
    assert "1 id stands more than once in gold" in said(with_an_id_twice)
    table = next(one.value for one in with_an_id_twice.dataframe if "record 3" in one.value)
    assert table.to_dict("split")["data"] == [["nr", "1", "3"], ["a", '"1"', "null"]]
    assert with_an_id_twice.button(key="draft.score").disabled


@pytest.mark.parametrize(
    ("choice", "values", "scored"), [("0", ["1", "2", "0"], 3), ("2", ["2", None, "0"], 3), ("none", ["2", "0"], 2)]
)
def test_one_click_says_which_record_of_an_id_counts_and_another_takes_it_back(
    with_an_id_twice: AppTest, choice: str, values: list[str | None], scored: int
) -> None:
    app = with_an_id_twice.button(key=f"draft.repeated.0.{choice}").click().run()
    gold = draft_of(app).gold
    assert gold is not None
    assert [record and record["a"] for record in gold.records] == values
    assert f"{scored} of {scored} records paired by **id**" in said(app)
    app.button(key="draft.repeated.0.undo").click().run()
    undone = draft_of(app).gold
    assert undone is not None
    assert [record and record["a"] for record in undone.records] == ["1", "2", None, "0"]
    app.button(key=f"draft.repeated.0.{choice}").click().run()
    app.button(key="draft.score").click().run()
    assert not app.exception
    assert f"over {scored} records" in html_of(app)
    app.switch_page("pages/data.py").run()
    assert any("left out for the id" in one.label for one in app.expander)


REPORTS = [{"report": "R1", "a": "1"}, {"report": "R0", "a": "2"}]


@pytest.mark.parametrize("gold_first", [True, False])
def test_ids_that_are_keys_of_the_records_pair_by_the_key_that_holds_them_in_gold(
    open_app: Open, gold_first: bool
) -> None:
    form = open_app().button(key="data.own").click().run()
    by_id = as_json({"R0": {"a": "2"}, "R1": {"a": "?"}})
    files = [("gold.json", as_json(REPORTS)), ("keyed.json", by_id)]
    if gold_first:
        dropped(dropped(form, *files[0]), *files[1])
    else:
        variants_dropped(form, *files[1])
        dropped(form, *files[0])
    if any(button.key == "draft.pair-by.report" for button in form.button):
        form.button(key="draft.pair-by.report").click().run()
    assert "2 of 2 records paired by **report**" in said(form)
    form.button(key="draft.score").click().run()
    assert "<b><bdi>keyed</bdi> scores F1 50.0</b> over 2 records" in html_of(form)


ROWS: list[dict[str, Any]] = [{"doc": f"D{at}", "a": str(at)} for at in range(6)]


def _one_without(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"a": "?"} if at == 2 else record for at, record in enumerate(records)]


@pytest.mark.parametrize("side", ["gold", "variant"])
def test_one_click_leaves_out_the_record_without_an_id_and_another_puts_it_back(form: AppTest, side: str) -> None:
    dropped(form, "gold.json", as_json(_one_without(ROWS) if side == "gold" else ROWS[:5]))
    app = dropped(form, "prompt.json", as_json(ROWS if side == "gold" else _one_without(ROWS)))
    assert app.button(key="draft.score").disabled
    assert "1 record has no **doc** (record 3)" in said(app)
    key = "draft.no-id" if side == "gold" else "draft.no-id-0"
    app.button(key=key).click().run()
    assert not app.button(key="draft.score").disabled
    assert "1 record without an id left out (record 3)" in said(app)
    assert f"{'5 of 5' if side == 'gold' else '4 of 5'} records paired by **doc**" in said(app)
    app.button(key=f"{key}.undo").click().run()
    assert app.button(key="draft.score").disabled
    app.button(key=key).click().run()
    app.button(key="draft.score").click().run()
    assert not app.exception
    assert "over 5 records" in html_of(app)


@pytest.mark.parametrize("odd", [1.5, True])
def test_an_id_that_can_be_none_is_not_said_to_be_lacking(form: AppTest, odd: object) -> None:
    dropped(form, "gold.json", as_json([{**row, "doc": odd} if at == 2 else row for at, row in enumerate(ROWS)]))
    app = dropped(form, "prompt.json", as_json(ROWS))
    assert "1 record has no text or whole number as **doc** (record 3)" in said(app)
    assert app.button(key="draft.no-id").label == "Leave out 1 record without a usable id"


def test_the_main_button_is_the_key_that_pairs_more_and_each_row_says_what_lacks_it(form: AppTest) -> None:
    rows = [{**row, "a": "same"} for row in ROWS]
    dropped(form, "gold.json", as_json(rows))
    dropped(form, "one.json", as_json(rows))
    dropped(form, "two.json", as_json(_one_without(rows)))
    app = dropped(form, "three.json", as_json([{"file_name": row["doc"], "a": "0"} for row in rows]))
    styles = {str(button.key): button.proto.type for button in app.button}
    assert styles["draft.pair-by-name.doc"] == "primary"
    assert styles["draft.pair-by.doc"] == "secondary"
    choices = next(frame.value for frame in app.dataframe if "Key" in frame.value).set_index("Key")
    assert choices.loc["doc = file_name", "Pairs in two"] == "0 of 6 gold records: 1 extracted record lacks it"
