"""The gold records of the planted set: made-up job postings."""

from __future__ import annotations

import datetime as dt
import json
import random
from pathlib import Path
from typing import Any

Record = dict[str, Any]

SEED = "job postings 7741"
WORDS: Record = json.loads((Path(__file__).parent / "vocabulary.json").read_text(encoding="utf-8"))
LEVELS = ["A2", "B1", "B2", "C1"]


def posting(number: int) -> Record:
    """Posting `number`; headcount and closing_note may be null or absent, which are two things."""
    rng = random.Random(f"{SEED}/{number}")
    city, country = rng.choice(WORDS["cities"])
    posted = dt.date(2024, 2, 1) + dt.timedelta(days=rng.randrange(500))
    record = {
        "posting_id": f"job-{number:03d}",
        "posting_hash": f"{rng.getrandbits(64):016x}",
        "crawled_at": f"{posted.isoformat()}T{rng.randrange(24):02d}:{rng.randrange(60):02d}:00Z",
        "reference": f"{rng.choice('KLMN')}{rng.choice('xyz')}-{rng.randrange(100, 999)}",
        "title": rng.choice(WORDS["titles"]),
        "department": rng.choice(WORDS["departments"]),
        "employer": {"name": rng.choice(WORDS["employers"]), "sector": rng.choice(list(WORDS["synonyms"]["sector"]))},
        "location": {"city": city, "country": country},
        "posted_on": posted.isoformat(),
        "apply_by": (posted + dt.timedelta(days=rng.randrange(14, 60))).isoformat(),
        "contract": rng.choice(list(WORDS["synonyms"]["contract"])),
        "remote": rng.random() < 0.3,
        "weekly_hours": f"{rng.choice([20, 30, 35, 38.5, 40])} h",
        "notice_period": f"{rng.randrange(1, 7)} months",
        "salary": _salary(rng, WORDS["currencies"][country]),
        "years_experience": rng.randrange(0, 11),
        "languages": [
            {"language": each, "level": rng.choice(LEVELS)}
            for each in rng.sample(WORDS["languages"], rng.randrange(2, 5))
        ],
        "benefits": [
            {"code": code, "label": WORDS["benefits"][code], "yearly_value": rng.randrange(100, 2400, 20)}
            for code in rng.sample(list(WORDS["benefits"]), rng.randrange(2, 6))
        ],
        "skills": rng.sample(WORDS["skills"], rng.randrange(3, 6)),
        "summary": " ".join(
            sentence[0].format(n=rng.randrange(3, 19)) for sentence in rng.sample(WORDS["sentences"], 3)
        ),
    }
    return (
        record
        | _optional("headcount", rng.randrange(1, 6), rng)
        | _optional("closing_note", rng.choice(WORDS["closing_notes"]), rng)
    )


def _salary(rng: random.Random, currency: str) -> Record:
    period = rng.choice(list(WORDS["synonyms"]["period"]))
    low, spread = (rng.randrange(28_000, 70_000, 250), rng.randrange(3_000, 18_000, 250))
    if period == "month":
        low, spread = low // 12, spread // 12
    return {"minimum": low + 0.5, "maximum": low + spread + 0.0, "currency": currency, "period": period}


def _optional(key: str, value: Any, rng: random.Random) -> Record:
    """A value, a null or no key at all: a third each."""
    return rng.choice([{key: value}, {key: None}, {}])
