"""A cache in a file, a line for each verdict: what it has written outlives a kill."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from evaljson.judge import JudgeVerdict


class FileCache:
    def __init__(self, file: Path) -> None:
        self._file = file
        file.touch()

    def all(self) -> dict[str, JudgeVerdict]:
        rows = [json.loads(line) for line in self._file.read_text("utf-8").splitlines()]
        return {key: JudgeVerdict(**verdict) for key, verdict in rows}

    def read(self, keys: Sequence[str]) -> dict[str, JudgeVerdict]:
        known = self.all()
        return {key: known[key] for key in keys if key in known}

    def write(self, verdicts: Mapping[str, JudgeVerdict]) -> None:
        with self._file.open("a", encoding="utf-8") as out:
            out.writelines(json.dumps([key, asdict(verdict)]) + "\n" for key, verdict in verdicts.items())
