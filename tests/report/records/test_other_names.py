"""Keys of gold that variants call otherwise, and which of them pairs without a question."""

from typing import Any

import pytest

from evaljson.report.records.other_names import displaced, keys_of_other_names, name_to_take

GOLD: list[dict[str, Any]] = [{"sku": f"25{i}-00{i}", "n": i % 2} for i in range(6)]
CALLED: list[dict[str, Any]] = [{"code": one["sku"], "n": one["n"]} for one in GOLD][::-1]


def also(records: list[dict[str, Any]], **more: Any) -> list[dict[str, Any]]:
    return [{**record, **{key: value(record) for key, value in more.items()}} for record in records]


def test_a_variant_may_have_the_key_itself() -> None:
    (found,) = keys_of_other_names(GOLD, {"A": CALLED, "B": GOLD[:4]})
    assert (found.title, found.called, found.paired) == ("sku = code", {"A": "code"}, {"A": 6, "B": 4})


@pytest.mark.parametrize(
    ("gold", "extracted", "taken"),
    [
        pytest.param(GOLD, CALLED, "sku", id="it alone pairs all"),
        pytest.param(GOLD, CALLED[:5], None, id="a record would stay unpaired"),
        pytest.param(GOLD, [*CALLED[:5], None], None, id="a record that could not be read"),
        pytest.param(GOLD, GOLD, None, id="it has the name of gold"),
        pytest.param(
            also(GOLD, ean=lambda one: one["sku"][::-1]), also(CALLED, ean=lambda one: one["code"][::-1]), None,
            id="another key pairs all too",
        ),
        pytest.param(
            [{"day": f"2024-01-0{i}"} for i in range(1, 6)], [{"date": f"2024-01-0{i}"} for i in range(1, 6)], None,
            id="dates",
        ),
        pytest.param([{"rank": i} for i in range(6)], [{"place": i} for i in range(6)], None, id="numbers"),
        pytest.param(
            also(GOLD, id=lambda one: one["sku"][:2] + one["sku"][-1]), CALLED, None, id="gold has a key called an id"
        ),
    ],
)  # fmt: skip
def test_a_key_of_another_name_pairs_without_a_question_only_where_it_alone_pairs_all_like_an_id(
    gold: list[Any], extracted: list[Any], taken: str | None
) -> None:
    found = name_to_take(gold, {"A": extracted})
    assert (found and found.key) == taken


def test_pairs_by_position_with_other_ids_are_counted() -> None:
    assert displaced(GOLD, [CALLED[5], None, *CALLED[:2]], "sku", "code") == 2
