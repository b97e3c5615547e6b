"""Whether someone is asked what pairs the records, and what they can choose from."""

from typing import Any

import pytest

from evaljson.load.set_aside import with_set_aside
from evaljson.report.records.id_keys import likely_id
from evaljson.report.records.key_question import key_choices, stands_out, why_ask
from evaljson.workspace.drafts import DataDraft
from tests.ui.conftest import loaded

GOLD: list[dict[str, Any]] = [{"id": f"r{i}", "title": f"T {i}", "n": i % 2} for i in range(6)]


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
        ([*GOLD, {"title": "T 9", "n": 1}], {"A": GOLD}, "'id' cannot pair them: 1 gold record lacks it (record 7)"),
        (without("id", GOLD), {"A": without("id", GOLD)}, "No key is called an id"),
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
        {**record, "id": "?", "title": "T 9" if place == 1 else record["title"]} for place, record in enumerate(GOLD)
    ]
    (choice,) = key_choices(TWICE, {"A": extracted, "B": [*GOLD[:3], None]})
    assert (choice.key, choice.paired, choice.is_field) == ("title", {"A": 5, "B": 3}, True)
    assert (choice.lone_gold, choice.lone_extracted) == ("'T 1', 'T 3', 'T 4' and 1 more", "'T 9'")
    (choice,) = key_choices(GOLD, {"A": renamed(GOLD)[:2]})
    assert (choice.lone_gold, choice.lone_extracted) == ("'T 2', 'T 3', 'T 4' and 1 more", "")


CODED: list[dict[str, Any]] = [{"source": f"scan-{i}.pdf", "title": f"Title {i}", "total": 10 + i} for i in range(8)]


def also(records: list[dict[str, Any]], **more: Any) -> list[dict[str, Any]]:
    """The records with more keys; a callable gives the value by the place of the record."""
    return [{**one, **{key: value(at) for key, value in more.items()}} for at, one in enumerate(records)]


@pytest.mark.parametrize(
    ("gold", "extracted", "is_asked"),
    [
        pytest.param(CODED, {"A": CODED, "B": CODED[::-1]}, False, id="one pairs all, and its values look like ids"),
        pytest.param(CODED, {"A": CODED, "B": CODED[:7]}, True, id="a record would stay unpaired"),
        pytest.param(CODED, {"A": [*CODED[:7], None]}, True, id="a record that could not be read"),
        pytest.param(CODED, {"A": [*CODED[:7], {**CODED[7], "source": "scan-9.pdf"}]}, True, id="one value is another"),
        pytest.param(
            also(CODED, code=lambda at: f"c{at}"), {"A": also(CODED, code=lambda at: f"c{at}")}, True, id="two look so"
        ),
        pytest.param(without("source", CODED), {"A": without("source", CODED)}, True, id="only words and amounts"),
        pytest.param(
            also(CODED, customer_id=lambda at: at % 2), {"A": also(CODED, customer_id=lambda at: at % 2)}, False,
            id="an id of something else, that half of the records share",
        ),
        pytest.param(
            also(CODED, id=lambda at: min(at, 6)), {"A": also(CODED, id=lambda at: min(at, 6))}, True,
            id="an id that two records share",
        ),
        pytest.param(
            also(CODED, id=str), {"A": also(CODED, id=lambda at: f"x{at}")}, True, id="an id that pairs none"
        ),
    ],
)  # fmt: skip
def test_a_key_is_taken_without_a_question_where_it_alone_pairs_all_by_values_like_ids(
    gold: list[Any], extracted: dict[str, list[Any]], is_asked: bool
) -> None:
    assert (why_ask(gold, extracted) is not None) == is_asked
    if not is_asked:
        assert likely_id(gold, list(extracted.values())) == "source"


def test_of_keys_that_pair_all_the_one_whose_values_look_like_ids_is_taken() -> None:
    titled_first = [{"title": one["title"], **one} for one in CODED]
    assert likely_id(titled_first, [titled_first]) == "source"


def test_records_are_numbered_as_in_their_file_where_some_were_left_out() -> None:
    gold = [{"id": "a"}, {"id": "b"}, {"id": "b"}]
    assert why_ask(gold, {"one": gold}, [0, 2, 4]) == "'id' cannot pair them: records 3 and 5 both have 'b'"
    assert why_ask(gold, {"one": gold}) == "'id' cannot pair them: records 2 and 3 both have 'b'"


def test_the_question_of_a_draft_numbers_records_as_in_the_file() -> None:
    gold = with_set_aside(loaded([{"x": 1}, {"id": "a"}, {"id": "b"}, {"id": "b"}], "gold.json"), [0])
    draft = DataDraft(gold=gold, variants={"one": loaded([{"id": "a"}, {"id": "b"}], "one.json", "extracted")})
    assert "records 3 and 4 both have 'b'" in str(draft.question())


CLAIMS: list[Any] = [{"claim": f"c{i}", "plate": f"p{i % 30}", "city": "Bonn" if i % 2 else "Ulm"} for i in range(40)]
PLATED = [{**one, "plate": f"p{at}"} for at, one in enumerate(CLAIMS)]


def renamed_claims(records: list[Any]) -> list[Any]:
    return [{**one, "claim": f"x{at}"} for at, one in enumerate(records)]


@pytest.mark.parametrize(
    ("gold", "extracted", "key"),
    [
        (CLAIMS, {"A": CLAIMS, "B": CLAIMS[:30]}, "claim"),
        (CLAIMS, {"A": [*CLAIMS[:37], *renamed_claims(CLAIMS[37:])], "B": [*CLAIMS[:36], None]}, "claim"),
        (CLAIMS, {"A": [*CLAIMS[:20], *renamed_claims(CLAIMS[20:])]}, None),
        (PLATED, {"A": PLATED}, None),
    ],
    ids=["some records lacking", "a few values wrong", "half of them wrong", "two keys do"],
)
def test_one_key_stands_out_where_it_alone_pairs_nearly_all(
    gold: list[Any], extracted: dict[str, list[Any]], key: str | None
) -> None:
    only = stands_out(key_choices(gold, extracted), gold, extracted)
    assert (None if only is None else only.key) == key
