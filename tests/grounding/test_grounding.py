"""grounding(): which values are in the text of their document."""

import re
import unicodedata
from datetime import date
from random import Random
from typing import Any

import pytest

from evaljson import InputError, grounding, parse_eval_schema
from evaljson.grounding import TextSearch
from evaljson.grounding.document import SearchedText, folded, whole

TEXT = (
    "Invoice No. INV-007711\nDate: 18.06.2025  due August 17, 2025\nHarbor  Street\nOffice Supply Co.\n"
    "Total EUR1.247,50 net 1 050,25 VAT 19 % 0.5 x 12 for 17.83, ID A4711, credit 88.10-\n"
    "Müller GmbH & Co KG, Strasse 5, 東京都渋谷区\nPer Bela  Ivanova; O’Neil, Mary Ann\n"
)


@pytest.mark.parametrize(
    ("value", "how", "there"),
    [
        ("INV-007711", "exact", "INV-007711"),
        (" INV-007711\n", "exact", "INV-007711"),
        ("渋谷", "exact", "渋谷"),
        (17.83, "exact", "17.83"),
        (12, "exact", "12"),
        ("harbor street office supply co.", "normalised", "Harbor  Street\nOffice Supply Co."),
        ("MU\u0308LLER GMBH", "normalised", "Müller GmbH"),
        ("Straße 5", "normalised", "Strasse 5"),
        ("office_supply", "normalised", "Office Supply"),
        ("Harbor-street", "normalised", "Harbor  Street"),
        ("Ivanova, Bela", "normalised", "Bela  Ivanova"),
        ("Mary Ann O'Neil", "normalised", "O’Neil, Mary Ann"),
        ("2025-06-18", "date", "18.06.2025"),
        ("17/08/2025", "date", "August 17, 2025"),
        (1247.5, "number", "1.247,50"),
        ("$1,247.50", "number", "1.247,50"),
        (1050.25, "number", "1 050,25"),
        (0.19, "number", "19"),
        (-88.1, "number", "88.10"),
        ("arbor Street", "fuzzy", "Harbor  Street"),
        ("Harbor Stret Office Supply", "fuzzy", "Harbor  Street\nOffice Supply"),
    ],
)
def test_a_value_is_found_with_its_place(value: Any, how: str, there: str) -> None:
    place = TextSearch(TEXT).find(value)
    assert place is not None
    assert (place.how, TEXT[place.start : place.end]) == (how, there)
    assert (place.similarity < 1) == (how == "fuzzy")


@pytest.mark.parametrize(
    "value",
    [
        "INV-007712",
        "INV-00771",
        "Ivanova Bela",
        83,
        7711,
        4711,
        "Strasse 6",
        "bor Street",
        2026,
        "2025-06-19",
        "Miller AG",
        1.2475001,
    ],
)
def test_another_value_or_a_part_of_one_is_not_found(value: Any) -> None:
    assert TextSearch(TEXT).find(value) is None


SPACED = (
    "Under § 823 BGB, DE89 3704 0044 0532 0130 00, 5 kg and 12 5 for A 4-year plan in 5 days, 10 / 11, to get her 3; "
    "A61B 5/00, F16K31/06; GTIN 4 006381 333931, BIC AB12 CDEF, 7,69 kg, 20240115, part 12 345 678"
)


@pytest.mark.parametrize(
    ("value", "there"),
    [
        ("§823", "§ 823"),
        ("§823 BGB", "§ 823 BGB"),
        ("DE89370400440532013000", "DE89 3704 0044 0532 0130 00"),
        ("5kg", "5 kg"),
        ("10/11", "10 / 11"),
        ("A61B5/00", "A61B 5/00"),
        ("4006381333931", "4 006381 333931"),
        ("DE89 370400 440532013000", "DE89 3704 0044 0532 0130 00"),
        ("7.69kg", "7,69 kg"),
        ("2024 0115", "20240115"),
        ("F 16K 31/06", "F16K31/06"),
    ],
)
def test_spaces_beside_signs_and_numbers_and_in_long_codes_may_differ(value: str, there: str) -> None:
    place = TextSearch(SPACED).find(value)
    assert place is not None
    assert (place.how, SPACED[place.start : place.end]) == ("normalised", there)


@pytest.mark.parametrize(
    "value",
    [
        "125",
        "A4",
        "together 3",
        "§82",
        "§8 23",
        "5 k",
        "DE8937040044053201300",
        "1,25",
        "7.6 kg",
        "4006381333",
    ],
)
def test_spaces_between_words_or_numbers_count(value: str) -> None:
    assert TextSearch(SPACED).find(value) is None


def test_yes_and_no_are_what_a_document_is_asked_and_not_looked_for() -> None:
    found = grounding([{"a": "Yes", "b": "nein", "c": True, "d": "maybe", "e": "NO", "f": "Si"}], {0: "A text"})
    assert ([one.at for one in found.missing], found.not_looked_for) == (["d", "e", "f"], 3)


