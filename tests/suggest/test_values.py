"""What is suggested for the values of a single field, and what is not."""

from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT
from evaljson.suggest import apply
from tests.suggest.made import Values, kinds, of_kind, plain, suggested, with_right

NAMES = ["Ada Lovelace", "Grace Hopper", "Édith Clarke", "Mary Jackson", "Annie Easley", "Jean Bartik"]
CODES = ["Kx-417", "Mz-220", "Ny-803", "Lx-556", "Qy-101", "Rz-774"]
DATES = [f"2024-0{month}-1{month}" for month in range(1, 7)]
ICD = ["E11.9", "I25.10", "J45.909", "M54.5", "K21.8"]
DASHES = "[\u2010\u2011\u2012\u2013\u2014\u2015\u2212]"
TEXTS = [
    f"The delivery of lot {n} was late because the carrier had lost two of the five pallets on the way here."
    for n in range(6)
]


def every(change: Any, values: list[Any]) -> Values:
    return [(value, change(value)) for value in values]


@pytest.mark.parametrize(
    ("kind", "values", "settings"),
    [
        ("case", every(str.upper, NAMES), {"x-eval-transform": ["lowercase"]}),
        ("case", every(str.upper, ["Gießen", "Straße", "Bonn"]), {"x-eval-transform": ["casefold"]}),
        ("accents", every(lambda t: t.replace("é", "e"), ["Renée", "José"]), {"x-eval-transform": ["strip_accents"]}),
        ("whitespace", every(lambda t: t.replace(" ", "\n "), NAMES), {"x-eval-transform": ["normalize_whitespace"]}),
        (
            "lookalikes",
            every(lambda t: t.replace("-", "\u2013"), ["a-b", "c-d", "e-f"]),
            {"x-eval-transform": [{"regex_replace": {"pattern": DASHES, "replacement": "-"}}]},
        ),
        (
            "punctuation",
            every(lambda t: t + ".", NAMES),
            {"x-eval-transform": ["strip_punctuation", "normalize_whitespace"]},
        ),
        (
            "hyphens",
            [("Propan-2-ol", "Propan 2 ol"), ("p-Xylene", "p Xylene"), ("co op", "co-op")],
            {
                "x-eval-transform": [
                    {"regex_replace": {"pattern": r"(?<=\w)[\s\-_\u2010-\u2015]+(?=\w)", "replacement": " "}}
                ]
            },
        ),
        (
            "spaces",
            every(lambda t: f"{t[:2]} {t[2:5]} {t[5:]}", ["DE129273398", "AT123456789", "FR987654321"]),
            {"x-eval-transform": [{"regex_replace": {"pattern": "\\s+"}}]},
        ),
        ("word_order", every(lambda t: " ".join(reversed(t.split())), NAMES), {"x-eval-transform": ["sort_tokens"]}),
        ("number_for_text", every(int, ["10115", "20095"]), {"x-eval-transform": [{"type_convert": {"to": "str"}}]}),
        ("date", every(lambda d: ".".join(reversed(d.split("-"))), DATES), {"x-eval-compare": "date"}),
        (
            "date",
            [("2024-12-31", "31/12/2024"), ("2024-03-04", "04/03/2024"), ("2024-05-06", "06/05/2024")],
            {"x-eval-compare": {"date": {"day_first": True}}},
        ),
        ("datetime", every(lambda d: f"{d}T12:00:00+02:00", DATES), None),
        ("amount", every(lambda a: f"{a} EUR", ["12.50", "99.90", "1.00"]), {"x-eval-compare": "amount"}),
        ("quantity", every(lambda q: q.replace(" kg", "000 g"), ["5 kg", "12 kg"]), {"x-eval-compare": "quantity"}),
        ("url", every(lambda u: u.replace("https://", "http://www."), [f"https://a{n}.de/x" for n in range(4)]),
         {"x-eval-compare": "url"}),
        ("quantity", [("12300 kg", 12300), ("4100 kg", 4100), ("900 kg", "900 kg")],
         {"x-eval-compare": {"quantity": {"unit": "kg"}}}),
        ("quantity", [("12300 kg", "12,3 t"), ("4100 kg", 4100), ("900 kg", 900), ("800 kg", "800 kg")],
         {"x-eval-compare": {"quantity": {"decimal": ",", "unit": "kg"}}}),
        ("synonyms", [("DE", "Germany")] * 4 + [("FR", "France")] * 3,
         {"x-eval-transform": [{"map_values": {"values": {"France": "FR", "Germany": "DE"}}}]}),
        ("added_words", every(lambda t: t + " Uhr", ["14:05", "09:30", "18:00"]),
         {"x-eval-transform": [{"regex_replace": {"pattern": r"(?<=\d)\s*(?:Uhr)\s*$"}}]}),
        ("synonyms", [("Hauptstraße 5", "Hauptstr. 5")] * 3,
         {"x-eval-transform": [{"map_values": {"values": {"Hauptstr. 5": "Hauptstraße 5"}}}]}),
        ("null_words", [(None, "N/A"), (None, "none"), ("x", "x")],
         {"x-eval-transform": [{"null_if": {"values": ["n/a", "none"], "ignore_case": True}}]}),
        ("null_words", [(None, "unknown"), (None, "Unbekannt"), ("x", "x")],
         {"x-eval-transform": [{"null_if": {"values": ["unbekannt", "unknown"], "ignore_case": True}}]}),
        ("nulls", [(None, ABSENT), (ABSENT, None), ("x", "x")], {"x-eval-nulls": {"absent": [None]}}),
        ("nulls", [(None, ""), (None, ABSENT), (None, None)],
         {"x-eval-nulls": {"absent": [None, ""], "both_absent": "match"}}),
        ("nulls", [(ABSENT, None)] * 2 + [(None, None)] * 5, {"x-eval-nulls": {"absent": [None]}}),
        ("skip", [(f"{n:032x}"[::-1], f"{n + 99:032x}"[::-1]) for n in range(9)], {"x-eval-skip": True}),
        ("semantic", every(lambda t: "A carrier lost pallets, so it was late.", TEXTS), {"x-eval-compare": "semantic"}),
    ],
)  # fmt: skip
def test_a_field_of_texts_gets_what_explains_its_errors(
    kind: str, values: Values, settings: dict[str, Any] | None
) -> None:
    if kind == "datetime":
        values = [(f"{gold}T10:00:00Z", extracted) for gold, extracted in values]
    suggestions = suggested(values)
    suggestion = of_kind(suggestions, kind)
    if settings is not None:
        assert suggestion.settings == settings
        assert plain(apply(suggestions.schema, [suggestion])) == settings


