"""The same word for another one each time is offered as a synonym, and a slip of a letter is not."""

from __future__ import annotations

import pytest

from evaljson.suggest import apply
from tests.suggest.made import Values, kinds, of_kind, suggested, with_right

NUMBERS = range(200, 230)


def every(gold: str, extracted: str) -> Values:
    return [(gold.format(number), extracted.format(number)) for number in NUMBERS]


@pytest.mark.parametrize(
    ("values", "is_offered"),
    [
        (every("seeds per m\u00b2", "seeds/m2"), True),
        (every("{} seeds per m\u00b2", "{} seeds/m2"), True),
        (every("{} boxes", "{} cajas"), True),
        (every("GS{}", "BBCH {}"), True),
        (every("Room {}", "Zimmer {}"), True),
        (every("over {}", "about {}"), False),
        (every("min. depth {}", "max. depth {}"), False),
        (every("T {}", "Temp -{}"), False),
        (every("USD", "EUR"), False),
        (every("USD {}", "EUR {}"), False),
        (every("{} USD", "{} EUR"), False),
        ([*every("GS{}", "BBCH {}"), *every("ZS{}", "BBCH {}")], False),
        (every("A{}", "B{}"), False),
        (every("Room A{}", "Room B{}"), False),
        (every("GS12", "BBCH 12"), False),
        (every("m2", "m3"), False),
    ],
)
def test_another_word_each_time_is_a_synonym_to_look_at(values: Values, is_offered: bool) -> None:
    found = suggested(values)
    assert ("synonyms" in kinds(found)) is is_offered
    assert found.for_all == (), "synonyms need a look"
    if is_offered:
        one = of_kind(found, "synonyms")
        assert one.risk.level == "medium"
        assert one.effect is not None
        assert one.effect.variants["a"].after.f1 == 1.0
        assert not suggested(values, **apply(found.schema, [one])["properties"]["field"])


SLIPS = [("Winter wheat", "Winter whaet"), ("Barley", "Barly"), ("Rapeseed", "Rapesed")]


@pytest.mark.parametrize(
    ("values", "right", "named"),
    [
        (SLIPS * 3, 8, set()),
        ([("Barley", "Barly")] * 3 + SLIPS, 8, set()),
        (SLIPS[:1] * 3, 8, {"Winter whaet"}),
        ([("colour", "color"), ("grey", "gray"), ("flavour", "flavor")] * 4, 0, {"color", "gray", "flavor"}),
        (SLIPS * 3 + [("Barley", "orge")] * 3, 8, {"orge"}),
    ],
    ids=["many slips", "one of them often", "one pair alone", "another spelling, always", "a name beside slips"],
)
def test_one_of_many_slips_is_no_synonym_unless_it_is_what_a_variant_mostly_writes(
    values: Values, right: int, named: set[str]
) -> None:
    found = suggested(with_right(values, [gold for gold, _ in SLIPS] * right))
    tables = [one.edit.transforms[0]["map_values"]["values"] for one in found if one.kind == "synonyms"]
    assert {text for table in tables for text in table} == named
