"""What exploratory verdicts add to the strict ones, in words."""

from dataclasses import replace

import pytest

from evaljson import Comparison, compare_many
from evaljson.compare.adjusted import verdict_under
from evaljson.compare.words.exploratory import added, exploratory_sentence, with_exploratory
from tests.compare.made import run


@pytest.fixture(scope="module")
def found() -> Comparison:
    runs = {"old": run(60), "new": run(60, {"name": range(8)}), "other": run(60, {"total": range(8)})}
    runs["last"] = run(60, {"sku": range(7)})
    return compare_many(runs, "old", resamples=200).comparisons["new"]


def test_it_names_fields_that_only_the_looser_adjustment_finds(found: Comparison) -> None:
    only = [one.path for one in found.fields if verdict_under(one, "bh", 0.95) != one.verdict]
    assert only == ["name"]
    assert exploratory_sentence(found) == (
        "Exploratory (Benjamini-Hochberg) verdicts, of which about one in twenty may be chance, add 1 field that got "
        "worse: name. All else here is strict (Holm)."
    )
    assert with_exploratory(found).sentence == f"{found.sentence} {exploratory_sentence(found)}"


def test_where_both_find_the_same_nothing_is_said(found: Comparison) -> None:
    same = replace(found, fields=tuple(replace(one, p_bh=one.p_holm) for one in found.fields))
    assert exploratory_sentence(same) == ""
    assert with_exploratory(same) is same


def test_keys_that_the_schema_lacks_are_named_apart(found: Comparison) -> None:
    key = next(replace(one, path="extra", declared=False) for one in found.fields if one.path == "name")
    several = replace(found, fields=(*found.fields, key))
    assert "1 field that got worse: name; 1 key that the schema lacks and that got worse: extra." in (
        exploratory_sentence(several)
    )
    count = added(several, "worse")
    assert (count.fields, count.keys) == (1, 1)
