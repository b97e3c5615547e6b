"""The language of rules between fields: JSON Logic (jsonlogic.com), cut down and made strict.

values.py      what an expression may be: exact numbers, days, and "not known"
operators.py   the operators that work on values
compile.py     an expression checked and made a function; nothing of it is ever run as code

Strict means: numbers are exact, 0.1 + 0.2 is 0.3; what is missing is not known instead of 0, and what rests on it is
not known either; nothing but true and false is true or false.
"""

from __future__ import annotations

from evaljson.logic.compile import Condition, compile_condition
from evaljson.logic.values import UNKNOWN

__all__ = ["UNKNOWN", "Condition", "compile_condition"]
