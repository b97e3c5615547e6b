"""What the Compare page says where schema, gold or runs have changed since a comparison."""

import time
from copy import deepcopy

from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due, score_one
from tests.ui.compare.comparing import NEW, OLD, RIGHT, SCHEMA, three, told
from tests.ui.conftest import Open, loaded, said


def weigh(app: AppTest, weight: int) -> str:
    """Store another schema, as the Schema page does; the id of the evaluation."""
    store, identity = server.store(), str(app.query_params["eval"])
    changed = deepcopy(SCHEMA)
    changed["properties"]["a"]["x-eval-weight"] = weight
    store.schemas.add(identity, store.evaluations.get(identity).revision, changed, by="test")
    return identity


def test_runs_of_an_earlier_schema_are_said_to_be_stale(compared: AppTest) -> None:
    weigh(compared, 2)
    compared.run()
    assert not compared.exception
    assert "Not scored yet: old, new. Figures show" in said(compared)
    assert len(compared.metric) == 4, "what was found stays until it is scored again"


def test_runs_of_different_schemas_are_refused_until_both_are_scored_again(compared: AppTest) -> None:
    identity = weigh(compared, 2)
    store = server.store()
    now = store.evaluations.get(identity)
    new = next(kept for kept in now.variants if kept.name == "new")
    schema = store.schemas.get(identity, now.schema_number or 0).schema
    assert now.gold is not None
    gold, records = store.datasets.load(now.gold.id), store.datasets.load(new.dataset.id)
    score_one(store, now, new, gold, records, schema, "test", lambda share, how_far: None)
    compared.run()
    assert not compared.metric
    assert "'old' and 'new' cannot be compared" in said(compared)
    assert "score both again under the same one" in said(compared)
    compared.button(key="compare.rescore").click().run()
    assert not compared.exception
    until = time.monotonic() + 60  # another process scores, on a machine with much else to do
    while not compared.run().metric:
        assert time.monotonic() < until, (said(compared), store.jobs.all(evaluation=identity))
    assert len(compared.metric) == 4


def test_variants_that_were_compared_over_fewer_records_say_so(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW))
    assert "were compared over" not in told(app)
    store = server.store()
    now = store.evaluations.get(str(app.query_params["eval"]))
    more = [{**record, "id": f"{record['id']}{copy}"} for copy in range(3) for record in RIGHT]
    store.evaluations.set_gold(now.id, now.revision, loaded([*RIGHT, *more]), by="test")
    score_due(store, now.id, by="test", tell=lambda *_: None)
    app.run()
    assert "were compared over 3 records before, and over 12 records now" in told(app)
