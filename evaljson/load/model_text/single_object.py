"""`parse_model_output` for those who want the one JSON object of a reply, and no report."""

from __future__ import annotations

from dataclasses import dataclass

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import type_name
from evaljson.load.loaded_records import Record
from evaljson.load.model_text.model_output import parse_model_output


@dataclass(frozen=True, slots=True)
class ModelJson:
    """The JSON object in a model's text."""

    value: Record
    repaired: bool
    """Whether the text was no JSON, and had to be repaired."""


def parse_model_text(text: str) -> Record:
    """The JSON object in a model's text: `read_model_text` without repair."""
    return read_model_text(text).value


def read_model_text(text: str, *, repair: bool = False) -> ModelJson:
    """The JSON object in a model's text, by the rules of `parse_model_output`.

    Raises LoadError where there is none, or where it is broken and `repair` is off or finds no object.
    """
    output = parse_model_output(text, repair=repair)
    if not isinstance(output.value, dict):
        raise LoadError(f"the text is JSON of type {type_name(output.value)}, not an object.")
    return ModelJson(output.value, repaired=output.how == "repaired")
