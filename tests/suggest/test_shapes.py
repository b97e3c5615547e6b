"""What is suggested for arrays, objects and several types of documents: pairing, lists of values, maps."""

from typing import Any

import pytest

from evaljson import annotate_xeval, infer_schema
from evaljson.suggest import Suggestions, apply, suggest
from tests.suggest.made import kinds, of_kind

ITEMS: list[list[dict[str, Any]]] = [
    [{"sku": f"{sku}{record}", "name": f"thing {sku}", "n": number} for number, sku in enumerate("ABCD")]
    for record in range(6)
]


def found_for(gold: list[Any], extracted: list[Any], **more: Any) -> Suggestions:
    sides = [[{"field": value} for value in side] for side in (gold, extracted)]
    return suggest(sides[0], {"a": sides[1]}, **more)


def test_a_key_comes_before_content_where_it_does_as_well() -> None:
    suggestions = found_for(ITEMS, [list(reversed(items)) for items in ITEMS])
    suggestion = of_kind(suggestions, "key")
    assert suggestion.settings == {"x-eval-align": {"match_by": "key_field", "key": "sku"}}
    assert {other.kind for other in suggestions.alternatives_to(suggestion)} >= {"hungarian"}
    assert suggestion.risk.why.startswith(
        "Elements are still distinguished by sku; the order of elements is no longer scored"
    )
    assert suggestion.evidence.explained == suggestion.evidence.of == 6 * 4 * 3
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].after.f1 == 1.0


def test_the_sentence_counts_results_that_pairing_makes_right_and_those_that_it_makes_wrong() -> None:
    # c of the second element is right by chance while elements pair by position
    gold = [{"list": [{"sku": f"a{n}", "n": 1, "c": 1}, {"sku": f"b{n}", "n": 2, "c": 1}]} for n in range(6)]
    extracted = [{"list": [{"sku": f"b{n}", "n": 2, "c": 9}, {"sku": f"a{n}", "n": 1, "c": 1}]} for n in range(6)]
    suggestion = of_kind(found_for(gold, extracted), "key")
    assert suggestion.sentence.startswith(
        "In field.list, 30 of 30 wrong results are right, and 6 right ones wrong, once elements are paired by sku. "
    )
    assert suggestion.evidence.explained == 30
    assert suggestion.effect is not None
    assert suggestion.effect.settled is not None
    assert (suggestion.effect.settled.right, suggestion.effect.only_lenient) == (24, False)


def test_content_comes_first_where_no_key_holds() -> None:
    gold = [[{"sku": item["sku"], "size": size} for item, size in zip(items, "SSLL", strict=True)] for items in ITEMS]
    damaged = [[{**item, "sku": f"?{n}"} for n, item in enumerate(items)] for items in gold]
    suggestions = found_for(gold, [list(reversed(items)) for items in damaged])
    assert kinds(suggestions) >= {"hungarian"}
    risk = of_kind(suggestions, "hungarian").risk
    assert (risk.level, "merely similar may be paired; the order" in risk.why) == ("medium", True)


def test_texts_without_keys_are_paired_by_content() -> None:
    skills = [[f"skill {record}{n}" for n in range(4)] for record in range(5)]
    suggestions = found_for(skills, [side[::-1] for side in skills])
    assert kinds(suggestions) == {"hungarian"}
    assert (suggestions[0].risk.level, "two that changed places" in suggestions[0].risk.why) == ("medium", True)


def test_what_elements_differ_in_is_seen_once_they_pair_up() -> None:
    shuffled = [[{**item, "name": item["name"].upper()} for item in reversed(items)] for items in ITEMS]
    suggestions = found_for(ITEMS, shuffled)
    case = of_kind(suggestions, "case")
    assert case.path == "field[].name"
    assert case.builds_on == (of_kind(suggestions, "key").id,)
    assert (case.evidence.explained, case.evidence.of) == (24, 24)
    assert suggestions.together is not None
    assert suggestions.together.variants["a"].after.f1 == 1.0


