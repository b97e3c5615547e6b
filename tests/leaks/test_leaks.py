"""Planted leaks are found: exact, lightly changed and split ones; and nothing where nothing is planted."""

import json
import random
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from benchmarks.leaks import WORLDS, document, gold_of, paraphrased, planted, table
from evaljson import InputError, Leaks, leaks
from evaljson.leaks.copies import copies_in

ROOT = Path(__file__).parents[2]
KEPT = json.loads((ROOT / "benchmarks" / "trust.json").read_text(encoding="utf-8"))
GOLD = gold_of(40, random.Random(1))
TEXTS = {one["id"]: document(one, random.Random(2)) for one in GOLD}


def found_of(found: Leaks) -> list[tuple[Any, ...]]:
    return [(one.kind, one.record, one.where, one.other, one.how) for one in found.found]


def test_nothing_is_found_where_nothing_is_planted() -> None:
    others = gold_of(20, random.Random(77))
    prompt = f"Extract the invoice as JSON, such as {json.dumps(others[0])}. Currencies are EUR and CHF."
    found = leaks(GOLD, {"A": prompt}, id_field="id", tuning=others, documents=TEXTS)
    assert found.found == ()
    assert found.sentence == "No leak found among 40 gold records."


def test_an_example_in_json_is_found_whole_and_changed() -> None:
    prompt = f"Example:\n```json\n{json.dumps({'output': GOLD[3]}, indent=2)}\n```\nNow you."
    (one,) = leaks(GOLD, {"A": prompt}, id_field="id").found
    assert (one.record, one.where, one.how, one.share) == (GOLD[3]["id"], "A", "the same", 1.0)
    assert str(GOLD[3]["number"]) in one.evidence
    changed = json.dumps(paraphrased(GOLD[3], random.Random(4)))
    assert found_of(leaks(GOLD, {"A": f"Such as {changed}"}, id_field="id")) == [
        ("gold in a prompt", GOLD[3]["id"], "A", None, "nearly the same")
    ]


FILMS = [
    {"id": at, "method": "evaporation" if at % 2 else "sputtering", "celsius": 100 + at % 5,
     "layers": [{"of": "Au", "nm": 20.5 + at}, {"of": "Cr", "nm": 130.5 + at}]}
    for at in range(30)
]  # fmt: skip


def test_an_example_with_all_values_of_a_record_is_found_though_they_are_short() -> None:
    (one,) = leaks(FILMS, {"A": f"Such as {json.dumps(FILMS[4])}."}, id_field="id").found
    assert (one.record, one.how, one.share) == (4, "the same", 1.0)


@pytest.mark.parametrize(
    "example",
    [{**FILMS[4], "celsius": 900}, {"method": "sputtering", "celsius": 104, "layers": [{"of": "Au", "nm": 24.5}]}],
    ids=["one value is another one", "a part of it"],
)
def test_short_values_that_are_not_all_of_a_record_tell_too_little(example: Any) -> None:
    assert leaks(FILMS, {"A": f"Such as {json.dumps(example)}."}, id_field="id").found == ()


def test_an_example_that_is_split_over_the_prompt_is_found_by_its_values() -> None:
    one = GOLD[5]
    skus = " or ".join(item["sku"] for item in one["items"])
    prompt = f"Goods are like {skus}. The buyer is like {one['buyer'].upper()}. The number: {one['number']}."
    (found,) = leaks(GOLD, {"A": prompt}, id_field="id").found
    assert (found.record, found.how) == (one["id"], "values")
    assert one["number"].casefold() in found.evidence


def test_a_value_inside_a_longer_one_is_none() -> None:
    gold = [{"a": f"{at}12345", "b": f"{at}67890", "c": f"{at}55555"} for at in range(10, 30)]
    assert leaks(gold, {"A": "9" + " 9".join(gold[0].values())}).found == ()
    assert leaks(gold, {"A": " ".join(gold[0].values())}).leaked == (0,)


def test_a_document_is_found_by_thirteen_words_and_nearly() -> None:
    text = TEXTS[GOLD[7]["id"]]
    words = text.split()
    whole = leaks(GOLD, {"A": f"Read this: {text.upper()}"}, id_field="id", documents=TEXTS).found
    assert ("document in a prompt", GOLD[7]["id"], "the same") in {(one.kind, one.record, one.how) for one in whole}
    part = leaks(GOLD, {"A": f"Read: {' '.join(words[:20])}"}, id_field="id", documents=TEXTS).found
    assert ("document in a prompt", GOLD[7]["id"], "13 words in a row") in {(o.kind, o.record, o.how) for o in part}
    misread = " ".join(word.replace("o", "0", 1) if at % 9 == 4 else word for at, word in enumerate(words))
    near = leaks(GOLD, {"A": f"Read: {misread}"}, id_field="id", documents=TEXTS).found
    assert ("document in a prompt", GOLD[7]["id"]) in {(one.kind, one.record) for one in near}


def test_small_print_that_many_documents_have_is_no_leak() -> None:
    print_ = "please pay within thirty days of receipt without deduction to the account that is named below thank you"
    gold = [{"id": at, "text": f"Bill {at * 7919}. {print_}"} for at in range(20)]
    assert leaks(gold, {"A": f"Ignore: {print_}"}, id_field="id", documents="text").found == ()


