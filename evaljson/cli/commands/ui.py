"""`evaljson ui`: starts the dashboard."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

from evaljson.base.app_files import app_folder, app_script
from evaljson.base.plugins import VARIABLE, load_plugins
from evaljson.cli.options.common import debug_option, plugin_option


@click.command()
@click.option("--host", metavar="ADDRESS", help="Address to listen at; 0.0.0.0 lets others in.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen at.  [default: 8501, or the next free one]")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the app in a browser.")
@plugin_option
@debug_option
def ui(host: str | None, port: int | None, browser: bool, plugins: tuple[str, ...]) -> None:
    """Start the dashboard, reachable from this computer only unless --host says otherwise. Ctrl-C stops it."""
    load_plugins(plugins)  # what is wrong with one is said here, and not on a page
    if plugins:
        os.environ[VARIABLE] = os.pathsep.join(absolute(plugin) for plugin in plugins)
    run(command(host, port, browser))


def absolute(plugin: str) -> str:
    """A name that holds in any folder."""
    return str(Path(plugin).resolve()) if plugin.endswith(".py") else plugin


def command(host: str | None, port: int | None, browser: bool) -> list[str]:
    """The command line that starts the app with its own settings, from whatever folder. Raises LoadError."""
    settings = dict(app_settings())
    if host is not None:
        settings["server.address"] = host
    if port is not None:
        settings["server.port"] = port
    if not browser:
        settings["server.headless"] = True
    flags = [f"--{name}={_text(value)}" for name, value in settings.items()]
    return [sys.executable, "-m", "streamlit", "run", str(app_script()), *flags]


def app_settings() -> Iterator[tuple[str, Any]]:
    """The settings of .streamlit/config.toml, dotted. What the environment sets is left out: a flag would beat it."""
    file = app_folder() / ".streamlit" / "config.toml"
    if file.is_file():
        for name, value in _dotted(tomllib.loads(file.read_text(encoding="utf-8")), ""):
            if _variable(name) not in os.environ:
                yield name, value


def _dotted(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _dotted(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _variable(name: str) -> str:
    """`server.showEmailPrompt` is STREAMLIT_SERVER_SHOW_EMAIL_PROMPT in the environment."""
    return "STREAMLIT_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace(".", "_").upper()


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def run(arguments: list[str]) -> NoReturn:
    """Become the app: Ctrl-C and every other signal reach it directly, and its exit code is ours."""
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(arguments[0], arguments)
    sys.exit(subprocess.run(arguments, check=False).returncode)