def test_what_an_element_gains_is_measured_once_the_elements_pair_up() -> None:
    suggestions = found_for(
        ITEMS, [[{**item, "name": item["name"].upper()} for item in reversed(items)] for items in ITEMS]
    )
    key, case = of_kind(suggestions, "key").effect, of_kind(suggestions, "case").effect
    assert key is not None
    assert case is not None
    assert key.variants["a"].after == case.variants["a"].before
    assert case.variants["a"].after.f1 == 1.0


@pytest.mark.parametrize(
    ("change", "kind"),
    [(str.lower, "case"), (lambda text: text.replace(".", ""), "punctuation"), (lambda text: f" {text}", "whitespace")],
)
def test_texts_in_any_order_that_are_also_written_otherwise_find_each_other(change: Any, kind: str) -> None:
    skills = [[f"Skill X.{record}{n}" for n in range(4)] for record in range(5)]
    suggestions = found_for(skills, [[change(text) for text in reversed(side)] for side in skills])
    assert kinds(suggestions) == {"hungarian", kind}
    assert of_kind(suggestions, kind).evidence.explained == of_kind(suggestions, kind).evidence.of == 20
    assert suggestions.together is not None
    assert suggestions.together.variants["a"].after.f1 == 1.0


@pytest.mark.parametrize("ids", [False, True])
@pytest.mark.parametrize("order", [[2, 0, 1], [1, 2, 0]])
def test_shuffled_arrays_of_arrays_speak_for_no_synonyms(ids: bool, order: list[int]) -> None:
    table = [["a", "b"], ["c", "d"], ["e", "f"]]
    shuffled = [list(reversed(table[place])) for place in order]
    gold, extracted = ([{"id": n, "t": rows} if ids else {"t": rows} for n in range(4)] for rows in (table, shuffled))
    assert kinds(suggest(gold, {"a": extracted}, id_field="id" if ids else None)) == set()


def test_names_inside_of_arrays_are_synonyms_where_gold_has_no_such_name_beside_them() -> None:
    gold = [[f"x{record}", "kg", "Stk"] for record in range(4)]
    assert kinds(found_for(gold, [[first, "kg", "pcs"] for first, *_ in gold])) == {"synonyms"}


def test_copies_of_one_record_are_evidence_for_no_synonym() -> None:
    assert kinds(found_for(["DE"] * 4, ["Germany"] * 4)) == set()
    gold, extracted = ([{"n": n, "c": name} for n in range(4)] for name in ("DE", "Germany"))
    assert kinds(suggest(gold, {"a": extracted})) == {"synonyms"}


def test_other_texts_in_any_order_are_not_paired_up() -> None:
    skills = [[f"skill {record}{n}" for n in range(4)] for record in range(5)]
    assert kinds(found_for(skills, [[f"wrong {n}" for n in range(4)] for _ in skills])) == set()


def test_what_changes_no_figure_is_proposed_only_with_what_it_is_good_for() -> None:
    skills = [[f"Skill X.{record}{n}" for n in range(4)] for record in range(5)]
    suggestions = found_for(skills, [[text.lower() for text in reversed(side)] for side in skills])
    pairing, case = of_kind(suggestions, "hungarian"), of_kind(suggestions, "case")
    assert (pairing.gain, case.builds_on) == (0.0, (pairing.id,))
    assert pairing.sentence.endswith(
        ". Pairing them this way does not change F1 by itself; other suggestions build on it."
    )
    data = [{f"K{n}": n, f"K{n + 1}": n} for n in range(12)]
    sentence = of_kind(found_for(data, data), "map").sentence
    assert "does not change F1 by itself; it is right anyway: a new key is then no longer unknown." in sentence


@pytest.mark.parametrize("empty", [[], {}])
def test_an_empty_container_and_null_are_two_ways_to_say_nothing(empty: Any) -> None:
    filled = {"a": 1} if empty == {} else ["x"]
    suggestions = found_for([empty, filled, empty, empty], [None, filled, None, empty])
    suggestion = of_kind(suggestions, "nulls")
    assert suggestion.settings == {"x-eval-nulls": {"absent": [None, empty], "both_absent": "match"}}
    assert "against null" in suggestion.sentence
    assert suggestions.together is not None
    assert suggestions.together.variants["a"].after.f1 == 1.0


