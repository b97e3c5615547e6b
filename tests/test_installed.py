"""Comparators and transforms of installed packages."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import evaljson
from evaljson.comparators import registry as comparators
from evaljson.transforms import registry as transforms

CODE = """
from evaljson import ComparatorResult
def first_letter(gold, extracted, params):
    return ComparatorResult(float(gold[:1] == extracted[:1]), "first_letter")
def backwards(value):
    return value[::-1]
"""
ENTRY_POINTS = """
[evaljson.comparators]
first_letter = letters_for_tests:first_letter
exact = letters_for_tests:first_letter
broken_one = letters_for_tests:missing
[evaljson.transforms]
backwards = letters_for_tests:backwards
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A real distribution on the path, with a module and its metadata."""
    info = tmp_path / "letters_for_tests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: letters-for-tests\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "letters_for_tests.py").write_text(CODE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(comparators, "_user", {})
    monkeypatch.setattr(transforms, "_user", {})
    yield
    sys.modules.pop("letters_for_tests", None)


def scored(**settings: object) -> float | None:
    schema = {"type": "object", "properties": {"f": {"type": "string", **settings}}}
    return evaljson.evaluate([{"f": "abc"}], [{"f": "axc"}], schema).mean_f1


def test_a_comparator_of_an_installed_package_is_known_by_its_name() -> None:
    assert scored(**{"x-eval-compare": "first_letter"}) == 1.0
    assert "first_letter" in comparators.comparator_names()


def test_a_transform_of_an_installed_package_is_known_by_its_name() -> None:
    assert scored(**{"x-eval-compare": "first_letter", "x-eval-transform": ["backwards"]}) == 1.0
    assert "backwards" in transforms.transform_names()


def test_one_of_ours_is_never_replaced() -> None:
    assert scored(**{"x-eval-compare": "exact"}) == 0.0


def test_one_that_cannot_be_loaded_says_which_package_and_why() -> None:
    with pytest.raises(evaljson.SchemaError, match=r"'broken_one' of letters-for-tests .* cannot be loaded"):
        scored(**{"x-eval-compare": "broken_one"})


def test_it_is_part_of_the_signature() -> None:
    schema = {"type": "object", "properties": {"f": {"type": "string", "x-eval-compare": "first_letter"}}}
    run = evaljson.evaluate([{"f": "a"}], [{"f": "a"}], schema)
    assert "first_letter" in run.signature["plug_ins"]["comparators"]
