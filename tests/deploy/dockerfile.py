"""The instructions of deploy/Dockerfile, to run here what an image runs: no registry of images is needed for that."""

from __future__ import annotations

import json
import re
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"


def instructions(name: str) -> list[str]:
    """What follows each instruction of this name, in the last stage."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", "", re.sub(r"(?m)^\s*#.*\n", "", text)).splitlines()
    last = max(at for at, line in enumerate(lines) if line.startswith("FROM "))
    return [line.removeprefix(name).strip() for line in lines[last:] if line.split(" ")[0] == name]


def command() -> list[str]:
    """What starts the app in a container."""
    (entry,), (arguments,) = instructions("ENTRYPOINT"), instructions("CMD")
    return [*json.loads(entry), *json.loads(arguments)]


def health_command() -> list[str]:
    """What asks in a container whether the app is there."""
    (line,) = instructions("HEALTHCHECK")
    asked: list[str] = json.loads(line.partition("CMD ")[2])
    return asked


def variables() -> dict[str, str]:
    """What the image sets."""
    (line,) = instructions("ENV")
    return dict(pair.split("=", 1) for pair in line.split())
