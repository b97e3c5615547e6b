"""How far people agree: gold sets of several annotators of the same documents, and answers of several people."""

from __future__ import annotations

from evaljson.agreement.answers import Answers, agreement_of_answers
from evaljson.agreement.gold_sets import agreement
from evaljson.agreement.model import (
    LEAST_DOUBLES,
    AgainstPeople,
    AnnotatorPair,
    FieldAgreement,
    GoldAgreement,
    MeanF1,
    OfElements,
    OfValues,
)
from evaljson.agreement.values import agreement_of_values

__all__ = [
    "LEAST_DOUBLES",
    "AgainstPeople",
    "AnnotatorPair",
    "Answers",
    "FieldAgreement",
    "GoldAgreement",
    "MeanF1",
    "OfElements",
    "OfValues",
    "agreement",
    "agreement_of_answers",
    "agreement_of_values",
]
