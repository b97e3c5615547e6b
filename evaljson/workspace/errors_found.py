"""What is wrong with each result of a large run, worked out by the job that scored it, and kept: pages only read it.

Kept in the settings of the workspace under a scope of the evaluation, by run: one byte a result, packed. No figure
depends on it, and where it is not kept, pages work it out themselves.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson._version import __version__
from evaljson.base.arrays import ByteCodes
from evaljson.report.fields.fault_kinds import KINDS as FAULT_KINDS
from evaljson.report.fields.fault_kinds import Faults, fault_kinds
from evaljson.report.fields.misplaced import misplaced_rows
from evaljson.report.patterns.find import ErrorPatterns, find_patterns, patterns_with
from evaljson.report.patterns.kinds import KINDS as PATTERN_KINDS
from evaljson.results.model import RunResult
from evaljson.store import Run, Store

MANY: Final = 50_000
"""Results from which on they are kept: below, a page works them out in a fraction of a second."""
_SCOPE: Final = "errors"
_RULES: Final = "3"
"""Another one where a name means something else: 1, a wrong type is one that the comparator does not read alike, and
records that look like another one, and copies, have patterns of their own; 2, nothing is called the same that no
comparator takes for it; 3, numbers off by one factor, and slips that are repeated, have patterns of their own, and
a pair is repeated among what larger ones leave."""
_NAMES: Final = " ".join(
    [__version__, _RULES, *(one.status for one in FAULT_KINDS), *(one.name for one in PATTERN_KINDS)]
)
_MEANING: Final = hashlib.sha256(_NAMES.encode()).hexdigest()[:16]
"""What the codes mean: those of another version are worked out again."""


@dataclass(frozen=True, slots=True)
class RunErrors:
    """What is wrong with each result of a run."""

    patterns: ByteCodes
    """Indices into the kinds of patterns, as in `ErrorPatterns`."""
    faults: Faults

    def error_patterns(self, run: RunResult) -> ErrorPatterns:
        """Return the patterns with the weight that each result loses."""
        return patterns_with(run, self.patterns)


def errors_of(run: RunResult) -> RunErrors:
    """Work them out."""
    misplaced = misplaced_rows(run)
    patterns = find_patterns(run, np.array(misplaced[0], np.intp))
    return RunErrors(patterns.codes, fault_kinds(run, misplaced))


def keep_errors(store: Store, stored: Run, run: RunResult, *, by: str) -> RunErrors:
    """Work them out for a run that is stored, keep and return them."""
    found = errors_of(run)
    packed = {
        "meaning": _MEANING, "patterns": _packed(found.patterns), "faults": _packed(found.faults.codes),
        "too_long": found.faults.too_long,
    }  # fmt: skip
    store.settings.set(_scope(stored.evaluation), stored.id, packed, by=by)
    return found


def kept_errors(store: Store, evaluation: str, run: str) -> RunErrors | None:
    """Return what is kept of a run, by its id; None where nothing is."""
    packed: dict[str, Any] | None = store.settings.get(_scope(evaluation), run)
    if packed is None or packed["meaning"] != _MEANING:
        return None
    return RunErrors(_unpacked(packed["patterns"]), Faults(_unpacked(packed["faults"]), packed["too_long"]))


def _scope(evaluation: str) -> str:
    return f"{_SCOPE}:{evaluation}"


def _packed(codes: ByteCodes) -> str:
    return base64.b64encode(zlib.compress(codes.tobytes(), 1)).decode()


def _unpacked(text: str) -> ByteCodes:
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), np.int8)
