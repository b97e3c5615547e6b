"""Which records people must review, so that few of the values that nobody looks at are wrong.

model.py       the result
curve.py       how many are wrong among the surest part: the risk-coverage curve
audit.py       what an audit of accepted values shows
effort.py      review_effort()
"""

from __future__ import annotations

from evaljson.effort.audit import AuditResult, audited
from evaljson.effort.effort import review_effort
from evaljson.effort.model import AuditPlan, Part, ReviewEffort, RiskCoverage

__all__ = ["AuditPlan", "AuditResult", "Part", "ReviewEffort", "RiskCoverage", "audited", "review_effort"]
