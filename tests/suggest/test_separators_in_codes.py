"""Codes that differ only in their separators: the number in the sentence is that of the values that become right."""

from __future__ import annotations

import re
from random import Random

import pytest

from evaljson.suggest.kinds import texts
from tests.suggest.made import kinds, of_kind, suggested

FORMS = ("##-###", "#-##-##", "##-##-##", "###-###", "####-#", "A##-##", "##:##", "## ###")
MARKS = ("-", " ", ".", "/", "", ",", "\u2013", ", ", " - ", ":")


def test_a_point_between_groups_of_digits_is_a_separator_too() -> None:
    golds = [f"{at}-{345 + at}" for at in range(12, 20)]
    pairs = [(gold, gold.replace("-", mark)) for gold, mark in zip(golds, " .....  ", strict=True)]
    separators = of_kind(suggested(pairs), "separators")
    assert separators.sentence.startswith("In field, 8 of 8 mismatches differ only in separators.")
    assert separators.effect is not None
    assert separators.effect.settled.gained == separators.evidence.explained == 8


@pytest.mark.parametrize("seed", range(80))
def test_the_number_in_the_sentence_is_what_the_rule_mends(seed: int) -> None:
    random = Random(seed)
    forms, marks = random.sample(FORMS, random.randint(1, 3)), random.sample(MARKS, random.randint(1, 4))
    pairs = []
    for _ in range(24):
        gold = re.sub("#", lambda _: random.choice("123456789"), random.choice(forms))
        written = re.sub(r"[-: ]", lambda _: random.choice(marks), gold)
        other = random.random() < 0.2
        pairs.append((gold, written[:-1] + "0" if other else written))
    for one in suggested(pairs):
        if one.kind in texts.TITLES and one.effect is not None and not one.builds_on:
            explained, gained = one.evidence.explained, one.effect.settled.gained
            with_others = "some of them with what else is proposed here" in one.sentence
            assert gained <= explained if with_others else gained == explained, one.sentence
            said = re.findall(r"(?:In field,|it settles) (\d+) ", one.sentence)
            assert sum(map(int, said)) == explained


def test_a_decimal_for_a_number_without_a_point_is_counted_and_a_high_risk() -> None:
    golds = [*(f"1{at}-{at}7" for at in range(5)), "635"]
    pairs = [*((gold, gold.replace("-", "/")) for gold in golds[:5]), ("635", "6.35")]
    separators = of_kind(suggested(pairs), "separators")
    assert separators.sentence.startswith("In field, 6 of 6 mismatches differ only in separators.")
    assert separators.effect is not None
    assert separators.effect.settled.gained == 6
    assert separators.risk.level == "high"
    assert separators.risk.why.endswith("; 6.35 counts as 635, which is another number.")


@pytest.mark.parametrize("written", ["{0}.{1}", "{0},{1}"])
def test_decimals_alone_are_no_evidence_for_separators(written: str) -> None:
    pairs = [(f"{at}-{at + 1}", written.format(at, at + 1)) for at in range(2, 9)]
    assert not {"separators", "punctuation"} & kinds(suggested(pairs))
