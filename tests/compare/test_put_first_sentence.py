"""The sentence on the version of the schema that gave the first variant the highest F1."""

from typing import Any

import pytest

from evaljson.compare.words.put_first import Told, first_under_all, put_first_sentence

DATES = Told(4, "dates as dates", "Ana", "28 Nov 2026")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            {},
            "Version 4 (“dates as dates”, by Ana, 28 Nov 2026) gave p4 the highest F1, with the files of today: "
            "under version 3, p5 has it, 98.0 against 90.7.",
        ),
        (
            {"current": 6},
            "Version 4 (“dates as dates”, by Ana, 28 Nov 2026; version 6 is the same) gave p4 the highest F1, with "
            "the files of today: under version 3, p5 has it, 98.0 against 90.7.",
        ),
        (
            {"not_compared": [3], "before": 2},
            "A version after 2 gave p4 the highest F1, with the files of today: under version 2, p5 has it, 98.0 "
            "against 90.7. Version 3 could not be compared.",
        ),
        (
            {"may_be_chance": True, "passed": True, "f1": (0.9802, 0.9801), "records": 83},
            "From version 4 (“dates as dates”, by Ana, 28 Nov 2026) on, p4 has the highest F1, or cannot be told apart "
            "from the variant that has it, with the files of today: under version 3, p5 has the highest, maybe by "
            "chance, 98.02 against 98.01, over the 83 records that are ranked.",
        ),
        (
            {"after": Told(4, "", "Ana", "28 Nov 2026")},
            "Version 4 (by Ana, 28 Nov 2026) gave p4 the highest F1, with the files of today: under version 3, p5 has "
            "it, 98.0 against 90.7.",
        ),
    ],
)  # fmt: skip
def test_it_says_who_was_first_before(more: dict[str, Any], said: str) -> None:
    about = {"first": "p4", "other": "p5", "f1": (0.98, 0.907), "before": 3, "after": DATES, "call": str, **more}
    assert put_first_sentence(**about) == said


def test_what_people_typed_is_written_by_the_page() -> None:
    said = put_first_sentence("p4", "p5", (0.98, 0.9), 3, DATES, call=lambda text: f"<{text}>")
    assert "“<dates as dates>”, by <Ana>" in said
    assert "<p4> the highest F1, with the files of today: under version 3, <p5> has it" in said


def test_of_a_long_message_there_is_the_beginning() -> None:
    long = Told(4, "dates as dates, since the supplier writes them day first, " * 4, "Ana", "28 Nov 2026")
    said = put_first_sentence("p4", "p5", (0.98, 0.9), 3, long, call=str)
    assert "(“dates as dates, since the supplier writes them day first, dates as dates, since…”, by Ana" in said


def test_that_no_version_within_the_limit_changes_it_is_said_with_the_limit() -> None:
    assert first_under_all(12).startswith(
        "With the files of today, none of the 12 schema versions before this one makes another variant first"
    )
