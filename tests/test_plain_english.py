"""Docs, docstrings and messages hold none of the words that docs/preferred-words.txt advises against."""

from pathlib import Path

import pytest

from tests.plain_english import Offence, of_part, offences, parts, rule, rules


@pytest.mark.parametrize("part", parts())
def test_a_part_is_in_plain_english(part: str) -> None:
    offences = of_part(part)
    assert not offences, "\n".join(["", *map(str, offences)])


def test_the_list_of_words_can_be_read() -> None:
    assert len(rules()) > 20


@pytest.mark.parametrize("line", ["no tab", "pattern\tbetter\tcode"])
def test_a_line_that_is_no_rule_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"unpack|only `docs`"):
        rule(line)


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        pytest.param("The version in\nforce is shown.", True, id="over a line break"),
        pytest.param("Anew: it is read.", True, id="at the beginning"),
        pytest.param("The option `in force` is read.", False, id="code"),
        pytest.param("```\nin force\n```", False, id="code block"),
        pytest.param("The renewed force.", False, id="part of a word"),
        pytest.param("| a | b |\n|---|---|\n| in force | x |", True, id="table"),
        pytest.param(f"{'word ' * 31}", True, id="long line"),
        pytest.param(f"| a |\n|---|\n| {'word ' * 31} |", False, id="long line of a table"),
    ],
)
def test_docs_are_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, is_found: bool) -> None:
    assert bool(_found(tmp_path, monkeypatch, "page.md", text)) is is_found


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        pytest.param('def f():\n    """The sum of it."""', True, id="no verb"),
        pytest.param('def f():\n    """Return the sum."""', False, id="verb"),
        pytest.param('@property\ndef f():\n    """The sum of it."""', False, id="property"),
        pytest.param('class A:\n    """The sum of it."""', False, id="class"),
        pytest.param("raise ValueError(f'{name} is in force')", True, id="text in an f-string"),
        pytest.param("status = 'omission'", False, id="name in data"),
        pytest.param("unnamed = 'somebody'", False, id="single word"),
        pytest.param("x = 1  # in force", False, id="comment"),
    ],
)
def test_code_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, is_found: bool) -> None:
    assert bool(_found(tmp_path, monkeypatch, "module.py", text)) is is_found


def test_an_offence_names_place_phrase_and_what_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (offence,) = _found(tmp_path, monkeypatch, "page.md", "Fine.\n\nWhat is in force.")
    assert str(offence) == "page.md:3: “in force”: write current"


def _found(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> list[Offence]:
    monkeypatch.setattr("tests.plain_english.ROOT", folder)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return list(offences(path))
