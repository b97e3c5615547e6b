"""Whether someone is asked what pairs the records, and what they can choose from."""

from typing import Any

import pytest

from evaljson.report.records.key_question import key_choices, why_ask

GOLD: list[dict[str, Any]] = [{"id": f"r{i}", "title": f"T{i}", "n": i % 2} for i in range(6)]


def without(key: str, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in record.items() if name != key} for record in records]


def renamed(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**record, "id": f"x{place}"} for place, record in enumerate(records)]


TWICE = [*GOLD[:5], {**GOLD[5], "id": "r2"}]


@pytest.mark.parametrize(
    ("gold", "extracted", "reason"),
    [
        (GOLD, {"A": GOLD}, None),
        (GOLD, {"A": GOLD[:2]}, None),
        (GOLD, {}, None),
        (without("id", GOLD), {"A": without("title", GOLD)}, None),
        (TWICE, {"A": GOLD}, "'id' cannot pair them: records 3 and 6 both have 'r2'"),
        (GOLD, {"A": GOLD, "B": renamed(GOLD)}, "'id' pairs only 0 of 6 records of B"),
        (GOLD, {"A": without("id", GOLD)}, "'id' cannot pair them: 6 of 6 records of A lack it"),
        ([*GOLD, {"title": "T9", "n": 1}], {"A": GOLD}, "'id' cannot pair them: 1 gold record lacks it (record 7)"),
        (without("id", GOLD), {"A": without("id", GOLD)}, "no key is called an id"),
    ],
    ids=[
        "the id pairs all", "the id pairs all that there is", "no variant yet", "no key pairs any, and none is an id",
        "an id twice in gold", "ids of another kind in one variant", "no ids in the variant",
        "no id in one gold record", "only a field pairs",
    ],
)  # fmt: skip
def test_a_field_is_never_the_key_without_a_question(
    gold: list[Any], extracted: dict[str, list[Any]], reason: str | None
) -> None:
    assert why_ask(gold, extracted) == reason


def test_choices_say_how_many_records_pair_and_which_do_not() -> None:
    extracted = [
        {**record, "id": "?", "title": "T9" if place == 1 else record["title"]} for place, record in enumerate(GOLD)
    ]
    (choice,) = key_choices(TWICE, {"A": extracted, "B": [*GOLD[:3], None]})
    assert (choice.key, choice.paired, choice.is_field) == ("title", {"A": 5, "B": 3}, True)
    assert (choice.lone_gold, choice.lone_extracted) == (("'T1'", "'T3'", "'T4'"), ("'T9'",))
    (choice,) = key_choices(GOLD, {"A": renamed(GOLD)[:2]})
    assert (choice.lone_gold, choice.lone_extracted) == (("'T2'", "'T3'", "'T4'"), ())
