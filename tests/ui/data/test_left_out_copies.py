"""Files of an evaluation without the copies in its gold."""

from tests.ui.conftest import Made, Open, loaded

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
