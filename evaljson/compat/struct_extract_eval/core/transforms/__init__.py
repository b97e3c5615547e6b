"""Transforms: their registry, and the protocol."""

from evaljson.compat.struct_extract_eval.core.transforms.registry import (
    TransformNotFoundError,
    get_transform,
    register,
)
from evaljson.compat.struct_extract_eval.core.transforms.transform import Transform

__all__ = ["Transform", "TransformNotFoundError", "get_transform", "register"]