@pytest.mark.parametrize(
    ("compare", "values", "kind", "set_to"),
    [
        ({"quantity": {"decimal": ","}}, [("5 kg", 5), ("12 kg", 12), ("7 kg", "7000 g")], "unit",
         {"x-eval-compare": {"quantity": {"decimal": ",", "unit": "kg"}}}),
        ("quantity", [(5, "5 kg"), (12, "12 kg"), (7, 7)], "unit", {"x-eval-compare": {"quantity": {"unit": "kg"}}}),
        ("fuzzy", every(str.upper, ["Oakfield Mills", "Kaiser Stahl AG", "Baltic Grain"]), "case",
         {"x-eval-transform": ["lowercase"]}),
        ("levenshtein", every(str.upper, ["Oakfield Mills", "Kaiser Stahl AG", "Baltic Grain"]), "case",
         {"x-eval-transform": ["lowercase"]}),
        ("quantity", [("5 kg", 6), ("12 kg", 13)], None, None),
        ({"quantity": {"unit": "g"}}, [("5 kg", 5), ("12 kg", 12)], None, None),
        ("normalized", every(str.upper, ["Oakfield Mills", "Kaiser Stahl AG"]), None, None),
        *((chosen, every(lambda t: t.replace("Boulevard", "Blvd."), [f"{n} Boulevard" for n in "ABC"]),
           "abbreviations", {}) for chosen in ("normalized", "fuzzy", "levenshtein")),
        ("fuzzy", [("Oakfield Mills", "Oakfield Mill")] * 3, None, None),
    ],
)  # fmt: skip
def test_a_comparator_that_somebody_chose_stays_and_gets_only_what_helps_it(
    compare: Any, values: Values, kind: str | None, set_to: dict[str, Any] | None
) -> None:
    suggestions = suggested(values, **{"x-eval-compare": compare})
    if kind is None:
        assert not kinds(suggestions)
    else:
        assert kinds(suggestions) == {kind}
        assert plain(apply(suggestions.schema, [of_kind(suggestions, kind)])).items() >= (set_to or {}).items()


