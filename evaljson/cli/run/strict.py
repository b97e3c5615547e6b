"""What `--strict` does not accept (the option is in options/strict.py)."""

from __future__ import annotations

from evaljson.cli.run.scored_files import ScoredFiles

_FAILURES = frozenset({"comparator", "batch"})


def strict_problems(scored: ScoredFiles) -> list[str]:
    """List each kind of problem with its count."""
    run = scored.run
    counts = {
        "comparator errors": sum(problem.count for problem in run.problems if problem.kind in _FAILURES),
        "fields not judged": run.total_batch_errors,
        "unreadable gold records": scored.gold.n_refused,
        "unreadable extracted records": scored.extracted.n_unreadable,
        "stray records": len(run.strays),
        "duplicate records": len(run.duplicates),
    }
    return [f"{kind}: {count:,}" for kind, count in counts.items() if count]
