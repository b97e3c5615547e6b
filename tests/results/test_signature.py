"""Same signature, same numbers: what a signature depends on, and what not."""

import copy
import json
import os
import subprocess
import sys
from typing import Any

import evaljson

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}, "n": {"type": "number"}}}
GOLD = [{"a": "x", "n": 1}, {"a": "y", "n": 2}]
EXTRACTED: list[dict[str, Any] | None] = [{"a": "x", "n": 1}, {"a": "y", "n": 3}]


def signature(gold: Any = GOLD, extracted: Any = EXTRACTED, schema: Any = SCHEMA, **options: Any) -> dict[str, Any]:
    return dict(evaljson.evaluate(gold, extracted, schema, **options).signature)


def changed(left: dict[str, Any], right: dict[str, Any]) -> set[str]:
    return {key for key in left if left[key] != right[key]}


def test_it_is_the_same_for_the_same_input() -> None:
    assert signature() == signature(copy.deepcopy(GOLD), copy.deepcopy(EXTRACTED), copy.deepcopy(SCHEMA))


def test_it_does_not_depend_on_the_order_of_keys() -> None:
    backwards = [dict(reversed(record.items())) for record in GOLD]
    assert signature(backwards)["gold"] == signature()["gold"]


def test_it_is_the_same_for_a_schema_parsed_before() -> None:
    assert signature(schema=evaljson.parse_eval_schema(SCHEMA)) == signature()


def test_it_is_json() -> None:
    assert json.loads(json.dumps(signature())) == signature()


def test_it_names_engine_options_seed_and_libraries() -> None:
    found = signature()
    assert (found["engine"], found["seed"], found["judge"]) == (evaljson.__version__, None, None)
    assert {"numpy", "rapidfuzz", "scipy"} <= set(found["libraries"])


def test_gold_variant_and_schema_each_change_their_own_part() -> None:
    base = signature()
    assert changed(base, signature(gold=[{"a": "x", "n": 1.0}, GOLD[1]])) == {"gold"}
    assert changed(base, signature(extracted=[EXTRACTED[0], {"a": "y"}])) == {"extracted"}
    assert changed(base, signature(extracted=[EXTRACTED[0], None])) == {"extracted"}
    weighted = {**SCHEMA, "x-eval-weight": 2}
    assert changed(base, signature(schema=weighted)) == {"schema"}


def test_null_absent_and_empty_are_three_golds() -> None:
    hashes = {signature(gold=[{"n": 1, **value}, GOLD[1]])["gold"] for value in ({}, {"a": None}, {"a": ""})}
    assert len(hashes) == 3


def test_options_change_it() -> None:
    assert changed(signature(), signature(missing_records="exclude")) == {"options"}
    gold = [{**record, "id": i} for i, record in enumerate(GOLD)]
    extracted = [{**(record or {}), "id": i} for i, record in enumerate(EXTRACTED)]
    assert changed(signature(gold, extracted), signature(gold, extracted, id_field="id")) == {"options"}


def test_plug_ins_and_their_source_are_part_of_it() -> None:
    base = signature()
    evaljson.register("mine", lambda g, e, p: 1.0)
    first = signature()
    evaljson.register("mine", lambda g, e, p: 0.5, overwrite=True)
    second = signature()
    evaljson.register_transform("semi", lambda value: value)
    assert changed(base, first) == changed(first, second) == changed(second, signature()) == {"plug_ins"}


def test_a_plug_in_has_the_same_hash_in_each_process() -> None:
    """The order of a set's texts depends on the process."""
    program = """
import evaljson
from evaljson.results.signature import plug_ins_signed
units = {"kg", "g", "mg", "lb", "oz"}
def mine(g, e, p):
    known = {"a", "b", "c", "d", "e"}
    return float(g in {"x", "y", "z", "v", "w"} or (lambda: e in {"p", "q", "r", "s"})() or g in units or g in known)
def maker(names):
    return lambda value: value in names
evaljson.register("mine", mine)
evaljson.register_transform("closing", maker(units))
print(plug_ins_signed())
"""
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(hashes) == 1


def test_post_processors_are_part_of_it() -> None:
    def keep(results: Any) -> Any:
        return results

    def drop(results: Any) -> Any:
        return results[:1]

    assert changed(signature(), signature(post_process=keep)) == {"post_process"}
    assert changed(signature(post_process=keep), signature(post_process=[keep, drop])) == {"post_process"}


def test_numbers_that_json_lacks_have_a_signature_too() -> None:
    odd = [{"a": "\ud800", "n": value} for value in (float("nan"), float("-inf"), 2**70, -0.0)]
    assert signature(odd, odd) == signature(copy.deepcopy(odd), copy.deepcopy(odd))