@pytest.mark.parametrize(
    ("kind", "type_", "values", "compare"),
    [
        ("boolean", "boolean", [(True, "yes"), (False, "no"), (True, True)], "boolean"),
        ("boolean", "boolean", [(True, 1), (False, 0), (True, True)], {"boolean": {"numbers": True}}),
        ("amount", "number", [(1247.5, "1.247,50 €"), (80.0, "€80.00"), (3.5, 3.5)], "amount"),
        ("amount", "number", [(47.5, "47,50"), (80.25, "80,25 EUR"), (3.5, 3.5)], {"amount": {"decimal": ","}}),
        ("quantity", "number", [(19, "19 %"), (7, "7 %"), (8.5, 8.5)], {"quantity": {"unit": "%"}}),
        ("added_words", "integer", [(72, "72 bpm"), (80, "80bpm"), (64, "64 bpm")], None),
        ("tolerance", "number", [(12.34, 12.3), (7.77, 7.8), (9.51, 9.5), (40.0, 80.0)], "numeric"),
    ],
)
def test_a_field_of_other_types_gets_the_comparator_that_reads_both_sides(
    kind: str, type_: str, values: Values, compare: Any
) -> None:
    suggestion = of_kind(suggested(values, type_), kind)
    assert suggestion.gain > 0
    if compare is None:
        return
    comparator = suggestion.settings["x-eval-compare"]
    assert (next(iter(comparator)) if kind == "tolerance" else comparator) == compare


@pytest.mark.parametrize(
    ("what", "type_", "values"),
    [
        ("codes that mix cases", "string", every(str.upper, CODES)),
        ("codes told apart by case", "string", [("AB1", "ab1"), ("CD2", "cd2"), ("ab1", "ab1"), ("cd2", "cd2")]),
        ("initials", "string", [(f"Jane {n}", f"J. {n}") for n in ("Roe", "Low", "Poe")]),
        ("words cut short and numbers misread", "string", [(f"Oakstreet {n}", f"Oakstr. {n + 1}") for n in range(4)]),
        ("digits misread", "string", [("B77460", "877460")] * 4 + [("C1", "C1")]),
        ("words added to one value alone", "string", [("14:05", "14:05 Uhr")] * 4),
        ("words that tell gold values apart", "string",
         [("5 kg", "5 kg net"), ("6 kg", "6 kg net"), ("7 kg", "7 kg net"), ("8 kg net", "8 kg net")]),
        ("names with more behind them", "string", [(f"{a} Ltd", f"{a} Ltd Holding") for a in ("Ada", "Bob", "Cy")]),
        ("house numbers misread", "string", [("Hauptstraße 5", "Hauptstr. 6")] * 4),
        ("texts cut off", "string", [("Paper, 20 lb, white", "Paper, 20 lb")] * 4),
        ("errors that hit another gold value now and then", "string",
         [("red", "blue")] * 3 + [(colour, colour) for colour in ("red", "blue") * 6]),
        ("whole numbers off by one", "integer", [(n, n + 1) for n in range(2, 12)]),
        ("errors as large as the numbers", "number", [(12.5, 99.0), (3.25, 7.0), (8.75, 1.0)]),
        ("rounding beside errors that are hardly larger", "number",
         [(12.34, 12.3), (7.77, 7.8), (9.51, 9.5), (4.0, 4.05), (6.0, 6.06), (3.0, 3.07)]),
        ("postal codes that lost a zero", "string", [("01099", 1099), ("02110", 2110), ("03046", 3046)]),
        ("days that are others", "string", [("2024-10-08", "2024-08-10"), ("2024-03-04", "2024-04-03")]),
        ("values that were missed", "string", [("x", None), ("y", ABSENT), ("z", None)]),
        ("values that were made up", "string", [(None, "x"), (ABSENT, "y"), (None, "z")]),
        ("long texts that are right", "string", every(str, TEXTS)),
        ("yes for no", "boolean", [(True, "no"), (False, "yes"), (True, "no")]),
        ("one difference alone", "string", [("Ada", "ADA"), ("Bob", "Bob")]),
        ("decimals without their point", "string", every(lambda t: t.replace(".", ""), ["1.5", "2.7", "3.9", "4.12"])),
        ("codes that only separators tell apart", "string",
         [*every(lambda t: t.replace(".", ""), ICD), ("E1.19", "E1.19")]),
        ("numbers that only a zero tells apart", "string", [*every(lambda t: t[1:], ["03", "07", "01"]), ("3", "3")]),
        ("one code that lost its separator everywhere", "string", [("E11.9", "E119")] * 4),
        ("zeros inside of numbers", "string", [("1001", "11"), ("2002", "22"), ("3003", "33")]),
        ("rooms with words before them", "string", every(lambda t: t.replace("0", ""), [f"Room 0{n}" for n in "357"])),
    ],
)  # fmt: skip
def test_real_errors_speak_for_nothing(what: str, type_: str, values: Values) -> None:
    assert kinds(suggested(values, type_)) == set(), what


