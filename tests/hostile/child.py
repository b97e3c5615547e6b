"""Reads files one after another, with little memory: `python -m tests.hostile.child MEGABYTES SECONDS FILE …`.

For each file it prints a line of JSON: what the read gave, or the sentence with which it was refused, and how many
megabytes the process had at most. The hard limit is higher, since orjson reserves twelve times the text, and uses
little of it. A file that takes more seconds of the processor ends the process.
"""

from __future__ import annotations

import json
import re
import resource
import sys
from pathlib import Path
from typing import Any

from evaljson.base import limits
from evaljson.base.errors import LoadError
from evaljson.load import read_records

_STATUS = Path("/proc/self/status")


def megabytes(name: str) -> int:
    """What the system says of this process; 0 where it does not."""
    found = re.search(rf"^{name}:\s*(\d+) kB", _STATUS.read_text(), re.MULTILINE) if _STATUS.exists() else None
    return int(found.group(1)) // 1024 if found else 0


def bound_memory(more: int) -> None:
    """Allow so many megabytes beyond what the modules take, where the system says that."""
    in_use = megabytes("VmData")
    if in_use:
        resource.setrlimit(resource.RLIMIT_DATA, ((in_use + more) * 2**20,) * 2)


def bound_time(more: int) -> None:
    """Allow so many more seconds of the processor."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + more, most))


def outcome(file: str) -> dict[str, Any]:
    try:
        loaded = read_records(file, kind="extracted", id_field="id")
    except LoadError as error:
        return {"refused": str(error)}
    messages = [problem.message for problem in loaded.problems[:50]]
    return {"read": loaded.n_read, "unread": loaded.n_refused, "records": len(loaded.records), "messages": messages}


def main(more: int, seconds: int, files: list[str]) -> None:
    limits.use_app_defaults()
    before = megabytes("VmRSS")
    bound_memory(more)
    for name in files:
        bound_time(seconds)
        told = outcome(name) | {"megabytes": megabytes("VmHWM") - before}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    import pyarrow.parquet  # what it takes is no matter of the files

    # Each thread reserves eight megabytes for its stack, and how many begin is chance.
    pyarrow.set_cpu_count(1)
    pyarrow.set_io_thread_count(1)
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
