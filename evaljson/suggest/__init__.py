"""Suggest settings for the eval schema from the errors of extractions, with evidence, effect and risk."""

from evaljson.suggest.apply import Applied, applied, apply
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.registry import KINDS
from evaljson.suggest.model import (
    Effect,
    Evidence,
    Example,
    Risk,
    Score,
    Suggestion,
    VariantEffect,
)
from evaljson.suggest.search import suggest, suggest_from
from evaljson.suggest.suggestions import Suggestions

__all__ = [
    "KINDS",
    "Applied",
    "Edit",
    "Effect",
    "Evidence",
    "Example",
    "Risk",
    "Score",
    "Suggestion",
    "Suggestions",
    "VariantEffect",
    "applied",
    "apply",
    "suggest",
    "suggest_from",
]
