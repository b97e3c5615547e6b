"""A second, slow and plain implementation of the scoring rules, for the engine to be checked against.

It walks one record at a time with plain recursion over the raw annotated schema, and imports nothing from the package
under test, so that the two can only agree where both follow the rules.
"""

from .figures import FieldFigures, Figures, Run, Scored, evaluate, score_record
from .place import Result
from .values import MISSING, MISSING_RECORD

__all__ = [
    "MISSING",
    "MISSING_RECORD",
    "FieldFigures",
    "Figures",
    "Result",
    "Run",
    "Scored",
    "evaluate",
    "score_record",
]
