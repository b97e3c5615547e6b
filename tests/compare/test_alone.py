"""What a pair would show alone, checked against a comparison of the pair alone."""

from random import Random

import pytest

from evaljson import compare_many
from evaljson.compare.verdict import Verdict
from evaljson.compare.words.alone import alone_note, of_alone
from tests.compare.made import run

FIELDS = ("name", "total", "sku", "price")


@pytest.mark.parametrize("seed", range(12))
def test_fields_that_differ_alone_are_those_that_a_comparison_of_the_two_finds(seed: int) -> None:
    random = Random(seed)
    runs = {
        name: run(40, {field: random.sample(range(40), random.randrange(10)) for field in FIELDS})
        for name in ("old", "new", "other", "last")
    }
    many = compare_many(runs, "old", resamples=500)
    for name, found in many.comparisons.items():
        alone = compare_many({"old": runs["old"], name: runs[name]}, "old", resamples=500).comparisons[name]
        verdicts = {field.path: field.verdict for field in found.fields}
        new = [field for field in alone.fields if field.verdict != verdicts[field.path]]
        (note,) = of_alone(found.notes) or [""]
        assert bool(note) == bool(new)
        assert all(field.path in note for field in new)
        assert found.sentence.endswith(note)
        assert not of_alone(alone.notes)


@pytest.mark.parametrize(
    ("worse", "better", "others", "said"),
    [
        (["a"], [], 4, "Compared alone (without the other 4 variants), a would be detectably worse."),
        ([], ["a", "b"], 1, "Compared alone (without the other variant), a, b would be detectably better."),
        (
            ["a", "b", "c", "d", "e"], [""], 2,
            "Compared alone (without the other 2 variants), a, b, c and 2 more would be detectably worse, and "
            "(the record) detectably better.",
        ),
    ],
)  # fmt: skip
def test_the_note_names_the_first_fields_of_each_way(
    worse: list[str], better: list[str], others: int, said: str
) -> None:
    moved: dict[Verdict, list[str]] = {"worse": worse, "better": better}
    assert alone_note(moved, others) == (said,)


def test_nothing_is_said_where_nothing_differs_alone() -> None:
    assert alone_note({"worse": [], "better": []}, 3) == ()