def test_elements_in_their_places_are_left_as_they_are() -> None:
    wrong = [[{**item, "n": item["n"] + 100} for item in items] for items in ITEMS]
    assert kinds(found_for(ITEMS, wrong)) == set()


@pytest.mark.parametrize(
    ("gold", "extracted", "compare"),
    [
        ([["Acme", "Acme Inc."], ["Ex"], ["Why"]], ["Acme Inc.", "Ex", "Zed"], "any_of"),
        ([["29.90"], ["5.00", "5.50"], ["7.00"]], ["29.9", "EUR 5.5", "7"], {"any_of": {"compare": "amount"}}),
        ([["2024-03-04"], ["2024-12-31"]], ["4 March 2024", "31.12.2024"], {"any_of": {"compare": "date"}}),
        ([["Acme"], ["Globex"], []], ["Acme", "Globex", None], {"any_of": {"nulls": "empty"}}),
        (
            [["Acme"], ["Globex"]],
            ["ACME", "globex"],
            {"any_of": {"transform": ["normalize_whitespace", "lowercase"]}},
        ),
    ],
)
def test_lists_of_acceptable_values_are_recognised(gold: list[Any], extracted: list[Any], compare: Any) -> None:
    suggestions = found_for(gold, extracted)
    assert of_kind(suggestions, "any_of").settings["x-eval-compare"] == compare


def test_codes_in_lists_are_no_amounts() -> None:
    assert kinds(found_for([["0123"], ["0456"], ["789"]], ["123", "456", "789"])) == set()


def test_keys_that_are_data_become_a_map() -> None:
    prices = [{f"K{n}": n, f"K{n + 1}": n} for n in range(12)]
    suggestions = found_for(prices, prices)
    suggestion = of_kind(suggestions, "map")
    assert suggestion.path == "field"
    changed = apply(suggestions.schema, [suggestion])["properties"]["field"]
    assert changed["properties"] == {}
    assert changed["additionalProperties"]["type"] == "integer"
    assert apply(apply(suggestions.schema, [suggestion]), [suggestion]) == apply(suggestions.schema, [suggestion])


def test_entries_of_a_map_may_lack_parts() -> None:
    parts = [{"low": 1}, {"low": 1, "high": 2}, {"high": 2, "unit": "g"}]
    gold = [{f"K{n}": parts[n % 3], f"K{n + 1}": parts[(n + 1) % 3]} for n in range(12)]
    suggestions = found_for(gold, gold)
    changed = apply(suggestions.schema, [of_kind(suggestions, "map")])["properties"]["field"]
    assert sorted(changed["additionalProperties"]["properties"]) == ["high", "low", "unit"]


def test_objects_that_have_nothing_in_common_are_no_entries_of_a_map() -> None:
    gold = [{f"K{n}": {f"a{n}": 1}, f"K{n + 1}": {f"a{n + 1}": 1}} for n in range(12)]
    assert "map" not in kinds(found_for(gold, gold))


def test_an_object_with_the_same_keys_everywhere_is_none() -> None:
    same = [{f"k{n}": n for n in range(12)} for _ in range(6)]
    assert kinds(found_for(same, same)) == set()


def test_every_type_of_document_with_the_field_gets_the_setting() -> None:
    gold = [{"id": str(n), "kind": "ab"[n % 2], "name": f"Name {'abcdefgh'[n]}"} for n in range(8)]
    extracted = [{**record, "name": str(record["name"]).upper()} for record in gold]
    schema = annotate_xeval(infer_schema(gold, by="kind"))
    suggestions = suggest(gold, {"a": extracted}, schema, id_field="id")
    suggestion = of_kind(suggestions, "case")
    changed = apply(suggestions.schema, [suggestion])["x-eval-schemas"]
    assert [changed[kind]["properties"]["name"]["x-eval-transform"] for kind in "ab"] == [["lowercase"]] * 2
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].field_after.f1 == 1.0


