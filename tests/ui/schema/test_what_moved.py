"""What a change of the schema did to F1, while files, gold and copies change as well."""

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due
from evaljson.workspace.scoring_options import leave_out
from tests.ui.conftest import Open, loaded, said, small
from tests.ui.schema.editing import RIGHT, WRONG

OTHER = [{"id": "x", "a": "zzz", "n": []}]


def told(app: AppTest) -> str:
    return next((line for line in said(app).split("\n") if line.startswith("**Scored again under")), "")


@pytest.mark.parametrize(
    ("change", "variants"),
    [("nothing", ["A", "B"]), ("file", ["B"]), ("gold", []), ("records", [])],
)
def test_only_variants_that_the_schema_alone_moved_are_told(open_app: Open, change: str, variants: list[str]) -> None:
    app = open_app("schema", evaluation=small(A=RIGHT, B=WRONG))
    app.button(key="schema.pair.n").click().run()
    store, identity = server.store(), str(app.query_params["eval"])
    now = store.evaluations.get(identity)
    if change == "file":
        one = next(variant for variant in now.variants if variant.name == "A")
        store.variants.update(identity, now.revision, one.id, data=loaded(OTHER, "new.json", "extracted"), by="bob")
    elif change == "gold":
        store.evaluations.set_gold(identity, now.revision, loaded(RIGHT), by="bob")
    elif change == "records":
        leave_out(store, identity, now.revision, [1], by="bob")
    score_due(store, identity, by="test", tell=lambda share, message: None)
    app.run()
    assert not app.exception
    assert [name for name in ("A", "B") if f" {name}: F1" in told(app)] == variants
    assert bool(variants) == bool([button for button in app.button if button.key == "schema.keep"])
