"""What another file of a variant did to its F1: said with what put it in place, once all is scored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from evaljson.report.history.rescored import Moved
from evaljson.store import Run
from evaljson.ui.session import open_evaluation
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.file_fields import fields_in_words, in_bold
from evaljson.ui.shared.plain_text import plain

_BESIDE_FILE: Final = ("gold", "schema", "settings", "judging")
"""Parts of a run's signature that another file leaves as they are."""
_NAMED: Final = 3


def f1_since(before: OpenEvaluation) -> Callable[[], str]:
    """Return what says, in Markdown, F1 before and after of each variant that has another file than `before`.

    A variant whose gold, schema, settings or judge are others too is not among them: no figure says which share is of
    the file.
    """
    held = {one.id: (one.dataset.id, before.scored_run(one.name)) for one in before.stored.variants}
    identity = before.id

    def said() -> str:
        now = open_evaluation.current()
        return "" if now.id != identity else _in_words(held, now)

    return said


def _in_words(held: dict[str, tuple[str, Run | None]], now: OpenEvaluation) -> str:
    moved: list[str] = []
    pairs: list[tuple[Run, Run]] = []
    for variant in now.stored.variants:
        dataset, was = held.get(variant.id, (variant.dataset.id, None))
        if dataset == variant.dataset.id:
            continue
        if variant.name in now.outdated:
            return "What that does to F1 stands here once it is scored."
        run = now.scored_run(variant.name)
        if was is None or run is None or was.extracted != dataset or not _differ_by_file(was, run):
            continue
        move = Moved(variant.name, None, was.metrics.get("mean_f1"), run.metrics.get("mean_f1"))
        moved.append(f"{plain(variant.name, 60)}: F1 before → after {move.in_words()}")
        pairs.append((was, run))
    more = f"; and {len(moved) - _NAMED:,} more" if len(moved) > _NAMED else ""
    said = f"{'; '.join(moved[:_NAMED])}{more}." if moved else ""
    return f"{said} {fields_in_words(*pairs[0], in_bold)}".rstrip() if len(pairs) == 1 else said


def _differ_by_file(was: Run, run: Run) -> bool:
    return all(was.signature.get(part) == run.signature.get(part) for part in _BESIDE_FILE)
