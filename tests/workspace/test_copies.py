"""Copies in gold: the same values under another id; left out, they are in no figure of that gold."""

from typing import Any

import pytest

from evaljson.leaks.copies import copies_in
from evaljson.load import read_records
from evaljson.load.missing_policy import MissingPolicy
from evaljson.store import Store
from evaljson.workspace.floors import floors_key
from evaljson.workspace.outcome import score
from evaljson.workspace.scoring_options import leave_out, policy_json, policy_of, with_policy
from tests.ui.conftest import loaded

SCHEMA: dict[str, Any] = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}

MANY: list[Any] = [{"id": n, "a": f"INV-{n * 7919:06}", "b": f"Harbour Mill {n}", "c": "EUR"} for n in range(12)]


@pytest.mark.parametrize(
    ("records", "copies"),
    [
        ([*MANY, {**MANY[2], "id": "copy"}, {**MANY[2], "id": "another"}], {12: 2, 13: 2}),
        ([*MANY, {**MANY[2], "id": "copy", "b": "other"}], {}),
        ([{"id": n, "a": "EUR"} for n in range(12)], {}),
        ([*MANY, *({"id": f"e{n}", "a": "Friends of the Old Harbour Mill Committee"} for n in range(2))], {}),
        ([{"id": 1, "a": 1}, {"id": 2, "a": True}, {"id": 3, "a": 1.0}, {"id": 4, "a": "1"}], {}),
        ([{"id": 1, "a": None}, {"id": 2}], {}),
        ([{"id": 1}, {"id": 2}, None], {}),
    ],
    ids=[
        "the same",
        "nearly the same",
        "what all have",
        "a single value",
        "other types",
        "null and absent",
        "nothing in them",
    ],
)
def test_a_copy_has_strictly_the_same_values_and_they_are_not_what_many_have(
    records: list[Any], copies: dict[int, int]
) -> None:
    assert copies_in(records, "id") == copies


@pytest.mark.parametrize("id_key", ["id", None])
def test_what_is_left_out_is_in_no_figure_whatever_pairs_the_records(id_key: str | None) -> None:
    gold = loaded([{"id": "x", "a": "1"}, {"id": "y", "a": "1"}], "gold.json")
    extracted = loaded([{"id": "x", "a": "1"}, {"id": "y", "a": "2"}], "one.json", "extracted")
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "id": {"type": "string"}}}
    if id_key is None:
        del schema["x-eval-id"]
    run = score(gold, extracted, schema, MissingPolicy(without=(1,)))
    assert (getattr(run, "mean_f1", None), getattr(run, "total_records", None)) == (1.0, 1)


def test_it_holds_for_the_gold_that_was_looked_at_and_other_choices_leave_it(store: Store) -> None:
    gold = loaded([{"id": "x", "a": "1"}, {"id": "y", "a": "1"}], "gold.json")
    made = store.evaluations.create("copies", by="test", schema=SCHEMA, message="m", gold=gold)
    changed = leave_out(store, made.id, made.revision, [1], by="test")
    policy = policy_of(changed.settings, changed.gold)
    assert (policy.without, policy_json(policy)["without"]) == ((1,), [1])
    assert floors_key(changed, SCHEMA) != floors_key(made, SCHEMA)
    kept = with_policy(changed.settings, MissingPolicy(missing_records="exclude"))
    assert policy_of(kept, changed.gold) == MissingPolicy(missing_records="exclude", without=(1,))
    other = read_records(b'[{"id": "x", "a": "2"}]', kind="gold", id_field="id", name="gold.json")
    replaced = store.evaluations.set_gold(changed.id, changed.revision, other, by="test")
    assert policy_of(replaced.settings, replaced.gold) == MissingPolicy()
