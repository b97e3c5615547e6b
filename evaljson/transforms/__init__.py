"""Transforms: what is done to both sides before comparison."""

from evaljson.transforms.registry import get_transform, register_transform, transform_names

__all__ = ["get_transform", "register_transform", "transform_names"]
