"""Suggestions that were found under a schema with others already in it are applied on top of these."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.suggest import Suggestion, apply, suggest
from evaljson.suggest.edit import Edit
from evaljson.workspace.suggestion_chain import Chain, begun

COURTS = ["Linden", "Garten", "Berg", "Wald"]
OTHER = {"Linden": "Hain", "Garten": "Park"}
GOLD = [{"id": str(at), "court": COURTS[at % 4], "day": f"2024-03-{at % 28 + 1:02}"} for at in range(48)]
EXTRACTED = [
    {
        "id": one["id"],
        "court": OTHER[one["court"]] if at % 3 == 0 and one["court"] in OTHER else one["court"].upper(),
        "day": f"{at % 28 + 1} March 2024" if at % 2 else one["day"],
    }
    for at, one in enumerate(GOLD)
]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"court": {"type": "string"}, "day": {"type": "string"}},
}


def found(schema: dict[str, Any], kind: str) -> Suggestion:
    return next(one for one in suggest(GOLD, {"a": EXTRACTED}, schema) if one.kind == kind)


def court(schema: Any) -> list[Any]:
    transforms: list[Any] = schema["properties"]["court"].get("x-eval-transform", [])
    return [next(iter(one)) if isinstance(one, dict) else one for one in transforms]


@pytest.fixture
def chain() -> Chain:
    """Lowercase was taken, and then synonyms that were found under it."""
    first = begun(SCHEMA).with_more(SCHEMA, [found(SCHEMA, "case")], on_top=True)
    later = found(dict(first.last), "synonyms")
    return first.with_more(first.last, [later], on_top=True)


def test_what_was_found_later_does_what_it_promised(chain: Chain) -> None:
    under = begun(SCHEMA).with_more(SCHEMA, chain.taken[:1]).last
    assert court(chain.last) == ["lowercase", "map_values"]
    assert chain.last == apply(under, [chain.taken[1]])


def test_what_was_found_together_keeps_its_order() -> None:
    together = [found(SCHEMA, "synonyms"), found(SCHEMA, "case")]
    for taken in (together, together[::-1]):
        assert court(begun(SCHEMA).with_more(SCHEMA, taken).last) == ["map_values", "lowercase"]


def test_a_version_that_comes_back_has_no_edits_of_its_own(chain: Chain) -> None:
    back = begun(SCHEMA).with_more(SCHEMA, chain.taken[:1]).last
    dates = found(dict(back), "date")
    after = chain.with_more(back, [dates], on_top=True)
    assert (after.taken, after.without) == ((chain.taken[0], dates), SCHEMA)
    assert after.less(after.last, dates).last == back


def test_what_was_taken_out_is_there_again_once_its_version_comes_back(chain: Chain) -> None:
    before, dates = chain.last, found(dict(chain.last), "date")
    first = chain.less(before, chain.taken[1])
    both = first.less(first.last, chain.taken[0])
    assert both.taken == ()
    assert both.still_applied(first.last) == chain.taken[:1]
    back = Chain.of(both.as_json())
    assert back.still_applied(before) == chain.taken
    assert back.less(before, chain.taken[0]).still_applied(before) == chain.taken
    after = back.with_more(before, [dates], on_top=True)
    assert after.taken == (*chain.taken, dates)
    assert after.less(after.last, dates).last == before
    assert after.less_all(after.last).last == SCHEMA


def test_what_came_back_is_there_after_an_edit_by_hand_too_and_goes_without_that(chain: Chain) -> None:
    less = chain.less(chain.last, chain.taken[1])
    by_hand = {**chain.last, "title": "By hand"}
    assert less.still_applied(by_hand) == chain.taken
    assert less.less(by_hand, chain.taken[1]).last == {**less.last, "title": "By hand"}
    assert less.less_all(by_hand).last == {**SCHEMA, "title": "By hand"}


def test_what_was_found_on_top_of_one_goes_with_it_and_comes_back_with_its_version(chain: Chain) -> None:
    dates = found(dict(chain.last), "date")
    more = chain.with_more(chain.last, [dates], on_top=True)
    less = more.less(more.last, chain.taken[0])
    assert less.taken == (dates,), "the table of lower-case words would do nothing"
    assert more.goes_with(more.last, chain.taken[0]) == (chain.taken[1],)
    assert court(less.last) == []
    assert less.still_applied(more.last) == more.taken
    again = found(dict(less.last), "case")
    assert court(less.with_more(less.last, [again], on_top=True).last) == ["lowercase"]


def test_what_rewrites_texts_too_stays_where_what_it_was_found_under_is_taken_out() -> None:
    names = ["José Linden", "Ana Muñoz", "Zoë Berg", "Li Na"]
    gold = [{"id": str(at), "name": names[at % 4]} for at in range(48)]
    plain = {"é": "e", "ñ": "n", "ë": "e"}
    read = [{**one, "name": "".join(plain.get(c, c) for c in one["name"])} for one in gold]
    read = [{**one, "name": one["name"].upper()} if at % 3 else one for at, one in enumerate(read)]
    schema = {**SCHEMA, "properties": {"name": {"type": "string"}}}

    def suggested(now: Any, kind: str) -> Suggestion:
        return next(one for one in suggest(gold, {"a": read}, now) if one.kind == kind)

    case = suggested(schema, "case")
    first = begun(schema).with_more(schema, [case], on_top=True)
    accents = suggested(first.last, "accents")
    both = first.with_more(first.last, [accents], on_top=True)
    assert both.goes_with(both.last, case) == ()
    less = both.less(both.last, case)
    assert less.taken == (accents,)
    assert less.last == apply(schema, [accents])


EDITS: list[Any] = [["strip"], ["lowercase", "strip"], []]


@pytest.mark.parametrize("transforms", EDITS, ids=["other ones", "one kept", "none"])
def test_an_edit_of_what_was_taken_stops_no_other_suggestion(chain: Chain, transforms: list[Any]) -> None:
    dates = found(SCHEMA, "date")
    with_dates = chain.with_more(chain.last, [dates], on_top=True)
    by_hand = edited_by_hand(with_dates.last, transforms)
    assert with_dates.less(by_hand, dates).last == edited_by_hand(chain.last, transforms)
    without = edited_by_hand(chain.last, transforms)
    more = chain.with_more(without, [dates], on_top=True)
    assert more.last == apply(without, [dates])
    assert dates in more.still_applied(more.last)
    assert more.less(more.last, dates).last == without


def test_an_edit_of_one_setting_leaves_suggestions_that_set_others_of_the_field_to_be_taken_out() -> None:
    dates = found(SCHEMA, "date")
    nulls = replace(dates, id="nulls", kind="nulls", edit=Edit("day", absent=(None,)), settings={})
    chain = begun(SCHEMA).with_more(SCHEMA, [dates, nulls])
    by_hand = deepcopy(dict(chain.last))
    by_hand["properties"]["day"]["x-eval-nulls"] = {"absent": [None, ""]}
    kept = chain.with_edited_kept(by_hand)
    assert kept.still_applied(by_hand) == (dates,)
    assert kept.edited_by(by_hand) == (nulls,)
    assert chain.less(by_hand, dates).last["properties"]["day"] == {
        **SCHEMA["properties"]["day"], "x-eval-nulls": {"absent": [None, ""]},
    }  # fmt: skip


def test_what_was_edited_since_is_named_where_it_is_to_be_taken_out(chain: Chain) -> None:
    by_hand = edited_by_hand(chain.last, ["lowercase", "strip"])
    assert chain.taken[0] in chain.still_applied(by_hand)
    with pytest.raises(InputError, match="was edited after the suggestion was taken"):
        chain.less(by_hand, chain.taken[0])


def test_the_field_that_was_edited_is_named_not_another_one() -> None:
    both = [found(SCHEMA, "case"), found(SCHEMA, "date")]
    chain = begun(SCHEMA).with_more(SCHEMA, both)
    by_hand = edited_by_hand(chain.last, ["lowercase", "strip"])
    by_hand["properties"]["day"] = {**by_hand["properties"]["day"], "x-eval-compare": {"date": {"day_first": True}}}
    for one in both:
        with pytest.raises(InputError, match="edited after") as refused:
            chain.less(by_hand, one)
        assert refused.value.path == one.path


@pytest.mark.parametrize("transforms", EDITS[:2], ids=["other ones", "one kept"])
def test_what_was_edited_since_is_still_known_after_others_were_taken(chain: Chain, transforms: list[Any]) -> None:
    by_hand = edited_by_hand(chain.last, transforms)
    gone = {"case", "synonyms"} if "lowercase" not in transforms else {"synonyms"}
    assert {one.kind for one in chain.edited_by(by_hand)} == gone
    after = Chain.of(chain.with_more(by_hand, [found(SCHEMA, "date")], on_top=True).as_json())
    assert {one.kind for one in after.edited_by(after.last)} == {"case", "synonyms"}
    assert [one.kind for one in after.still_applied(after.last)] == ["date"]
    again = after.with_more(after.last, [chain.taken[0]], on_top=True)
    assert [one.kind for one in again.edited_by(again.last)] == ["synonyms"], "it is taken again"


def test_what_was_edited_since_is_still_known_where_another_was_taken_out_and_came_back() -> None:
    case, dates = found(SCHEMA, "case"), found(SCHEMA, "date")
    both = begun(SCHEMA).with_more(SCHEMA, [case, dates])
    less = both.less(both.last, dates)
    by_hand = edited_by_hand(both.last, ["strip"])
    assert less.edited_by(by_hand) == (case,)
    after = less.less(by_hand, dates)
    assert after.last == edited_by_hand(SCHEMA, ["strip"])
    assert after.edited_by(after.last) == (case,)
    assert after.with_more(by_hand, [dates]).edited_by(by_hand) == (case,), "the version before it came back"


def test_a_field_that_is_as_before_has_no_suggestion_that_was_edited(chain: Chain) -> None:
    assert chain.edited_by(chain.last) == ()
    assert chain.edited_by(SCHEMA) == (), "an earlier version came back"
    under = begun(SCHEMA).with_more(SCHEMA, chain.taken[:1]).last
    assert chain.edited_by(under) == (), "one of the two is gone, and the other as it was taken"
    edited = chain.with_more(edited_by_hand(chain.last, ["strip"]), [found(SCHEMA, "date")], on_top=True)
    assert edited.edited_by(SCHEMA) == ()
    assert edited.edited_by({"type": "object", "properties": {"day": {"type": "string"}}}) == (), "it has no such field"


def edited_by_hand(schema: Any, transforms: list[Any]) -> dict[str, Any]:
    node = {**schema["properties"]["court"], "x-eval-transform": transforms}
    return {**schema, "properties": {**schema["properties"], "court": node}}


def test_a_chain_goes_through_the_store_as_it_is(chain: Chain) -> None:
    assert Chain.of(chain.as_json()) == chain
    old = {key: value for key, value in chain.as_json().items() if key != "layers"}
    assert [layer for _, layer in Chain.of(old).layered] == [0, 0]
