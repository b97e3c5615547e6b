"""Gold that was replaced, as a line among the things to decide, and whether the new batch is alike."""

from typing import Any

from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, loaded, said, small

RIGHT: list[Any] = [{"id": f"r{i}", "a": f"{i}", "n": []} for i in range(6)]


def test_it_says_how_many_records_differ_and_opens_with_the_shift(open_app: Open) -> None:
    store, identity = server.store(), small(one=RIGHT).keep()
    now = store.evaluations.get(identity)
    other = [{**record, "a": "x"} for record in RIGHT[:2]] + RIGHT[2:5]
    store.evaluations.set_gold(identity, now.revision, loaded(other, "gold.json"), by="ann")
    score_due(store, identity, by="ann", tell=lambda share, message: None)
    app = open_app("overview", eval=identity)
    assert "**Gold differs from the one before**: " in said(app)
    app.session_state["overview.gold"] = True  # the popover is opened
    app.run()
    assert not app.exception
    assert "F1 before and after are of other gold" in said(app)
