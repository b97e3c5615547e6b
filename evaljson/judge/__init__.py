"""The semantic comparator's judge: a language model asked in batches, cached, costed and checkable.

evaluate(gold, extracted, schema, judge=Judge("gpt-4.1-mini"))
"""

from __future__ import annotations

from evaljson.judge.cache import Cache, JudgeVerdict, MemoryCache
from evaljson.judge.cost_estimate import CostEstimate
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
    "CostEstimate",
    "Judge",
    "JudgeProgress",
    "JudgeUsage",
    "JudgeVerdict",
    "MemoryCache",
    "OfflineJudge",
    "Price",
    "Question",
    "Secret",
    "Spent",
    "gather",
    "questions_of",
    "takes_judge",
]
