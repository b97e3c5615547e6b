"""A real endpoint that looks at extracted values: how sure it is comes from a function of the text and the value."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.judge.endpoint import Fault, Request, Response, completion


def sure_by(of_value: Callable[[str, str, Any], Any]) -> Fault:
    """Answer with what a function says of text, path and value; unreadable where it says None of the first."""

    def answer(request: Request) -> Response:
        text, values = request.data["document"], request.data["values"]
        found = {number: of_value(text, one["path"], one["value"]) for number, one in values.items()}
        unreadable = "1" in found and found["1"] is None
        return Response(completion("I would rather not say." if unreadable else f"Here: {json.dumps(found)}"))

    return answer


def reads(text: str, path: str, value: Any) -> int:
    """Sure of what the text has."""
    return 97 if str(value) in text else 4
