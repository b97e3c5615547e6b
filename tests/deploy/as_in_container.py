"""The app as the image starts it: its command, its settings, its check of health."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.deploy.dockerfile import command, health_command
from tests.server import Server

PORT, EVERYWHERE = "8501", "0.0.0.0"


class AsInContainer(Server):
    """Listens at a free port of this computer only, and is otherwise what a container runs."""

    def command(self) -> list[str]:
        """The command of the image."""
        program, *arguments = command()
        assert arguments.count(PORT) == arguments.count(EVERYWHERE) == 1
        here = {PORT: str(self.port), EVERYWHERE: "127.0.0.1"}
        return [str(Path(sys.executable).parent / program), *(here.get(each, each) for each in arguments)]

    def is_healthy(self) -> bool:
        """Ask as the container is asked."""
        program, *arguments = (each.replace(f":{PORT}/", f":{self.port}/") for each in health_command())
        assert program == "python"
        return subprocess.run([sys.executable, *arguments], capture_output=True, check=False).returncode == 0
