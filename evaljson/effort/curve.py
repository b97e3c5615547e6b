"""How many values are wrong among the surest part of them, for each part.

R. El-Yaniv, Y. Wiener: On the foundations of noise-free selective classification. Journal of Machine Learning Research
11, 2010; the area under the curve: Y. Geifman, G. Uziel, R. El-Yaniv: Bias-reduced uncertainty estimation for deep
neural classifiers. ICLR 2019.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from evaljson.effort.model import Of, Part, RiskCoverage
from evaljson.stats.clustered_share import clustered_share
from evaljson.stats.risk_control import Ranked, promised_threshold, thresholds_of

POINTS: Final = 100
"""Parts of the curve, at most."""


def risk_coverage(of: Of, ranked: Ranked, target: float, level: float) -> RiskCoverage:
    """Compute the curve, what is observed to keep the target, and what is shown to keep it."""
    total = int(ranked.values.sum())
    wrong = int(ranked.wrong.sum())
    falling = np.argsort(-ranked.sure, kind="stable")
    sure, values, wrongs = ranked.sure[falling], ranked.values[falling], ranked.wrong[falling]
    ends = np.flatnonzero(np.append(sure[1:] != sure[:-1], True)) if len(sure) else np.zeros(0, np.intp)
    accepted, bad = values.cumsum()[ends], wrongs.cumsum()[ends]
    shares = np.divide(bad, accepted, out=np.zeros(len(ends)), where=accepted > 0)

    def keeping(share: float) -> float | None:
        kept = np.flatnonzero((shares <= share) & (accepted > 0))
        return float(sure[ends[kept[-1]]]) if len(kept) else None

    thresholds = keeping(target), keeping(target / 2), promised_threshold(ranked, target, level)
    parts = [_part(ranked, one, level) for one in thresholds_of(ranked.sure, POINTS)]
    area = float((shares * np.diff(accepted, prepend=0)).sum() / total) if total else None
    return RiskCoverage(
        of, len(ranked.sure), total, wrong, area, tuple(parts),
        *(None if one is None else _part(ranked, one, level) for one in thresholds),
    )  # fmt: skip


def _part(ranked: Ranked, threshold: float, level: float) -> Part:
    accepted = ranked.accepted(threshold)
    values, wrong = (np.bincount(accepted.group, one) for one in (accepted.values, accepted.wrong))
    low, high = clustered_share(wrong, values, level) or (None, None)
    count = int(accepted.values.sum())
    share = int(accepted.wrong.sum()) / count if count else None
    others = ranked.sure[ranked.sure < threshold]
    below = float(others.max()) if len(others) else None
    return Part(
        threshold, below, len(accepted.sure), len(accepted.sure) / len(ranked.sure), count, int(accepted.wrong.sum()),
        share, low, high,
    )  # fmt: skip
