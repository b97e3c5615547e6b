"""Rules between fields: which records break them, in the sample and in made-up data."""

import re
from random import Random
from typing import Any

import orjson
import pytest

from evaljson import InputError, SchemaError, check_rules, evaluate, parse_eval_schema
from evaljson.base.app_files import sample_folder
from evaljson.workspace.samples import sample_schema

NET = {"near": [{"+": [{"var": "net"}, {"var": "tax"}]}, {"var": "gross"}, 0.011]}
ROW = {"near": [{"*": [{"var": "quantity"}, {"var": "price"}]}, {"var": "amount"}, 0.011]}
ITEM = {
    "type": "object", "x-eval-rule": {"row": ROW},
    "properties": {name: {"type": "number"} for name in ("quantity", "price", "amount")},
}  # fmt: skip
SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id", "x-eval-rule": {"net and tax": NET},
    "properties": {
        **{name: {"type": "number"} for name in ("net", "tax", "gross")},
        "items": {"type": "array", "items": ITEM},
        "by": {"type": "object", "additionalProperties": ITEM},
    },
}  # fmt: skip


def test_each_violation_has_its_record_its_place_and_the_values_that_were_read() -> None:
    good, bad = {"quantity": 2, "price": 1.5, "amount": 3}, {"quantity": 2, "price": 1.5, "amount": "3.50"}
    records = [
        {"id": "a", "net": 1, "tax": 2, "gross": 3, "items": [good, bad, {"quantity": 1}]},
        None,
        {"id": "b", "net": 1, "tax": 2, "gross": 30, "by": {"x.y": bad}},
        {"id": "c", "net": 1},
    ]
    found = check_rules(records, SCHEMA)
    assert [(one.path, one.name, one.kept, one.broken, one.undecided) for one in found.rules] == [
        ("", "net and tax", 1, 1, 1), ("items[]", "row", 1, 1, 1), ("by.*", "row", 0, 1, 0),
    ]  # fmt: skip
    assert [(one.record, one.at, one.values) for one in found.violations] == [
        ("a", "items[1]", bad), ("b", "", {"net": 1, "tax": 2, "gross": 30}), ("b", "by['x.y']", bad),
    ]  # fmt: skip
    assert found.sentence == "2 of 3 records break one of 3 rules, 3 times in all."
    rule = found.at("", "net and tax")
    assert rule is not None
    assert (rule.rate, rule.records, rule.records_broken) == (0.5, 2, 1)
    assert list(found.to_frame()["broken"]) == [one["broken"] for one in found.to_dict()["rules"]]


def test_rules_of_a_document_type_hold_for_it_alone() -> None:
    schema = {
        "type": "object", "x-eval-by": "kind",
        "x-eval-schemas": {"bill": {"type": "object", "x-eval-rule": {"n": {">": [{"var": "n"}, 0]}},
                                    "properties": {"n": {"type": "number"}}}},
        "properties": {"n": {"type": "number"}},
    }  # fmt: skip
    found = check_rules([{"kind": "bill", "n": -1}, {"kind": "note", "n": -1}], schema)
    assert [(one.record, one.path, one.at) for one in found.violations] == [(0, "bill: ", "")]


@pytest.mark.parametrize(
    ("at", "rule", "problem"),
    [
        ("", [], "takes an object of conditions by name"),
        ("", {}, "takes an object of conditions by name"),
        ("", {" ": NET}, "a rule has a name of 1 to 120 characters"),
        ("", {f"r{i}": NET for i in range(51)}, "at most 50 rules"),
        ("", {"r": {"<": [{"var": "nett"}, 1]}}, "the schema has no 'nett' for 'nett'. Did you mean 'net'?"),
        ("net", {"r": NET}, "belongs on an object with fields"),
        ("items", {"r": NET}, "belongs on an object with fields"),
    ],
)
def test_a_rule_that_cannot_be_used_is_refused_at_its_place(at: str, rule: Any, problem: str) -> None:
    schema = orjson.loads(orjson.dumps(SCHEMA))
    (schema if not at else schema["properties"][at])["x-eval-rule"] = rule
    with pytest.raises(SchemaError, match=re.escape(problem)) as caught:
        parse_eval_schema(schema)
    assert caught.value.path == at


