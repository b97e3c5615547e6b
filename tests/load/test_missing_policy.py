"""What happens with gold records that have no extracted record, as one value."""

import json
from typing import Any

import pytest

import evaljson
from evaljson.load import read_records, unreadable_ids
from evaljson.load.missing_policy import MissingPolicy

GOLD: list[dict[str, Any]] = [{"id": "r0", "a": "x"}, {"id": "r1", "a": "y"}, {"id": "r2", "a": "z"}]
SCHEMA = {"type": "object", "properties": {"id": {"type": "string"}, "a": {"type": "string"}}, "x-eval-id": "id"}
TEXT = json.dumps({"id": "r0", "a": "x"}) + "\n" + '{"id": "r1", "a": ' + "\n"
EXTRACTED = read_records(TEXT.encode(), name="e.jsonl", kind="extracted", id_field="id", repair=False)


@pytest.mark.parametrize(
    ("policy", "scored", "left_out"),
    [
        (MissingPolicy(), 3, ()),
        (MissingPolicy(unreadable="exclude"), 2, ("r1",)),
        (MissingPolicy("exclude"), 1, ()),
        (MissingPolicy("exclude", "exclude"), 1, ("r1",)),
        (MissingPolicy("omit", "exclude", ("r0",)), 1, ("r0", "r1")),
    ],
)
def test_it_gives_evaluate_the_same_choices(policy: MissingPolicy, scored: int, left_out: tuple[str, ...]) -> None:
    own = policy.for_variant(GOLD, EXTRACTED, "id")
    run = evaljson.evaluate(GOLD, EXTRACTED.records, SCHEMA, **own.arguments())
    assert (run.total_records, run.left_out) == (scored, left_out)
    assert own == policy.with_unreadable(unreadable_ids(GOLD, EXTRACTED, "id"))


@pytest.mark.parametrize("name", ["missing_records", "unreadable"])
def test_other_choices_are_refused(name: str) -> None:
    with pytest.raises(evaljson.InputError, match=f'{name} is "omit" or "exclude", not \'skip\''):
        MissingPolicy(**{name: "skip"})  # type: ignore[arg-type]
