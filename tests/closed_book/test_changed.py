"""Changed documents: a model that reads brings the new value, one that remembers the old one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.closed_book import ChangedDocuments, changed_documents, changed_documents_cost
from evaljson.closed_book.changes import changes_of
from evaljson.judge import Judge
from evaljson.schema.parse.parse import parse_eval_schema
from tests.closed_book.endpoint import answers
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "number": {"type": "string"},
        "total": {"type": "number"},
        "paid": {"type": "boolean"},
        "items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
    },
}
GOLD = [
    {
        "id": at, "number": f"INV-{7000 + 13 * at}", "total": round(1234.5 + 101 * at, 2), "paid": at % 2 == 0,
        "items": [{"sku": f"sku{at}a"}, {"sku": f"sku{at}b"}],
    }
    for at in range(8)
]  # fmt: skip
TEXTS = {
    one["id"]: f"Invoice {one['number']} (see {one['number']}). Total EUR {one['total']:,.2f}. "
    f"Items: {', '.join(item['sku'] for item in one['items'])}."
    for one in GOLD
}


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as running:
        yield running


def read(text: str) -> dict[str, Any]:
    """The record that a text says."""
    number, total = re.search(r"INV-\d+", text), re.search(r"EUR ([\d,.]+\d)", text)
    assert number is not None
    assert total is not None
    items = [{"sku": sku} for sku in re.findall(r"sku\d+\w", text)]
    return {"number": number[0], "total": float(total[1].replace(",", "")), "items": items}


def remembered(text: str, fields: tuple[str, ...]) -> dict[str, Any]:
    """The record that a text says, but for some fields as they were before: known by what did not change."""
    found = read(text)
    known = max(GOLD, key=lambda one: sum(found[key] == one[key] for key in found))
    return {**found, **{key: known[key] for key in fields}}


def asked(endpoint: Endpoint, record_of: Callable[[str], Any], **options: Any) -> ChangedDocuments:
    endpoint.faults = [answers(record_of)]
    judge = Judge("fake", endpoint.url, KEY, retries=0)
    return changed_documents(GOLD, TEXTS, SCHEMA, judge, **options)


def test_who_reads_brings_the_new_values(endpoint: Endpoint) -> None:
    found = asked(endpoint, read)
    assert [one.path for one in found.fields] == ["number", "total", "items[].sku"]
    assert {(one.texts, one.new, one.old) for one in found.fields} == {(5, 5, 0)}
    assert found.sentence == (
        "One value was replaced in each of 15 texts: the old value, which the text no longer has, came back 0 times, "
        "the new one 15 times."
    )


def test_who_remembers_brings_the_old_values_of_these_fields(endpoint: Endpoint) -> None:
    found = asked(endpoint, lambda text: remembered(text, ("total",)))
    by_path = {one.path: one for one in found.fields}
    assert (by_path["total"].old, by_path["total"].new) == (5, 0)
    assert (by_path["number"].old, by_path["items[].sku"].old) == (0, 0)
    assert by_path["total"].low is not None
    assert by_path["total"].low > 0.5
    assert "came back 5 times (total), the new one 10 times. It remembers some of them (p 0.0" in found.sentence
    assert found.is_remembered
    assert [one.is_remembered for one in found.fields] == [False, True, False]
    json.dumps(found.to_dict())


def test_old_values_that_come_back_for_any_text_are_no_memory(endpoint: Endpoint) -> None:
    """A model that always says the same now and then says what was there before."""
    always = {"number": GOLD[0]["number"], "total": GOLD[1]["total"], "items": [{"sku": "sku0a"}]}
    found = asked(endpoint, lambda text: always, per_field=8)
    assert found.old == 2
    assert not found.is_remembered
    assert found.sentence.endswith("the new one 3 times. That may be chance (p 1.0000).")


def test_p_is_how_likely_so_many_old_values_are_without_memory(endpoint: Endpoint) -> None:
    """Two of three totals come back, each one of three in gold: a ninth, twice for the field and all together."""
    first = {one["number"] for one in GOLD[:2]}

    def one_number(text: str) -> Any:
        return read(text) | ({"total": old_total(text)} if any(number in text for number in first) else {"total": 0})

    def old_total(text: str) -> Any:
        return next(one["total"] for one in GOLD if one["number"] in text)

    endpoint.faults = [answers(one_number)]
    judge = Judge("fake", endpoint.url, KEY, retries=0)
    schema = {**SCHEMA, "properties": {"total": {"type": "number"}}}
    found = changed_documents(GOLD[:3], TEXTS, schema, judge, per_field=3)
    (total,) = found.fields
    assert (total.texts, total.old, total.new) == (3, 2, 0)
    assert total.p == found.p == pytest.approx(2 / 9)


def test_of_two_values_the_other_one_is_no_memory(endpoint: Endpoint) -> None:
    """Where a field has two values, an answer that is not the new one must be the old one."""
    schema = {**SCHEMA, "properties": {"state": {"type": "string"}}}
    gold = [{"id": at, "state": "open" if at % 2 else "settled"} for at in range(20)]
    texts = {one["id"]: f"It is {one['state']}." for one in gold}
    endpoint.faults = [answers(lambda text: {"state": "open"})]
    found = changed_documents(gold, texts, schema, Judge("fake", endpoint.url, KEY, retries=0), per_field=20)
    assert (found.texts, found.old, found.p) == (20, 10, 1.0)


def test_who_leaves_it_out_brings_neither(endpoint: Endpoint) -> None:
    found = asked(endpoint, lambda text: {}, per_field=2)
    assert {(one.texts, one.neither) for one in found.fields} == {(2, 2)}


def test_a_changed_text_has_the_new_value_everywhere_and_the_old_one_nowhere() -> None:
    roots = [parse_eval_schema(SCHEMA)] * len(GOLD)
    texts = [TEXTS[one["id"]] for one in GOLD]
    for change in changes_of(GOLD, texts, roots, 8, 1):
        assert change.text != texts[change.place]
        if change.leaf.path == "number":
            assert change.text.count(change.new) == 2
        if change.leaf.path == "total":
            assert f"EUR {change.new:,.2f}" in change.text
        assert str(change.leaf.value) not in change.text
    assert {change.leaf.path for change in changes_of(GOLD, texts, roots, 8, 1)} == {"number", "total", "items[].sku"}


def test_the_cost_of_changed_texts_comes_first_and_your_own_prompt_is_sent(endpoint: Endpoint) -> None:
    judge = Judge("fake", endpoint.url, KEY, retries=0)
    cost = changed_documents_cost(GOLD, TEXTS, SCHEMA, judge, per_field=3)
    assert (cost.to_ask, endpoint.requests) == (9, [])
    asked(endpoint, read, per_field=1, prompt="Extract the invoice as JSON.")
    assert {request.body["messages"][0]["content"] for request in endpoint.requests} == {"Extract the invoice as JSON."}


def test_without_texts_nothing_is_asked(endpoint: Endpoint) -> None:
    judge = Judge("fake", endpoint.url, KEY, retries=0)
    assert changed_documents(GOLD, {}, SCHEMA, judge).sentence.startswith("No value was replaced")
    with pytest.raises(InputError, match="at least one text of each field"):
        changed_documents(GOLD, TEXTS, SCHEMA, judge, per_field=0)
    assert not endpoint.requests