def test_without_rules_there_is_nothing_to_check() -> None:
    with pytest.raises(InputError, match="the schema has no rule"):
        check_rules([{}], {"type": "object", "properties": {"a": {"type": "number"}}})


def test_a_violation_has_the_sum_that_a_rule_makes_in_place_of_the_array() -> None:
    lines = {"type": "array", "items": {"type": "object", "properties": {"amount": {"type": "number"}}}}
    each = {"sum": [{"var": "lines"}, {"var": "amount"}]}
    schema = {
        "type": "object",
        "x-eval-rule": {
            "lines make net": {"near": [each, {"var": "net"}, 0.01]},
            "four lines at most": {"<=": [{"sum": [{"map": [{"var": "lines"}, 1]}]}, 4]},
        },
        "properties": {"lines": lines, "net": {"type": "number"}},
    }
    record = {"lines": [{"amount": 0.1}, {"amount": 0.2}], "net": 1}
    (one,) = check_rules([record], schema).violations
    assert one.values == {"sum of lines[].amount": 0.3, "net": 1}
    (other,) = check_rules([{"lines": [{}] * 5, "net": 5}], schema).violations
    assert other.values == {"lines": "5 elements"}


def test_no_score_rests_on_rules() -> None:
    without = {key: value for key, value in SCHEMA.items() if key != "x-eval-rule"}
    gold = [{"id": "a", "net": 1, "tax": 2, "gross": 3}]
    extracted = [{"id": "a", "net": 1, "tax": 2, "gross": 30}]
    assert evaluate(gold, extracted, SCHEMA).per_field == evaluate(gold, extracted, without).per_field


def sample(name: str) -> list[Any]:
    lines = (sample_folder("invoices") / f"{name}.jsonl").read_bytes().splitlines()
    return [orjson.loads(line) for line in lines if line.endswith(b"}")]


def test_gold_of_the_sample_keeps_all_rules_and_three_that_are_broken_on_purpose_are_found() -> None:
    schema, gold = sample_schema("invoices"), sample("gold")
    assert check_rules(gold, schema).violations == ()
    gold[3]["gross_amount"] += 1
    gold[50]["due_date"] = "2020-01-01"
    gold[99]["line_items"][1]["quantity"] += 1
    found = check_rules(gold, schema)
    assert [(one.record, one.rule, one.at) for one in found.violations] == [
        ("inv-0004", "net and tax make gross", ""),
        ("inv-0051", "due after invoice", ""),
        ("inv-0100", "quantity times price is amount", "line_items[1]"),
    ]


def test_prompts_of_the_sample_break_rules_and_the_short_one_most() -> None:
    schema = sample_schema("invoices")
    broken = {name: check_rules(sample(name), schema).records_broken for name in ("prompt_a", "prompt_b", "prompt_c")}
    assert broken["prompt_a"] > max(broken["prompt_b"], broken["prompt_c"]) > 0


@pytest.mark.parametrize("seed", range(10))
def test_what_breaks_a_rule_is_what_arithmetic_in_cents_says(seed: int) -> None:
    rng = Random(seed)
    records, expected = [], set()
    for number in range(60):
        net, tax = rng.randrange(10**6), rng.randrange(10**5)
        off = rng.choice([0, 0, 1, -1, 2, -2, 500])
        gross = net + tax + off
        record: dict[str, Any] = {"id": str(number), "net": net / 100, "tax": tax / 100, "gross": gross / 100}
        lacking = rng.choice([None, None, None, "net", "gross"])
        if lacking:
            record[lacking] = rng.choice([None, "", "n/a", True])
        elif abs(off) > 1:
            expected.add(str(number))
        records.append(record)
    assert {one.record for one in check_rules(records, SCHEMA).violations} == expected
