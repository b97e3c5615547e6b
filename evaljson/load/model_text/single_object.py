"""Read the one JSON object of a reply, without a report: `parse_model_output` in short."""

from __future__ import annotations

from dataclasses import dataclass

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import type_name
from evaljson.load.loaded_records import Record
from evaljson.load.model_text.model_output import IN_BLOCK, parse_model_output


@dataclass(frozen=True, slots=True)
class ModelJson:
    """The JSON object in a model's text."""

    value: Record
    repaired: bool
    """Whether the text was not JSON and had to be repaired."""


def parse_model_text(text: str) -> Record:
    """Return the JSON object in a model's text: `read_model_text` without repair."""
    return read_model_text(text).value


def read_model_text(text: str, *, repair: bool = False) -> ModelJson:
    """Return the JSON object in a model's text, by the rules of `parse_model_output`.

    Raises LoadError if there is none, if several differ, or if it is broken and `repair` is off or finds no object.
    """
    output = parse_model_output(text, repair=repair, repeated_keys="last" if repair else "refuse")
    if output.left_out and IN_BLOCK not in output.steps:
        raise LoadError(f"the text holds {output.left_out + 1:,} different objects; keep the one that is meant.")
    if not isinstance(output.value, dict):
        raise LoadError(f"the text is JSON of type {type_name(output.value)}, not an object.")
    return ModelJson(output.value, repaired=output.how == "repaired")
