"""A form of dates that one variant uses is seen beside the errors of others, which say nothing of it."""

import pytest

from evaljson.suggest import suggest
from tests.suggest.made import Values, kinds, of_kind, records, suggested


def test_one_form_of_dates_among_the_slips_of_others_is_suggested() -> None:
    written: Values = [(f"2024-03-{day}", f"{day}.03.2024") for day in range(13, 25)]
    slips: Values = [(f"2024-04-{day}", f"x{day}-2024") for day in range(10, 30)]
    assert of_kind(suggested([*written, *slips]), "date").evidence
    others: Values = [(gold, "29.12.2021") for gold, _ in written[2:]]
    assert "date" not in [one.kind for one in suggested([*written[:2], *others, *slips]).proposed]


@pytest.mark.parametrize("wrong", ["2024-{day}-04", "2023-05-{day}"], ids=["day and month swapped", "another day"])
def test_wrong_dates_in_the_form_of_gold_say_nothing_of_the_form_of_others(wrong: str) -> None:
    written: Values = [(f"2024-03-{day:02}", f"{day:02}/03/2024") for day in range(13, 17)]
    slips: Values = [(f"2024-04-{day}", wrong.format(day=day)) for day in range(13, 30)]
    assert "4 of 21 mismatches are the same dates" in of_kind(suggested([*written, *slips]), "date").sentence


@pytest.mark.parametrize("slips", [0, 1, 7])
def test_the_form_of_one_variant_is_seen_beside_variants_with_other_dates(slips: int) -> None:
    days = [f"2024-03-{day}" for day in range(13, 31)]
    turned = ["{2}/{1}/{0}".format(*day.split("-")) for day in days]
    turned[:slips] = ["01/01/2021"] * slips
    off = [f"2024-04-{day[-2:]}" for day in days]
    extracted = {"turned": records(turned), "april": records(off), "may": records([f"{day}?" for day in days])}
    schema = {"type": "object", "x-eval-id": "id", "properties": {"field": {"type": "string"}}}
    found = suggest(records(days), extracted, schema)
    assert ("date" in kinds(found)) is (slips < 2)
