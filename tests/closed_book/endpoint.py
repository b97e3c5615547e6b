"""A real HTTP endpoint with a memory: it knows some records by heart, and reads texts, or does not."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from evaljson.judge.prompt import data_of
from tests.judge.endpoint import Fault, Request, Response, completion

Record = Mapping[str, Any]


def document_of(request: Request) -> Any:
    """What the request says of the document: what names it, or its text."""
    return data_of(request.body["messages"][1]["content"])["document"]


def answers(record_of: Callable[[Any], Record | None]) -> Fault:
    """Answer with a record in a sentence; with none for None."""

    def answer(request: Request) -> Response:
        record = record_of(document_of(request))
        text = "I do not know this document." if record is None else f"Here it is: {json.dumps(record)}"
        return Response(completion(text))

    return answer