def test_dates_are_read_as_the_field_reads_them() -> None:
    field = {"type": "string", "x-eval-compare": {"date": {"formats": ["%Y%j"]}}}
    schema = {"type": "object", "properties": {"day": field}}
    assert grounding([{"day": "2025169"}], {0: TEXT}, schema).missing == ()
    assert [one.value for one in grounding([{"day": "2025169"}], {0: TEXT}).missing] == ["2025169"]


def test_fields_have_rates_with_intervals_and_what_is_missing_has_its_path() -> None:
    schema = {
        "type": "object", "x-eval-id": "id",
        "properties": {
            "id": {"type": "string"},
            "vendor": {"type": "string"},
            "kind": {"type": "string", "x-eval-skip": True},
            "items": {"type": "array", "items": {"type": "object", "properties": {"price": {"type": "number"}}}},
        },
    }  # fmt: skip
    records: list[dict[str, Any] | None] = [
        {"id": "a", "vendor": "Harbor", "kind": "x", "items": [{"price": 2.5}, {"price": 9}], "paid": True},
        {"id": "b", "vendor": "Quay", "kind": "y", "items": [{"price": 4}], "note": "urgent"},
        None,
        {"id": "c", "vendor": "Mill"},
    ]
    found = grounding(records, {"a": "Harbor 2.50", "b": "Quay No. 4"}, parse_eval_schema(schema))
    assert [(one.path, one.values, one.missing, one.records_without) for one in found.fields] == [
        ("vendor", 2, 0, 0), ("items[].price", 3, 1, 1), ("note", 1, 1, 1),
    ]  # fmt: skip
    assert [(one.record, one.at, one.value) for one in found.missing] == [
        ("a", "items[1].price", 9), ("b", "note", "urgent"),
    ]  # fmt: skip
    assert (found.records, found.without_text, found.values, found.not_looked_for) == (2, 1, 6, 1)
    price = found.at("items[].price")
    assert price is not None
    assert price.low is not None
    assert price.high is not None
    assert price.low < 0.5 < price.high
    assert found.sentence == ("2 of 6 values of 2 records (33.3%) are not in the text of their document, in 2 records.")
    assert list(found.to_frame()["not_in_text"]) == [one["not_in_text"] for one in found.to_dict()["fields"]]


def test_a_place_that_was_given_is_looked_at_first() -> None:
    text = "Total 12.50, of which shipping 12.50, tax 2"
    record = {"shipping": 12.5, "tax": 2}
    given: dict[str | int, dict[str, tuple[int, int]]] = {0: {"shipping": (31, 36), "tax": (0, 5)}}
    found = grounding([record], {0: text}, spans=given)
    assert [(one.path, one.missing, one.elsewhere) for one in found.fields] == [("shipping", 0, 0), ("tax", 0, 1)]


def test_values_inside_a_unit_and_of_maps_and_document_types_have_the_fields_of_the_schema() -> None:
    schema = {
        "type": "object", "x-eval-by": "kind",
        "properties": {"tags": {"type": "array", "items": {"type": "string"}, "x-eval-compare": "exact"}},
        "x-eval-schemas": {
            "bill": {"type": "object", "properties": {
                "sums": {"type": "object", "additionalProperties": {"type": "number"}}}},
        },
    }  # fmt: skip
    records: list[dict[str, Any]] = [
        {"kind": "bill", "sums": {"net": 1.5, "tax": 3}},
        {"kind": "x", "tags": ["a", "zz"]},
    ]
    found = grounding(records, {0: "1.5", 1: "a"}, schema)
    assert [(one.path, one.at) for one in found.missing] == [("bill: sums.*", "sums.tax"), ("tags", "tags[1]")]


def test_what_cannot_be_used_is_refused() -> None:
    with pytest.raises(InputError, match=r"between 0\.5 and 1"):
        grounding([{"a": 1}], {0: "1"}, threshold=90)
    with pytest.raises(InputError, match=r"no record has a text under 'txt'\..*text"):
        grounding([{"text": "1"}], "txt")


WRITTEN = {
    "text": lambda value, rng: rng.choice([value, value.upper(), value.replace(" ", "\n  "), value.replace(" ", " ")]),
    "number": lambda value, rng: rng.choice([f"{value:.2f}", f"{value:,.2f}", f"{value:.2f}".replace(".", ","),
                                             f"{value:,.2f}".translate({44: 46, 46: 44}), f"€{value:.2f}"]),
    "date": lambda value, rng: rng.choice([value.isoformat(), f"{value:%d.%m.%Y}", f"{value:%d %B %Y}",
                                           f"{value:%B} {value.day}, {value.year}", f"{value:%Y/%m/%d}"]),
}  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_exactly_the_values_left_out_of_messy_texts_are_not_found(seed: int) -> None:
    rng = Random(seed)
    left_out = set[tuple[int, str]]()
    records, texts = list[dict[str, Any]](), dict[str | int, str]()
    for number in range(25):
        record, lines = {}, []
        for field in range(12):
            kind = rng.choice(list(WRITTEN))
            if kind == "text":
                value: Any = " ".join("".join(rng.choices("bcdfghklmnprst", k=7)) for _ in range(rng.randint(1, 4)))
                as_json: Any = value
            elif kind == "number":
                value = as_json = rng.randrange(10**6, 10**9) / 100
            else:
                value = date(rng.randrange(1990, 2030), rng.randrange(1, 13), rng.randrange(13, 29))
                as_json = value.isoformat()
            record[f"{kind}{field}"] = as_json
            if rng.random() < 0.15:
                left_out.add((number, f"{kind}{field}"))
            else:
                lines.append(f"{rng.choice(['Ref:', 'No.', '-', 'Σ'])} {WRITTEN[kind](value, rng)} {rng.choice('|;')}")
        rng.shuffle(lines)
        records.append(record)
        texts[number] = "\n".join(lines)
    found = grounding(records, texts)
    assert {(one.record, one.path) for one in found.missing} == left_out


