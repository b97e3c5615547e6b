"""What people name, by id or by name."""

import pytest

from evaljson.base.errors import InputError
from evaljson.store import Store
from evaljson.workspace.find import find_evaluation
from tests.workspace.conftest import loaded


def test_evaluations_of_one_name_are_told_apart_by_size_and_time(store: Store) -> None:
    small = store.evaluations.create("claims", by="ann", gold=loaded([{"id": "a"}], "gold.json", "gold"))
    large = store.evaluations.create(
        "claims", by="ann", variants={"A": loaded([], "e.json"), "B": loaded([], "e.json")}
    )
    assert find_evaluation(store, small.id).id == small.id
    with pytest.raises(InputError, match="2 evaluations are named 'claims': pass the id of one: ") as caught:
        find_evaluation(store, "claims")
    assert f"{small.id} (1 record × 0 variants, changed " in str(caught.value)
    assert f"{large.id} (no gold × 2 variants, changed " in str(caught.value)
