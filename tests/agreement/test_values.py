"""Values and answers that people gave, such as in a review."""

from typing import Any

import pytest

from evaljson import InputError
from evaljson.agreement import agreement_of_answers, agreement_of_values
from evaljson.base.jsontypes import ABSENT
from evaljson.stats import cohens_kappa, fleiss_kappa, gwet_ac1, krippendorff_alpha, ratings_of
from tests.oracle import agreement as oracle

NUMBER = {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"abs": 1}}}}
UNITS: list[dict[str, Any]] = [
    {"anna": 1, "ben": 2, "cleo": 9}, {"anna": 5, "ben": 5}, {"ben": 3, "cleo": ABSENT}, {"anna": 7},
] * 6  # fmt: skip
ANSWERS = [{"anna": "gold", "ben": "gold"}, {"anna": "both", "ben": "gold"}, {"anna": "both", "ben": "both"}] * 8


def test_values_are_compared_by_the_rule_of_their_field() -> None:
    found = agreement_of_values(UNITS, NUMBER)
    said = [[value for value in unit.values() if value is not ABSENT] for unit in UNITS]
    expected = oracle.alpha(said, lambda a, b: float(abs(a - b) > 1))
    assert found.value is not None
    assert found.value.alpha is not None
    assert found.value.alpha.value == pytest.approx(expected)
    assert found.value.doubles == 12
    there = oracle.alpha([[value is not ABSENT for value in unit.values()] for unit in UNITS], lambda a, b: a != b)
    assert found.presence is not None
    assert found.presence.alpha is not None
    assert found.presence.alpha.value == pytest.approx(there)


def test_values_of_one_record_are_left_out_together() -> None:
    by_record = agreement_of_values(UNITS, NUMBER, [at % 12 for at in range(24)]).value
    alone = agreement_of_values(UNITS, NUMBER).value
    assert by_record is not None
    assert alone is not None
    assert by_record.alpha is not None
    assert alone.alpha is not None
    assert by_record.alpha.value == alone.alpha.value
    assert (by_record.alpha.groups, by_record.records, alone.alpha.groups) == (6, 6, 12)


def test_answers_have_all_coefficients_that_are_defined() -> None:
    found = agreement_of_answers(ANSWERS, ["gold", "both", "unsure"])
    ratings = ratings_of([list(unit.values()) for unit in ANSWERS])
    assert found.alpha == krippendorff_alpha(ratings)
    assert found.fleiss == fleiss_kappa(ratings)
    assert found.ac1 == gwet_ac1(ratings, categories=3)
    assert found.cohen == cohens_kappa([[8, 0], [8, 8]])
    assert (found.people, found.units, found.doubles) == (("anna", "ben"), 24, 24)
    assert found.share == pytest.approx(2 / 3)


def test_gaps_leave_alpha_and_ac1_and_few_doubles_only_counts() -> None:
    gaps = agreement_of_answers([*ANSWERS, {"anna": "gold", "ben": "gold", "cleo": "both"}, {"cleo": "gold"}])
    assert gaps.alpha is not None
    assert gaps.ac1 is not None
    assert (gaps.fleiss, gaps.cohen, gaps.units, gaps.doubles) == (None, None, 26, 25)
    few = agreement_of_answers(ANSWERS[:9])
    assert (few.doubles, few.share, few.alpha, few.ac1, few.cohen) == (9, None, None, None, None)


def test_cohen_knows_who_answered_whatever_the_order_of_names() -> None:
    turned = [dict(reversed(unit.items())) if at % 2 else unit for at, unit in enumerate(ANSWERS)]
    assert agreement_of_answers(turned).cohen == agreement_of_answers(ANSWERS).cohen


@pytest.mark.parametrize(
    ("units", "field", "message"),
    [
        ([{"anna": 1}] * 12, NUMBER, "two annotators or more"),
        ([{"anna": {}, "ben": {}}], {"type": "object", "properties": {"a": {"type": "string"}}}, "use agreement for"),
    ],
)
def test_what_makes_no_sense_is_refused(units: Any, field: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        agreement_of_values(units, field)