@pytest.mark.parametrize("seed", range(20))
def test_the_search_for_whole_words_is_that_of_trying_every_place(seed: int) -> None:
    rng = Random(seed)
    text = "".join(rng.choices("ab1 .,", k=60))
    for _ in range(20):
        wanted = "".join(rng.choices("ab1 .", k=rng.randint(1, 3)))
        places = [at for at in range(61 - len(wanted)) if text[at : at + len(wanted)] == wanted]
        free = [at for at in places if not _is_inside(text, at, at + len(wanted))]
        assert whole(text, wanted) == ((free[0], free[0] + len(wanted)) if free else None)


def _is_inside(text: str, start: int, end: int) -> bool:
    """Whether a longer word or number goes on over either end; written as patterns over the text before and after."""
    before, value, after = text[:start], text[start:end], text[end:]
    in_word = bool(re.search(r"\w$", before) and re.match(r"\w", value)) or bool(
        re.search(r"\w$", value) and re.match(r"\w", after)
    )
    in_number = bool(re.search(r"\d[.,']$", before) and re.match(r"\d", value)) or bool(
        re.search(r"\d$", value) and re.match(r"[.,']\d", after)
    )
    return in_word or in_number


@pytest.mark.parametrize("seed", range(20))
def test_the_place_of_a_normalised_text_is_what_was_folded(seed: int) -> None:
    rng = Random(seed)
    words = ["ﬁne", "STRASSE", "Straße", "a\u0308b", "x\u00adray", "½", "İzmir", "don’t", "—", "１２", "plain", "№5"]
    text = "".join(rng.choice(words) + rng.choice([" ", "\n", "\t  "]) for _ in range(30))
    listed = text.split()
    start = rng.randrange(25)
    wanted = folded(" ".join(listed[start : start + 3]))
    span = SearchedText(text).normalised(wanted)
    assert span is not None
    assert folded(text[slice(*span)]) == wanted
    assert unicodedata.is_normalized("NFKC", wanted)


@pytest.mark.parametrize(
    "text",
    ["1 " * 60_000, "a1" * 60_000, "1 may 20 " * 12_000, "1" * 120_000, "ß" * 120_000, "1,1." * 30_000, "-" * 120_000],
)
def test_hostile_texts_are_read_to_their_limit(text: str) -> None:
    found = grounding([{"n": 7, "s": "1a1", "d": "2031-01-02", "z": "a" * 3_000}], {0: text})
    assert len(found.missing) == 4
    assert found.notes == ("1 text cut after 100,000 characters: values may be behind that",)


@pytest.mark.parametrize(
    ("text", "value", "is_there"),
    [
        ("ethanol 3-23 %", 23, True),
        ("ethanol 3-23 %", 3, True),
        ("ethanol 2.5-5.0 %", 5.0, True),
        ("ethanol 2,5-12,5 %", 12.5, True),
        ("from 5-10mg", 10, True),
        ("ethanol 23-3 %", 3, False),
        ("CAS 67-64-1", 64, False),
        ("CAS 67-64-1", 1, False),
        ("no. INV-3-23", 23, False),
        ("tel. 44/117-496", 496, False),
        ("on 2020-05-20", 20, False),
    ],
)
def test_the_upper_end_of_a_range_is_a_number_and_a_part_of_a_code_is_none(
    text: str, value: float, is_there: bool
) -> None:
    assert (TextSearch(text).find(value) is not None) is is_there


@pytest.mark.parametrize(
    ("records", "texts", "words"),
    [
        ([{"a": "Acme Corporation Ltd"}], ["Acme Corporaton Ltd."],
         "The only value that was looked for is nearly in the text of its document."),
        ([{"a": "Acme"}], ["Acme"], "The only value that was looked for is in the text of its document."),
        ([{"a": "zz"}], ["nothing"], "The only value that was looked for is not in the text of its document."),
        ([{"a": "Acme Corporation Ltd", "b": 7}], ["Acme Corporaton Ltd, 7"],
         "All 2 values of 1 record are in the text of its document, 1 of them nearly."),
        ([{"a": 1}, {"a": 2}], ["1", "2"], "All 2 values of 2 records are in the text of their document."),
    ],
)  # fmt: skip
def test_the_sentence_tells_what_is_there_nearly_and_one_value_from_several(
    records: list[Any], texts: list[str], words: str
) -> None:
    assert grounding(records, dict(enumerate(texts))).sentence == words
