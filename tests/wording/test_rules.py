"""Rules in words, of every comparator that we ship."""

from typing import Any

import pytest

from evaljson.base.params import Param
from evaljson.comparators.builtin import BUILT_IN
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.wording.rules import rule_in_words, transforms_in_words

# A value for each parameter that is not its default.
OTHER: dict[str, Any] = {
    "tolerance": {"rel": 0.05, "abs": 2, "days": 3, "seconds": 30},
    "values": ["a", 1, None, True, 5, 6],
    "instructions": "the same terms",
    "rubric": "partly: only the days agree",
    "scale": ["different", "partly", "same"],
    "definition": "difference",
    "decimal": ",",
    "currency": "same",
    "unit": "kg",
    "formats": ["%d/%m/%Y"],
    "timezone": "Europe/Berlin",
    "method": "token_set",
    "max_distance": 3,
    "direction": "either",
    "pattern": "[A-Z]{2}",
    "true_words": ["x"],
    "false_words": ["-"],
    "region": "DE",
    "score": "recall",
    "duplicates": "set",
    "transform": ["lowercase"],
    "compare": {"numeric": {"tolerance": {"abs": 1}}},
    "nulls": "always",
    "of": ["exact", {"date": {"day_first": True}}],
    "fields": ["amount", "currency"],
    "primary": "amount",
}


@pytest.mark.parametrize(
    ("compare", "threshold", "words"),
    [
        (
            "fuzzy",
            0.7,
            "compared by text similarity, character by character, right from a score of 0.7 on, wrong below",
        ),
        ("set", 1, "compared by shared elements in any order (F1), right from a score of 1, wrong below"),
        ("fuzzy", 0, "compared by text similarity, character by character, right whatever the score"),
        ("exact", 0.5, "must be equal, right from a score of 0.5 on, wrong below"),
        ("fuzzy", None, "graded by text similarity, character by character"),
    ],
)
def test_a_threshold_leaves_nothing_graded(compare: str, threshold: float | None, words: str) -> None:
    settings = {} if threshold is None else {"x-eval-threshold": threshold}
    leaf = node(compare, **settings)
    assert rule_in_words(compare, leaf) == words
    assert rule_in_words(compare, leaf, threshold=False) == words.split(", right")[0]


def node(compare: Any, **more: Any) -> Any:
    return parse_eval_schema(
        {"type": "object", "properties": {"a": {"type": "string", "x-eval-compare": compare, **more}}}
    ).properties["a"]


def other(param: Param) -> Any:
    if param.kind == "boolean":
        return not param.default
    known = {field.name for field in param.fields}
    return {name: OTHER["tolerance"][name] for name in known} if known else OTHER[param.name]


def least(name: str) -> dict[str, Any]:
    """What a comparator cannot do without."""
    return {param.name: OTHER[param.name] for param in BUILT_IN[name].params if param.required}


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_comparator_has_words_of_its_own(name: str) -> None:
    words = rule_in_words(name, node({name: least(name)}) if name != "compound" else None)
    assert name not in words.split()
    assert "({" not in words
    assert " " in words


PARAMS = [(name, param) for name in sorted(BUILT_IN) if name != "compound" for param in BUILT_IN[name].params]


@pytest.mark.parametrize(("name", "param"), PARAMS, ids=lambda case: getattr(case, "name", case))
def test_every_parameter_is_told(name: str, param: Param) -> None:
    without = {key: value for key, value in least(name).items() if key != param.name}
    words = rule_in_words(name, node({name: {**without, param.name: other(param)}}))
    assert words != rule_in_words(name, None)


COMMA = ", in texts a single comma read as decimal, a single point as between thousands"


@pytest.mark.parametrize(
    ("compare", "words"),
    [
        ({"numeric": {"tolerance": {"rel": 0.01}}}, "compared as numbers, may differ by 1%"),
        ({"numeric": {"tolerance": {"abs": 0.00005}}}, "compared as numbers, may differ by 0.00005"),
        ({"numeric": {"tolerance": {"rel": 0.0000001}}}, "compared as numbers, may differ by 0.00001%"),
        ({"numeric": {"tolerance": {"abs": 2000000}}}, "compared as numbers, may differ by 2000000"),
        ({"date": {"tolerance": {"days": 1}}}, "compared as dates, may differ by 1 day"),
        ({"normalized": {"accents": False}}, "must be equal except for case, white space and punctuation"),
        ({"amount": {"decimal": ","}}, f"compared as amounts of money{COMMA}"),
        ({"quantity": {"decimal": ","}}, f"compared as quantities in any unit{COMMA}"),
        ({"either": {"of": ["exact", "date"]}}, "the best of: must be equal or compared as dates"),
        ({"oneof": {"values": list("abcdef")}}, 'must be one of "a", "b", "c", "d" and 2 more'),
        (
            {"semantic": {"instructions": "same terms", "scale": {"steps": {"close": 0.8, "no": 0, "same": 1}}}},
            "compared by meaning: same terms, in the steps no 0, close 0.8, same 1",
        ),
        ({"semantic": {"scale": "binary"}}, "compared by meaning"),
        ({"regex": {"pattern": "a" * 200}}, f"extracted must match the pattern {'a' * 79}…"),
    ],
)
def test_a_rule_reads_as_a_sentence(compare: Any, words: str) -> None:
    assert rule_in_words(next(iter(compare)), node(compare)) == words


def test_a_compound_names_its_fields() -> None:
    group = {"compound": {"fields": ["a", "b"], "primary": "a", "compare": "fuzzy"}}
    fields = {key: {"type": "string", "x-eval-compare": group} for key in "ab"}
    first = parse_eval_schema({"type": "object", "properties": fields}).properties["a"]
    assert rule_in_words("compound", first).startswith(
        "a and b compared together, the result at a: graded by text similarity"
    )


def test_transforms_are_told_in_their_order() -> None:
    assert (
        transforms_in_words(node("exact", **{"x-eval-transform": ["strip", "lowercase"]}))
        == "after trimming, lowercasing"
    )
    assert transforms_in_words(node("exact")) == transforms_in_words(None) == ""


def test_patterns_that_are_replaced_one_after_the_other_are_counted() -> None:
    one, other = ({"regex_replace": {"pattern": pattern}} for pattern in ("a", "b"))
    listed = [one, other, "strip", {"map_values": {"values": {"a": 1}}}, {"map_values": {"values": {"b": 1}}}, other]
    assert (
        transforms_in_words(node("exact", **{"x-eval-transform": listed}))
        == "after replacing 2 patterns, trimming, replacing some values, replacing a pattern"
    )


def test_a_name_of_ones_own_stays_as_it_is() -> None:
    assert rule_in_words("mine", None) == "mine"
    assert rule_in_words("", None) == "decided by the structure"
    assert rule_in_words("structure", None) == "decided by the structure"
