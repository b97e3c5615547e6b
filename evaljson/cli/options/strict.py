"""What --strict does not let pass."""

from __future__ import annotations

from evaljson.cli.text.summary import ScoredFiles

_FAILURES = frozenset({"comparator", "batch"})


def strict_problems(scored: ScoredFiles) -> list[str]:
    """Each kind in words, with how many there are."""
    run = scored.run
    counts = {
        "comparator errors": sum(problem.count for problem in run.problems if problem.kind in _FAILURES),
        "fields that were not judged": run.total_batch_errors,
        "unreadable records of gold": scored.gold.n_refused,
        "unreadable extracted records": scored.extracted.n_refused,
        "stray records": len(run.strays),
        "duplicate records": len(run.duplicates),
    }
    return [f"{what}: {count:,}" for what, count in counts.items() if count]
