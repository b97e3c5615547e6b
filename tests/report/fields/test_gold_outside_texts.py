"""What is said of values of gold that no text has: only of a field that is in hardly any text that it is worked out."""

from typing import Any

import pytest

from evaljson import grounding
from evaljson.report.fields.grounding_table import gold_in_words

LOOK = "values that are not in the text, gold is wrong or they are worked out: look."
WORKED_OUT = "Nearly all that gold has at country is in no text: worked out, not invented."


def gold_with(wrong_totals: int, codes: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"d{at}",
            "total": 700 + at if at < wrong_totals else 100 + at,
            **({"country": "DE"} if at < codes else {}),
        }
        for at in range(20)
    ]


@pytest.mark.parametrize(
    ("wrong_totals", "codes", "words"),
    [
        (0, 0, ""),
        (3, 0, f"Where gold has {LOOK}"),
        (0, 20, WORKED_OUT),
        (1, 20, f"{WORKED_OUT} Where gold has other {LOOK}"),
        (0, 1, f"Where gold has {LOOK}"),
    ],
)
def test_values_of_gold_outside_the_texts(wrong_totals: int, codes: int, words: str) -> None:
    texts = {f"d{at}": f"Germany, total {100 + at}" for at in range(20)}
    assert gold_in_words(grounding(gold_with(wrong_totals, codes), texts, id_field="id")) == words