def test_types_of_documents_that_compare_the_field_otherwise_are_left_alone() -> None:
    gold = [{"kind": "ab"[n % 2], "name": f"Name {'abcdefgh'[n]}"} for n in range(8)]
    extracted = [{**record, "name": str(record["name"]).upper()} for record in gold]
    schema = annotate_xeval(infer_schema(gold, by="kind"))
    schema["x-eval-schemas"]["b"]["properties"]["name"]["x-eval-compare"] = "fuzzy"
    assert kinds(suggest(gold, {"a": extracted}, schema)) == set()


def test_the_order_of_variants_is_watched() -> None:
    gold = [{"name": f"Name {letter}"} for letter in "abcdefgh"]
    shouting = [{"name": record["name"].upper()} for record in gold]
    wrong = [{"name": "?"}, *gold[1:]]
    suggestions = suggest(gold, {"wrong": wrong, "shouting": shouting})
    effect = of_kind(suggestions, "case").effect
    assert effect is not None
    assert effect.order_before == ("wrong", "shouting")
    assert effect.order_after == ("shouting", "wrong")
    assert effect.order_changes
    assert effect.only_lenient


FEES = [{f"fee {record}{n}": {"name": f"thing {record}{n}", "n": n} for n in range(4)} for record in range(6)]
FREE = {"type": "object", "properties": {"name": {"type": "string"}, "n": {"type": "integer"}}}


def of_map(gold: list[Any], extracted: list[Any], entry: Any = FREE) -> Suggestions:
    schema = {"type": "object", "properties": {"field": {"type": "object", "additionalProperties": entry}}}
    return found_for(gold, extracted, schema=schema)


def named(maps: list[dict[str, Any]], name: str = "item_{}", turn: int = 0) -> list[dict[str, Any]]:
    return [
        {name.format(n): value for n, value in enumerate([*side.values()][turn:] + [*side.values()][:turn])}
        for side in maps
    ]


def test_entries_under_other_keys_are_paired_by_content() -> None:
    suggestion = of_kind(of_map(FEES, named(FEES)), "entries")
    assert suggestion.settings == {"x-eval-align": {"match_by": "hungarian"}}
    assert (suggestion.risk.level, "keys of the entries are no longer scored" in suggestion.risk.why) == (
        "medium",
        True,
    )
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].after.f1 == 1.0
    assert "wrong results are right once entries are paired by content" in suggestion.sentence


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [(named(FEES), named(FEES, turn=1)), (named(FEES, "{}"), named(FEES, "{}", turn=2))],
    ids=["words with numbers", "numbers"],
)
def test_numbered_keys_that_both_sides_have_are_of_high_risk(gold: list[Any], extracted: list[Any]) -> None:
    assert of_kind(of_map(gold, extracted), "entries").risk.level == "high"


def test_single_values_under_other_keys_are_of_high_risk() -> None:
    gold = [{f"colour {n}": f"red {record}{n}" for n in range(4)} for record in range(6)]
    assert of_kind(of_map(gold, named(gold, "Farbe {}"), {"type": "string"}), "entries").risk.level == "high"


def test_values_that_changed_places_between_keys_that_are_data_stay_wrong() -> None:
    gold = [{code: 10 * record + n for n, code in enumerate(("EUR", "USD", "CHF"))} for record in range(6)]
    turned = [dict(zip(side, [*side.values()][::-1], strict=True)) for side in gold]
    assert "entries" not in kinds(of_map(gold, turned, {"type": "number"}))


def test_years_are_data() -> None:
    assert "entries" not in kinds(of_map(named(FEES, "202{}"), named(FEES, "202{}", turn=1)))


def test_what_entries_differ_in_is_seen_once_they_pair_up() -> None:
    louder = [{key: {**entry, "name": entry["name"].upper()} for key, entry in side.items()} for side in named(FEES)]
    suggestions = of_map(FEES, louder)
    assert of_kind(suggestions, "case").path == "field.*.name"
    assert of_kind(suggestions, "case").builds_on == (of_kind(suggestions, "entries").id,)
