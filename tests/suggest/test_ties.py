"""Which suggestion is made at exactly a bound: as much as needed, half of the best, as good as the best."""

from typing import Any

import pytest

from evaljson.comparators.base import ComparatorResult
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.status import MISMATCH, NAMES
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds import array_alignment, read_kinds, readings
from evaljson.suggest.kinds.array_alignment import ProposedAlignment
from evaljson.suggest.model import Effect, Score, Settled, VariantEffect
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field, Gold, WrongPair, fields_of

LIST = {"type": "object", "properties": {"list": {"type": "array", "items": {"type": "string"}}}}
TEXT = {"type": "object", "properties": {"field": {"type": "string"}}}
WRONG = 100
"""Wrong results of an array, of which a tenth must become right."""


def effect(gain: float) -> Effect:
    """Return an effect that raises F1 of the only variant from 0 by so much."""
    before, after = Score(0.0, 0.0, 0.0), Score(gain, gain, gain)
    settled = Settled(round(1000 * gain), round(1000 * gain), 1)
    return Effect({"a": VariantEffect(before, after, before, after, 1, 0)}, ("a",), ("a",), True, settled)


def way_of(kind: str, gain: float) -> ProposedAlignment:
    proposal = Proposal(kind, Edit("list"), "", "", (), WRONG, "low", "")
    return ProposedAlignment(proposal, effect(gain), (), 1, 1)


@pytest.mark.parametrize(
    ("of_key", "first"), [(0.95, "key"), (0.951, "key"), (0.949, "hungarian"), (0.945, "hungarian"), (1.0, "key")]
)
def test_a_key_that_is_exactly_as_good_as_asked_comes_before_content(of_key: float, first: str) -> None:
    ways = [way_of("hungarian", 1.0), way_of("key", of_key)]
    assert max(ways, key=array_alignment._rank(ways)).proposal.kind == first


def gains(gained: int, gain: float = 0.5, right: int | None = None) -> array_alignment._Gains:
    """Return what a way brings; `right` are the results that are wrong before, if not as many as it gains."""
    return array_alignment._Gains(effect(gain), gained, (), gained if right is None else right, 1, 0, {})


@pytest.mark.parametrize(
    ("as_it_is", "loosely", "gained"),
    [
        pytest.param(gains(10), None, 10, id="exactly what is needed"),
        pytest.param(gains(9), None, None, id="one less"),
        pytest.param(gains(10, gain=0.0), None, None, id="without a gain"),
        pytest.param(gains(10, gain=0.0), (gains(5), gains(30)), 10, id="a gain only where writing does not count"),
        pytest.param(gains(10), (gains(5), gains(30)), 10, id="enough as it is, though more are found loosely"),
        pytest.param(gains(9), (gains(0), gains(11)), None, id="two more are found loosely"),
        pytest.param(gains(8), (gains(1), gains(11, right=10)), 10, id="three more are found loosely"),
        pytest.param(gains(8), (gains(2), gains(11)), None, id="three more, of which two are right without pairing"),
    ],
)
def test_a_pairing_is_proposed_from_what_it_makes_right(as_it_is: Any, loosely: Any, gained: int | None) -> None:
    array = fields_of(parse_eval_schema(LIST))["list"]
    way = array_alignment._Way(array, "hungarian", {"match_by": "hungarian"})
    proposed = array_alignment._proposed(way, as_it_is, loosely, WRONG)
    assert (None if proposed is None else proposed.gained) == gained


def mismatches(count: int) -> Field:
    """Return a field with so many different mismatches, one result each."""
    field = fields_of(parse_eval_schema(TEXT))["field"]
    for number in range(count):
        gold, extracted = f"gold {number}", f"extracted {number}"
        field.gold[number] = Gold(gold, gold)
        field.pairs[number] = pair = WrongPair(gold, extracted, gold, extracted, NAMES[MISMATCH])
        pair.by["a"] += 1
        pair.records.add(number)
    return field


@pytest.mark.parametrize(("of_rival", "expected"), [(4, ["date", "amount"]), (3, ["date"]), (2, ["date"])])
def test_a_rival_explains_more_than_half_as_much_as_the_best(
    of_rival: int, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rival explains other results, so that only their number decides."""
    explained = {"date": range(6), "amount": range(6, 6 + of_rival)}

    def ask(name: str, gold: Any, extracted: str, params: Any) -> ComparatorResult:
        return ComparatorResult(float(int(extracted.split()[1]) in explained[name]))

    made = [read_kinds.Reading(kind, ({},), lambda value, params: True, "values") for kind in explained]
    monkeypatch.setattr(readings, "READINGS", made)
    monkeypatch.setattr(readings, "ask", ask)
    assert [proposal.kind for proposal in readings.read_alike(mismatches(12))] == expected