@pytest.mark.parametrize(
    ("gold", "extracted", "again"),
    [("4 boxes", "4 ctn", "9 ctn"), ("7 Nächte", "7N.", "3 N."), ("2 nights", "2 n'ts", "5 n'ts")],
)
def test_another_word_behind_the_same_number_is_a_synonym(gold: str, extracted: str, again: str) -> None:
    word = gold.split()[1]
    values = [(f"{n} {word}", extracted.replace(gold[0], str(n))) for n in range(1, 5)]
    wrong = (f"6 {word}", again)
    suggestions = suggested([*values, wrong, (f"8 {word}", f"8 {word}")])
    suggestion = of_kind(suggestions, "synonyms")
    assert suggestion.evidence.explained == 4
    assert suggestion.effect is not None
    after = suggestion.effect.variants["a"].field_after
    assert after.f1 == pytest.approx(5 / 6), "another number stays wrong"


def test_two_ways_of_writing_are_two_suggestions_that_work_together() -> None:
    values = [("Zoë Blå", "ZOË BLÅ"), ("Ärna", "Arna"), ("Noël Öz", "NOEL OZ"), ("Éa Ü", "EA U")]
    suggestions = suggested(with_right(values, NAMES))
    assert kinds(suggestions) == {"case", "accents"}
    assert suggestions.together is not None
    assert suggestions.together.variants["a"].after.f1 == 1.0
    assert of_kind(suggestions, "case").evidence.explained == 3


def test_ways_of_writing_that_come_together_alone_are_one_suggestion() -> None:
    suggestions = suggested(
        [("Lovelace, Ada", "Ada Lovelace"), ("Hopper, Grace", "Grace Hopper"), ("Bartik, Jean", "Jean Bartik")]
    )
    [suggestion] = suggestions
    assert suggestion.kind == "word_order"
    assert suggestion.settings == {"x-eval-transform": ["strip_punctuation", "normalize_whitespace", "sort_tokens"]}
    assert suggestion.sentence == (
        "In field, 3 of 3 mismatches differ only in punctuation and the order of words. "
        "Ignoring punctuation and extra white space and ignoring the order of words raises F1 by 100.0 points."
    )


def test_what_never_comes_alone_takes_along_what_it_comes_with_and_has_a_gain() -> None:
    values = [("Zoë Blå", "ZOE BLA"), ("Ärna Öst", "ARNA OST"), ("Renée", "Renee"), ("José", "Jose"), ("Bob", "Bob")]
    suggestions = suggested(values)
    case = of_kind(suggestions, "case")
    assert case.settings == {"x-eval-transform": ["lowercase", "strip_accents"]}
    assert case.evidence.explained == 4
    assert "2 of 4 mismatches differ only in case and accents" in case.sentence
    assert "; it settles 2 more, which need only “Ignore accents”. " in case.sentence
    assert all(suggestion.gain > 0 for suggestion in suggestions)
    assert suggestions.together is not None
    assert suggestions.together.variants["a"].after.f1 == 1.0


def test_the_parameters_that_somebody_chose_stay() -> None:
    chosen = {"x-eval-compare": {"fuzzy": {"method": "token_sort"}}}
    suggestions = suggested(every(str.upper, NAMES), **chosen)
    assert plain(apply(suggestions.schema, list(suggestions)))["x-eval-compare"] == chosen["x-eval-compare"]


def test_null_and_a_missing_key_are_looked_at_under_any_comparator() -> None:
    dates = [("2024-01-02", "02.01.2024"), ("2024-03-04", "04.03.2024")]
    suggestions = suggested([*dates, (ABSENT, None), (ABSENT, None)], **{"x-eval-compare": "date"})
    assert kinds(suggestions) == {"nulls"}
    assert suggestions[0].settings == {"x-eval-compare": "date", "x-eval-nulls": {"absent": [None]}}


def test_a_synonym_that_is_a_gold_value_too_needs_to_prevail_and_is_a_high_risk() -> None:
    values = [("Stk", "pcs")] * 6 + [("Stk", "Stk"), ("pcs", "pcs"), ("pcs", "pcs")]
    suggestion = of_kind(suggested(values), "synonyms")
    assert suggestion.risk.level == "high"
    assert {"Stk", "pcs"} == set(suggestion.risk.merged[0])
    assert suggestion.risk.n_doubtful == 6


