"""What happened to an evaluation last, and what that did to F1."""

import pytest

from evaljson.report.history.reused import FilesOverTime, with_reused
from evaljson.report.history.trend import trend
from evaljson.store import Evaluation, Store
from evaljson.workspace import what_changed as module
from evaljson.workspace.scoring import current_runs, score_due
from evaljson.workspace.what_changed import what_changed
from tests.workspace.conftest import GOLD, loaded

EXCLUDED, COUNTED = ({"scoring": {"missing_records": choice}} for choice in ("exclude", "omit"))


def scored(store: Store, identity: str) -> None:
    score_due(store, identity, by="ann", tell=lambda share, message: None)


def changes(store: Store, identity: str) -> list[tuple[str, str]]:
    """What and F1, the last change first."""
    now = store.evaluations.get(identity)
    runs, events = store.runs.all(identity), store.evaluations.history(identity)
    names = {variant.id: variant.name for variant in now.variants}
    current = [run.id for run in current_runs(store, now).values()]
    files = FilesOverTime(events, {variant.id: variant.dataset.id for variant in now.variants})
    found = trend(runs, names, store.schemas.all(identity), current, files.changed)
    of = with_reused(found, runs, names, current, files, max(one.moment for one in events))
    return [(what, f1) for _, what, f1 in what_changed(of, events, lambda was, run: f"{was != run}.")]


def set_options(store: Store, identity: str, settings: dict[str, object], about: str) -> None:
    now = store.evaluations.get(identity)
    store.evaluations.set_settings(identity, now.revision, settings, by="ann", about=about)


def test_before_anything_is_scored_and_after_the_first_scoring_nothing_has_changed(
    store: Store, evaluation: Evaluation
) -> None:
    assert changes(store, evaluation.id) == []
    scored(store, evaluation.id)
    assert changes(store, evaluation.id) == []


def test_each_change_has_the_f1_that_it_moved_and_who_has_the_highest(store: Store, evaluation: Evaluation) -> None:
    scored(store, evaluation.id)
    identity = evaluation.id
    store.variants.update(
        identity, evaluation.revision, evaluation.variants[0].id, data=loaded(GOLD, "a.json"), by="ann"
    )
    scored(store, identity)
    schema = {**store.schemas.get(identity, 1).schema, "description": "nothing that counts"}
    store.schemas.add(identity, store.evaluations.get(identity).revision, schema, by="ann", message="a note")
    scored(store, identity)
    (note, of_note), (file, of_file) = changes(store, identity)
    assert (note, of_note) == ("ann changed the eval schema: “a note”", "as before")
    assert file.startswith("ann put other records of “A” in place")
    assert of_file == "A 0.0 → 100.0 (+100.0); highest: B → A. True"


def test_options_that_are_taken_back_have_the_f1_of_before(store: Store, evaluation: Evaluation) -> None:
    scored(store, evaluation.id)
    for settings, about in ((EXCLUDED, "left them out"), (COUNTED, "took that back")):
        set_options(store, evaluation.id, settings, about)
        scored(store, evaluation.id)
    assert [what for what, _ in changes(store, evaluation.id)] == ["ann took that back", "ann left them out"]
    back, out = (f1 for _, f1 in changes(store, evaluation.id))
    assert back.count("→") == out.count("→")


def test_another_file_with_the_same_records_is_no_change(store: Store, evaluation: Evaluation) -> None:
    identity, first = evaluation.id, evaluation.variants[0]
    scored(store, identity)
    for records, name in ((GOLD, "right.json"), (GOLD, "again.json"), (GOLD[:5], "few.json")):
        now = store.evaluations.get(identity)
        store.variants.update(identity, now.revision, first.id, data=loaded(records, name), by="ann")
        scored(store, identity)
    (few, of_few), (right, of_right) = changes(store, identity)
    assert (few.endswith("“few.json”"), right.endswith("“right.json”")) == (True, True)
    assert of_right.startswith("A 0.0 → 100.0 (+100.0)")
    assert of_few.startswith("A 100.0 → ")


def test_two_changes_at_once_have_their_f1_together(store: Store, evaluation: Evaluation) -> None:
    scored(store, evaluation.id)
    set_options(store, evaluation.id, EXCLUDED, "left them out")
    revision = store.evaluations.get(evaluation.id).revision
    store.variants.update(evaluation.id, revision, evaluation.variants[0].id, data=loaded(GOLD, "a.json"), by="ann")
    scored(store, evaluation.id)
    (_, together), (_, first) = changes(store, evaluation.id)
    assert first == "together with the change after it"
    assert together.startswith("together with the change before it: A ")


def test_only_the_last_ones_are_listed(store: Store, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 1)
    scored(store, evaluation.id)
    for settings, about in ((EXCLUDED, "left them out"), (COUNTED, "took that back")):
        set_options(store, evaluation.id, settings, about)
        scored(store, evaluation.id)
    assert [what for what, _ in changes(store, evaluation.id)] == ["ann took that back"]
