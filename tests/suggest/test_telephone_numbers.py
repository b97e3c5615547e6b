"""Telephone numbers: where they are suggested, and what has such digits and is none."""

import re
from typing import Any

import pytest

from tests.suggest.made import kinds, of_kind, suggested


@pytest.mark.parametrize(
    ("gold", "extracted", "params"),
    [
        ("+49 30 12345{}", "004930 12345{}", {}),
        ("004930 12345{}", "+49 (30) 12345{}", {}),
        ("+49 30 12345{}", "(030) 12345{}", {"region": "DE"}),
        ("(030) 12345{}", "+49-30-12345{}", {"region": "DE"}),
        ("+1 212 555 234{}", "212-555-234{}", {"region": "US"}),
        ("+49 30 12345{}", "+49 (30) 12345{}", {}),
    ],
)
def test_telephone_numbers_are_known_in_each_of_their_forms(gold: str, extracted: str, params: dict[str, str]) -> None:
    pytest.importorskip("phonenumbers")
    right = [(gold.format(n), extracted.format(n)) for n in range(4)]
    wrong = (gold.format(7), extracted.format(8))
    suggestion = of_kind(suggested([*right, wrong]), "phone")
    assert suggestion.settings["x-eval-compare"] == ({"phone": params} if params else "phone")
    assert suggestion.evidence.explained == 4
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].field_after.f1 == pytest.approx(0.8), "another number stays wrong"
    assert ("read as numbers of" in suggestion.risk.why) is bool(params)


@pytest.mark.parametrize(
    ("gold", "kind"),
    [
        ("90-96654-7561{}", "separators"), ("978-3-16-14841{}", "separators"), ("12 34 56 7{}", "spaces"),
        ("093-727-3{}", "separators"),
        ("044 123 45 6{}", "phone"), ("(212) 555-019{}", "phone"), ("212-555-019{}", "phone"),
        ("+1 212 555 019{}", "phone"),
    ],
)  # fmt: skip
def test_digits_with_separators_are_telephone_numbers_only_where_they_are_written_as_such(gold: str, kind: str) -> None:
    pytest.importorskip("phonenumbers")
    pairs = [(text, re.sub(r"\D", "", text)) for text in (gold.format(n) for n in range(6))]
    assert kind in kinds(suggested(pairs))
    assert kind == "phone" or "phone" not in kinds(suggested(pairs))


def test_telephone_numbers_whose_separators_differ_need_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise ImportError("no package")

    monkeypatch.setattr("evaljson.comparators.web.phone._library", missing)
    gold = ["+49 30 123456", "+49 40 223456", "+49 89 555456"]
    suggestions = suggested([(text, text.replace(" ", "-")) for text in gold])
    assert kinds(suggestions) == {"separators"}
    assert suggestions[0].gain == 1.0
