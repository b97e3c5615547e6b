"""Which settings of a field come from x-eval-defaults, in words."""

from __future__ import annotations

from evaljson.schema.node import SchemaNode
from evaljson.wording.settings import setting_in_words, setting_label


def inherited_in_words(node: SchemaNode) -> list[str]:
    """Write a line for each place that they come from: "transforms strip, from the defaults of vendor for string"."""
    by_place: dict[tuple[str, str], list[str]] = {}
    for key, one in node.inherited.items():
        if one.type is not None:
            words = f"{setting_label(key)} {setting_in_words(key, one.value)}"
            by_place.setdefault((one.path, one.type), []).append(words)
    return [f"{', '.join(words)}, {_place(*place)}" for place, words in by_place.items()]


def _place(path: str, type_: str) -> str:
    types = "all types" if type_ == "any" else type_
    return f"from the defaults of {path or 'the record'} for {types}"