def test_gold_values_that_become_the_same_are_named() -> None:
    values = [*every(str.upper, NAMES), ("ada lovelace", "ada lovelace")]
    suggestion = of_kind(suggested(values), "case")
    assert suggestion.risk.merged == (("Ada Lovelace", "ada lovelace"),)
    assert suggestion.risk.level == "medium"


def test_evidence_counts_and_shows_examples() -> None:
    suggestion = of_kind(suggested([*every(str.upper, NAMES), ("Kay", "Kai")]), "case")
    assert (suggestion.evidence.explained, suggestion.evidence.of, suggestion.evidence.records) == (6, 7, 6)
    assert len(suggestion.evidence.examples) == 5
    assert {(e.variant, e.record, e.gold, e.extracted, e.status) for e in suggestion.evidence.examples} >= {
        ("a", "0", "Ada Lovelace", "ADA LOVELACE", "mismatch")
    }
    assert suggestion.sentence == (
        "In field, 6 of 7 mismatches differ only in case. Ignoring upper and lower case raises F1 by 85.7 points."
    )


def test_each_kind_speaks_in_whole_sentences_of_the_field_and_of_what_it_brings() -> None:
    known = {"DE": "Germany", "FR": "France", "IT": "Italy"}
    synonyms = of_kind(suggested(list(known.items()) * 3 + [("AT", "AT")]), "synonyms")
    assert synonyms.sentence.startswith("In field, 9 of 9 mismatches are the same few pairs: ")
    assert synonyms.sentence.endswith(". Mapping 3 values to gold's raises F1 by 90.0 points.")
    nulls = of_kind(suggested([(None, ""), (None, ABSENT), (None, None)]), "nulls")
    ways = "a missing key, an empty text or null, one against another: neither side has a value"
    assert nulls.sentence.startswith(
        f"In field, 2 of 2 wrong results are {ways}. Treating these as the same raises F1 "
    )
    hashes = of_kind(suggested([(f"{n:032x}"[::-1], f"{n + 99:032x}"[::-1]) for n in range(9)]), "skip")
    assert hashes.sentence.startswith(
        "The field field looks like an id or a hash, and 0 of 9 results agree. Skipping it "
    )


@pytest.mark.parametrize(
    ("kind", "gold", "change", "level"),
    [
        ("separators", ICD, lambda t: t.replace(".", ""), "medium"),
        ("separators", ["978-3-16", "0-306-40615-2", "1-86-6"], lambda t: t.replace("-", " "), "medium"),
        ("leading_zeros", ["03", "7", "01", "011"], lambda t: t.lstrip("0"), "medium"),
        ("leading_zeros", ["3", "7", "1"], lambda t: f"0{t}", "medium"),
        ("leading_zeros", ["INV-0031", "INV-0042", "INV-0107"], lambda t: t.replace("-0", "-"), "high"),
        ("leading_zeros", ["01099", "02110", "03046"], lambda t: t[1:], "high"),
        ("leading_zeros", ["007", "012", "031"], lambda t: t.lstrip("0"), "high"),
    ],
)
def test_codes_may_be_written_with_other_separators_and_zeros(
    kind: str, gold: list[str], change: Any, level: str
) -> None:
    suggestions = suggested(every(change, gold))
    suggestion = of_kind(suggestions, kind)
    assert kinds(suggestions) == {kind}
    assert suggestion.risk.level == level
    assert "Gold values stay distinct, but" in suggestion.risk.why
    assert ("the same length" in suggestion.risk.why) is (level == "high")
    assert suggestion.gain > 0.7
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].after.f1 == 1.0
    assert (suggestions.together is None) is (level == "high"), "what is risky is never applied with the others"


@pytest.mark.parametrize(
    ("behind", "level"),
    [pytest.param("Z", "medium", id="a zone that gold lacks"), pytest.param("", "low", id="no zone")],
)
def test_times_that_are_read_in_a_zone_say_so(behind: str, level: str) -> None:
    values = [(f"{date}T11:30", f"{date} 11:30:00{behind}") for date in DATES]
    suggestion = of_kind(suggested(values), "datetime")
    assert suggestion.risk.level == level
    assert ("times without a zone are UTC" in suggestion.sentence) is bool(behind)
    assert ("times that name no zone are read as UTC" in suggestion.risk.why) is bool(behind)
