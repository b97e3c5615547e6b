"""Judges for the semantic comparator: a language model that is asked in batches, cached, priced and measured.

evaluate(gold, extracted, schema, judge=Judge("gpt-4.1-mini"))

judge.py                Judge: from questions to answers; offline.py: the stand-in
distinct_questions.py   the distinct questions and their keys; batches.py groups them into requests
cache.py                answers by key, in memory; store_cache.py: in the store
request_pool.py         sends requests; endpoint.py sends one, ledger.py keeps the budget
request_form.py         what a request asks for: verdicts on pairs, or something else
prompt.py               what is sent; reply_parser.py reads what comes back, votes.py makes an answer of it
cost_estimate.py        what asking would cost; price.py has the prices
run_questions.py        the questions of a run
decided_pairs.py        the pairs that a judge decided in a run, and a sample of them to label
calibration.py          how far judge and labels agree, with run_kappa.py; corrected_figures.py corrects a run's
                        figures by it, corrected_difference.py the difference between two runs
"""

from __future__ import annotations

from evaljson.judge.cache import Cache, JudgeVerdict, MemoryCache
from evaljson.judge.cost_estimate import CostEstimate
from evaljson.judge.judge import Judge, JudgeProgress
from evaljson.judge.ledger import Spent
from evaljson.judge.offline import STAND_IN, OfflineJudge
from evaljson.judge.price import PRICES, Price
from evaljson.judge.run_questions import gather, questions_of, takes_judge
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
