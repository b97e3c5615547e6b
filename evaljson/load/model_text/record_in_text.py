"""Read the record in a model's text, within the allowance of its source."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from evaljson.base.errors import LoadError
from evaljson.load.allowance import SourceAllowance
from evaljson.load.model_text.model_output import ModelOutput, parse_model_output
from evaljson.load.model_text.which_object import Meant
from evaljson.load.repaired_value import RepairedValue

ONLY_ELEMENT: Final = "the text holds an array whose only element is an object, which is read as the record."


def record_in(text: str, repair: bool, allowance: SourceAllowance, known: Meant) -> ModelOutput:
    """Return the value in a text, also if it is JSON inside a JSON string, or the only object of an array.

    Raises LoadError as `parse_model_output`, and beyond what the allowance has left.
    """
    output = _parsed(text, repair, allowance, known)
    if isinstance(output.value, str):
        output = _parsed(output.value, repair, allowance, known)
    if not (isinstance(output.value, list) and len(output.value) == 1 and isinstance(output.value[0], dict)):
        return output
    values = tuple(_in_element(one) for one in output.repaired_values)
    inside = output.cut_inside
    return replace(
        output,
        value=output.value[0],
        problems=(*output.problems, ONLY_ELEMENT),
        repaired_values=values,
        cut_inside=_below_element(inside) if inside else None,  # open is only the array: its element is whole
    )


def _in_element(one: RepairedValue) -> RepairedValue:
    return replace(one, path=_below_element(one.path))


def _below_element(path: str) -> str:
    return path.removeprefix("[0]").removeprefix(".")


def _parsed(text: str, repair: bool, allowance: SourceAllowance, known: Meant) -> ModelOutput:
    too_long = allowance.too_long(len(text))
    if too_long:
        raise LoadError(too_long)
    allowance.spend_json(text)
    return parse_model_output(
        text, repair=repair, keys=known.keys, pick=known.pick, repeated_keys=known.repeated_keys, allowance=allowance
    )
