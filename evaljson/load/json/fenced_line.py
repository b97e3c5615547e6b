"""A line of JSON Lines that is the reply of a model, with the fence of a code block in it: read as such a file is."""

from __future__ import annotations

from typing import Final

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import type_name
from evaljson.load.allowance import SourceLimitError
from evaljson.load.collector import RecordCollector
from evaljson.load.json.source_text import SourceText
from evaljson.load.model_text.cut_off_error import CutOffError
from evaljson.load.model_text.record_in_text import record_in

_FENCE: Final = "```"


def is_fenced(line: str) -> bool:
    """Check whether a line that is no JSON has an object behind the fence of a code block."""
    text = line.strip()
    return not text.startswith(("{", "[", '"')) and "{" in text.partition(_FENCE)[2]


def read_fenced(line: SourceText, collector: RecordCollector, *, repair: bool) -> None:
    """Take or refuse the record on such a line. Raises SourceLimitError."""
    start = line.skip(0)
    stray = line.not_utf8(0, len(line.text))
    if stray:
        collector.refuse_broken(stray, line, start)
        return
    try:
        output = record_in(line.text, repair and collector.kind == "extracted", collector.allowance, collector.meant)
    except SourceLimitError:
        raise
    except LoadError as error:
        if isinstance(error, CutOffError):
            collector.note_cut(None)
        collector.refuse_broken(line.problem(start, str(error)), line, start)
        return
    if not isinstance(output.value, dict):
        why = f"a record is an object, not {type_name(output.value)}; put it in one."
        collector.refuse_broken(line.problem(start, why), line, start)
        return
    for problem in output.problems:
        collector.report(line.problem(start, problem, "", "warning"))
    if output.how == "repaired":
        collector.note_repair(output.steps, output.repaired_values)
    if output.cut_inside is not None:
        collector.note_cut(output.cut_inside)
    collector.take(output.value)
