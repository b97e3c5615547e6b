"""Errors in the layer stack. Each takes (draft, scene, places) and answers how many places it damaged."""

from __future__ import annotations

from .draft import Draft
from .scene import Scene


def layer_dropped(draft: Draft, scene: Scene, places: int) -> int:
    """The topmost layer is lost. Must come before errors inside the layers."""
    layers = draft.extracted["layers"]
    if len(layers) < 2:
        return 0
    layers.pop()
    draft.count("layers[]", "layer_dropped")
    return 1


def stack_upside_down(draft: Draft, scene: Scene, places: int) -> int:
    """Top to bottom instead of bottom to top; counts one difference for the array. Must come last."""
    layers = draft.extracted["layers"]
    if layers == layers[::-1]:
        return 0
    layers.reverse()
    draft.count("layers", "stack_upside_down")
    return 1
