"""Files of an evaluation without the copies in its gold."""

from evaljson.ui.session import server
from evaljson.workspace.history import in_words
from tests.ui.conftest import Made, Open, html_of, loaded, said

GOLD = [{"id": f"r{i}", "number": f"INV-{i * 7919:06}", "to": f"Firm {i}"} for i in range(1, 9)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"number": {"type": "string"}, "to": {"type": "string"}}}


def test_a_variant_that_lacks_nothing_else_says_what_its_note_is_about(open_app: Open) -> None:
    gold = [*GOLD, {**GOLD[3], "id": "copy"}]
    files = {"one": loaded(gold, "one.json", "extracted")}
    app = open_app("overview", evaluation=Made("copies", loaded(gold, "gold.json"), files, SCHEMA))
    app.button(key="copies.leave-out").click().run()
    app.switch_page("pages/data.py").run()
    labels = [expander.label for expander in app.expander if expander.label.startswith("⚠ one: ")]
    assert all("left out" in label for label in labels)
    assert len(labels) == 1


def test_the_note_on_gold_opens_to_the_copies_and_counts_them_again_and_history_says_what_was_done(
    open_app: Open,
) -> None:
    gold = [*GOLD, {**GOLD[3], "id": "copy"}]
    files = {"one": loaded(gold, "one.json", "extracted")}
    app = open_app("overview", evaluation=Made("copies", loaded(gold, "gold.json"), files, SCHEMA))
    app.button(key="copies.leave-out").click().run()
    app = open_app("data", eval=str(app.query_params["eval"]))
    (frame,) = [one.value for one in app.dataframe if "What it counts as" in one.value]
    assert frame["Record"].tolist() == ["copy"]
    assert "a gold record is left out on request" in html_of(app) + said(app)
    assert "(1 " not in html_of(app) + said(app)
    history = server.store().evaluations.history(str(app.query_params["eval"]))
    assert in_words(history[-1]) == "left 1 copy in gold out of all figures"
    app.button(key="data.copies.count").click().run()
    assert "1 copy in gold counted again." in said(app)
