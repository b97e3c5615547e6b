"""The semantic comparator's judge: a language model asked in batches, cached, costed and checkable.

evaluate(gold, extracted, schema, judge=Judge("gpt-4.1-mini"))
"""

from __future__ import annotations

from evaljson.judge.cache import Cache, MemoryCache, Verdict
from evaljson.judge.cost_estimate import Estimate
from evaljson.judge.judge import Judge, JudgeProgress
from evaljson.judge.ledger import Spent
from evaljson.judge.offline import STAND_IN, OfflineJudge
from evaljson.judge.price import PRICES, Price
from evaljson.judge.questions import gather, questions_of, takes_judge
from evaljson.judge.secret import Secret
from evaljson.scoring.judging import JudgeUsage, Question

__all__ = [
    "PRICES",
    "STAND_IN",
    "Cache",
    "Estimate",
    "Judge",
    "JudgeProgress",
    "JudgeUsage",
    "MemoryCache",
    "OfflineJudge",
    "Price",
    "Question",
    "Secret",
    "Spent",
    "Verdict",
    "gather",
    "questions_of",
    "takes_judge",
]
