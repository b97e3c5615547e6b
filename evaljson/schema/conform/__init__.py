"""Whether extracted records fit a JSON Schema: what a schema-constrained model promises, measured."""

from __future__ import annotations

from evaljson.schema.conform.check import Conformity, Violation, check_conformity

__all__ = ["Conformity", "Violation", "check_conformity"]
