"""What a job keeps of the errors of a large run is what a page would work out."""

from typing import Any

import numpy as np
import pytest

from evaljson.report.fields.fault_kinds import fault_kinds
from evaljson.report.patterns.find import find_patterns
from evaljson.scoring import record_blocks
from evaljson.store import Store
from evaljson.workspace import errors_found, scored_in_parts, scoring
from evaljson.workspace.errors_found import kept_errors
from evaljson.workspace.scoring import score_due
from evaljson.workspace.stored_runs import read_run
from tests.messy import messy
from tests.workspace.conftest import loaded


def nothing(share: float, message: str) -> None:
    assert 0 <= share <= 1


def scored(store: Store, variants: int = 2) -> Any:
    data = messy(12, 3, seed=4)
    files = {name: loaded(one, f"{name}.json") for name, one in list(data.extracted.items())[:variants]}
    made = store.evaluations.create(
        "messy", by="ann", gold=loaded(data.gold, "g.json", "gold"), variants=files, schema=data.schema
    )
    return score_due(store, made.id, by="ann", tell=nothing)


@pytest.mark.parametrize("in_parts", [False, True], ids=["at once", "in parts"])
def test_what_is_kept_is_what_a_look_at_the_run_finds(
    store: Store, monkeypatch: pytest.MonkeyPatch, in_parts: bool
) -> None:
    monkeypatch.setattr(scoring, "MANY", 1)
    if in_parts:
        monkeypatch.setattr(scored_in_parts, "SLICE_BYTES", 1)
        for module in (scored_in_parts, record_blocks):
            monkeypatch.setattr(module, "RECORDS_PER_BLOCK", 5)
    for stored in scored(store):
        run = read_run(store, stored)
        kept = kept_errors(store, stored.evaluation, stored.id)
        assert kept is not None
        patterns, faults = find_patterns(run), fault_kinds(run)
        found = kept.error_patterns(run)
        assert found.codes.tolist() == patterns.codes.tolist()
        assert np.array_equal(found.f1_lost, patterns.f1_lost)
        assert (kept.faults.codes.tolist(), kept.faults.too_long) == (faults.codes.tolist(), faults.too_long)
        assert (patterns.codes >= 0).any()


def test_of_small_runs_nothing_is_kept(store: Store) -> None:
    (stored,) = scored(store, 1)
    assert kept_errors(store, stored.evaluation, stored.id) is None


def test_codes_of_another_version_are_not_used(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "MANY", 1)
    (stored,) = scored(store, 1)
    monkeypatch.setattr(errors_found, "_MEANING", "another")
    assert kept_errors(store, stored.evaluation, stored.id) is None