def test_records_twice_in_gold_and_in_tuning_data_are_found_once_each() -> None:
    copy = {**GOLD[2], "id": "copy"}
    near = {**GOLD[4], "id": "near", "total": 1.25}
    found = leaks([*GOLD, copy, near], id_field="id")
    assert found_of(found) == [
        ("twice in gold", "copy", "gold", GOLD[2]["id"], "the same"),
        ("twice in gold", "near", "gold", GOLD[4]["id"], "nearly the same"),
    ]
    assert "differs in total" in found.found[1].evidence
    assert found.leaked == ("copy", "near")
    assert found_of(leaks(GOLD, id_field="id", tuning=[None, {**GOLD[9], "id": "t"}])) == [
        ("in tuning data", GOLD[9]["id"], "tuning data", "t", "the same")
    ]


def test_the_same_document_with_other_labels_is_found() -> None:
    gold = [{"id": at, "text": TEXTS[one["id"]], "label": at % 2} for at, one in enumerate(GOLD)]
    other = {"id": "t", "text": str(gold[6]["text"]).replace(".", " ."), "label": 5}
    assert found_of(leaks(gold, id_field="id", tuning=[other], documents="text"))[0][:4] == (
        "in tuning data", 6, "tuning data", "t",
    )  # fmt: skip


def test_documents_of_one_form_are_no_copies_of_each_other() -> None:
    def clause(name: str, length: int) -> str:
        return " ".join(f"{name}{at}" for at in range(length))

    def form(at: int) -> str:
        rare, usual = clause(f"rare{at // 3}of", 20), clause("usual", 200)
        return f"Order of {GOLD[at]['buyer']}: {' '.join(f'{at}-{line * 7919}' for line in range(30))}. {rare} {usual}"

    gold = [{"id": at, "number": at * 7919, "text": form(at)} for at in range(36)]
    copy = {"id": "copy", "number": 1, "text": form(5).replace("usual30", "u5ual30")}
    twice = [one[:4] for one in found_of(leaks([*gold, copy], id_field="id", documents="text"))]
    assert twice == [("twice in gold", "copy", "gold", 5)]


def test_equal_labels_are_no_copies() -> None:
    assert leaks([{"label": "positive", "flag": True, "n": 3}] * 30).found == ()
    assert leaks([{}, {}, {"a": None}, {"a": ""}]).found == ()


@pytest.mark.parametrize(
    "record",
    [{"a": "x" * 300_000}, {"a": [[[[1] * 50] * 50]]}, {"a": "{" * 1000}, {"a": 10**5000}, {"a": "\ud800 \x00"}],
    ids=["long", "deep", "braces", "large", "surrogate"],
)
def test_hostile_records_and_prompts_are_looked_at_all_the_same(record: Any) -> None:
    found = leaks([record, *GOLD], {"A": '{"a": ' * 3000 + str(record["a"])[:4000] if record["a"] != 10**5000 else "{"})
    json.dumps(found.to_dict())
    assert len(found.to_frame()) == len(found.found)


def test_what_cannot_be_looked_for_is_refused() -> None:
    with pytest.raises(InputError, match=r"no record has a text under 'txt'.*text"):
        leaks([{"text": "a b"}], documents="txt")


@pytest.mark.parametrize("seed", range(3))
def test_all_kinds_that_the_simulation_plants_are_found_by_it(seed: int) -> None:
    made = planted(random.Random(seed))
    found = {(one.kind, one.record) for one in made.find().found}
    assert {(plant.kind, plant.record) for plant in made.plants} <= found


def test_the_kept_simulations_find_what_is_planted_and_hardly_anything_else() -> None:
    for row in KEPT["leaks"]:
        assert row["false"] / row["sims"] <= 0.05, row
        for name, count in row["found"].items():
            assert count / row["sims"] >= (0.85 if name == "values, split" else 0.95), name


def test_the_docs_show_the_kept_simulations() -> None:
    docs = " ".join((ROOT / "docs" / "statistics.md").read_text(encoding="utf-8").split())
    assert f"<!-- leaks --> {' '.join(table(KEPT['leaks']).split())} <!-- end -->" in docs
    assert {row["world"] for row in KEPT["leaks"]} == set(WORLDS)


def test_copies_are_those_that_a_look_at_all_values_of_all_records_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    turned = [dict(reversed(list({**one, "id": f"turned {at}"}.items()))) for at, one in enumerate(GOLD[:5])]
    other = [{**one, "id": f"other {at}", "more": at} for at, one in enumerate(GOLD[5:9])]
    gold: list[Any] = [*GOLD, *turned, *other, None, {}, {"id": "alone"}, {**GOLD[0], "more": True}, {"more": 1}]
    found = copies_in(gold, "id")
    assert found == {len(GOLD) + at: at for at in range(5)}
    monkeypatch.setattr(import_module("evaljson.leaks.copies"), "_looks", lambda record, id_field: 0)
    assert copies_in(gold, "id") == found


@pytest.mark.parametrize(
    ("change", "how"),
    [({}, "the same"), ({"paid": True}, "nearly the same"), ({"vendor": "ACME WORKS"}, "nearly the same")],
)
def test_records_are_the_same_where_all_values_are_not_only_texts_and_numbers(change: dict[str, Any], how: str) -> None:
    one = {"id": "r0", "vendor": "Acme works", "iban": "DE89370400440532013000", "paid": False}
    (found,) = leaks([one, {**one, "id": "r1", **change}], id_field="id").found
    assert (found.how, found.share) == (how, 1.0)
    told = (
        "all 3 values that are compared"
        if how == "the same"
        else "all 2 texts and numbers, whatever their case and order"
    )
    assert found.evidence.startswith(told[:4])
    assert ("whatever" in found.evidence) == (how != "the same")
