"""Ways in which texts are written that settle each other: what a suggestion explains is what it makes right."""

from __future__ import annotations

from random import Random

import pytest

from evaljson.suggest.kinds import texts
from tests.suggest.made import of_kind, suggested

PEOPLE = ["Anna Bell", "Carl Dorn", "Eva Fink", "Gus Hart", "Ida Jonas", "Kurt Lang", "Mia Nolte", "Otto Pohl"]
CHANGES = (
    lambda text: f"{text} ",
    lambda text: text.replace(" ", "  "),
    lambda text: text.replace(" ", ""),
    lambda text: text.upper(),
    lambda text: text.replace(" ", ", "),
    lambda text: text.replace(" ", "-"),
    lambda text: " ".join(reversed(text.split())),
    lambda text: text.replace("a", "á"),
)


def test_what_settles_milder_differences_too_says_how_many_these_are() -> None:
    pairs = [(name, f"{name} ") for name in PEOPLE[:5]] + [(name, name.replace(" ", "")) for name in PEOPLE[5:]]
    spaces = of_kind(suggested(pairs), "spaces")
    assert spaces.sentence.startswith(
        "In field, 3 of 8 mismatches differ only in where white space is; it settles 5 more, which need only "
        "“Read all white space as single spaces”. Ignoring white space raises F1 by 100.0 points."
    )
    assert spaces.evidence.explained == 8


@pytest.mark.parametrize("seed", range(40))
def test_what_is_explained_is_what_becomes_right(seed: int) -> None:
    random = Random(seed)
    changes = random.sample(CHANGES, random.randint(1, 4))
    pairs = []
    for name in PEOPLE * 3:
        written = name
        for change in random.sample(changes, random.randint(0, min(2, len(changes)))):
            written = change(written)
        pairs.append((name, written))
    for one in suggested(pairs):
        if one.kind in texts.TITLES and one.effect is not None and not one.builds_on:
            explained, gained = one.evidence.explained, one.effect.settled.gained
            with_others = "some of them with what else is proposed here" in one.sentence
            assert gained <= explained if with_others else gained == explained, one.sentence


def test_what_punctuation_leaves_between_words_is_one_space() -> None:
    pairs = [("low, stable", "low - stable"), ("high, new", "high; new"), ("mid, old", "mid : old"), ("a b", "a b")]
    suggestions = suggested(pairs)
    punctuation = of_kind(suggestions, "punctuation")
    assert punctuation.effect is not None
    assert (punctuation.evidence.explained, punctuation.effect.settled.gained) == (3, 3)


CODE_CHANGES = (
    lambda text: text.replace("-", " "),
    lambda text: text.replace("-", ""),
    lambda text: text.replace(" ", ""),
    lambda text: text.lower(),
    lambda text: f"{text}.",
    lambda text: f"0{text}",
)


@pytest.mark.parametrize("seed", range(60))
def test_what_else_is_proposed_is_proposed(seed: int) -> None:
    """Codes that differ in nothing else keep their form, and then nothing is told of that."""
    random = Random(seed)
    codes = [
        f"{random.choice(['AB', 'ab', 'K'])}{random.choice(['-', '', ' '])}{random.randint(0, 60)}" for _ in range(20)
    ]
    changes = random.sample(CODE_CHANGES, 3)
    pairs = []
    for code in codes:
        written = code
        for change in random.sample(changes, random.randint(0, 2)):
            written = change(written)
        pairs.append((code, written))
    found = [one for one in suggested(pairs) if one.kind in texts.TITLES]
    for one in found:
        assert len(found) > 1 or "what else is proposed here" not in one.sentence
