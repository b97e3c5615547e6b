"""Signs that say what a number is worth: no setting is suggested under which > 5000 is 5000."""

from typing import Any

import pytest

from tests.suggest.made import suggested

SIGNS = ("> ", "<", "≥ ", "~", "± ", ">= ")


@pytest.mark.parametrize("now", [{}, {"x-eval-compare": "quantity"}, {"x-eval-compare": "amount"}], ids=str)
@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("unit", ["", " mg/kg"])
def test_no_suggestion_makes_a_number_without_its_sign_right(sign: str, unit: str, now: dict[str, Any]) -> None:
    texts = [f"{number}00{unit}" for number in range(11, 40)]
    found = suggested(
        [*((f"{sign}{text}", text) for text in texts[:15]), *((text, text) for text in texts[15:])], **now
    )
    assert all(one.risk.level == "high" for one in found)
    assert not any(one.effect is not None and one.effect.is_gain for one in found)
