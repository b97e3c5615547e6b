"""Which records people must review, so that few of the values that nobody looks at are wrong.

model.py       the result
curve.py       how many are wrong among the surest part: the risk-coverage curve
given.py       confidences that the run does not have: of a judge, or from anywhere else
audit.py       what an audit of accepted values shows
effort.py      review_effort()
"""

from __future__ import annotations

from evaljson.effort.audit import AuditResult, audited
from evaljson.effort.effort import least_sure_first, review_effort
from evaljson.effort.given import GivenConfidences
from evaljson.effort.model import AuditPlan, Part, ReviewEffort, RiskCoverage

__all__ = [
    "AuditPlan",
    "AuditResult",
    "GivenConfidences",
    "Part",
    "ReviewEffort",
    "RiskCoverage",
    "audited",
    "least_sure_first",
    "review_effort",
]
