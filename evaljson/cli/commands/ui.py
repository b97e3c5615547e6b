"""`evaljson ui`: start the dashboard."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import click

from evaljson.base.app_files import app_folder, app_script
from evaljson.base.errors import InputError
from evaljson.base.plugins import VARIABLE
from evaljson.cli.exit_codes import exit_with
from evaljson.cli.options.by import ByOptions
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.plugins import PluginOptions
from evaljson.serve.allowed_hosts import VARIABLE as HOSTS_VARIABLE
from evaljson.serve.allowed_hosts import host_name
from evaljson.serve.sign_in import OPEN, PUBLIC_URL, checked_url, public_url, refuse_open_door, sign_in


@dataclass(frozen=True, slots=True, kw_only=True)
class UiOptions:
    """What `ui` takes."""

    results: tuple[str, ...] = argument(metavar="[RESULTS]...", nargs=-1, required=False)
    host: str | None = option(
        "--host", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 lets other computers in.  [default: 127.0.0.1]"
    )
    allowed_hosts: tuple[str, ...] = option(
        "--allowed-host", multiple=True, metavar="NAME",
        help="Host name under which browsers may open the app, beside localhost and the address of --host; "
        "*.example.org for all below it. May be repeated.  [default: $EVALJSON_ALLOWED_HOSTS]",
    )  # fmt: skip
    is_open: bool = option(
        "--open", is_flag=True,
        help="Let everyone who reaches the app use all of it without signing in. Otherwise an app without sign-in "
        "listens on this computer only.",
    )  # fmt: skip
    behind_proxy: str | None = option(
        "--behind-proxy", metavar="URL",
        help="Where browsers open the app through a proxy, such as https://example.org/eval.  "
        "[default: $EVALJSON_PUBLIC_URL]",
    )  # fmt: skip
    port: int | None = option(
        "--port", type=click.IntRange(1, 65535), help="Port to listen on.  [default: 8501, or the next free one]"
    )
    browser: bool = option("--browser/--no-browser", default=True, show_default=True, help="Open the app in a browser.")
    plugins: PluginOptions = group(PluginOptions)


@click.command()
@takes(UiOptions)
@debug_option
def ui(options: UiOptions) -> None:
    """Start the dashboard; only this computer can reach it unless --host says otherwise. Ctrl-C stops it.

    RESULTS are folders of `evaljson score --stream --rows app` against one gold file: the app opens them as the
    variants of an evaluation. They stay where they are, and nothing in them changes.
    """
    options.plugins.load()  # so that errors appear here rather than on a page
    names = options.plugins.plugins
    if names:
        os.environ[VARIABLE] = os.pathsep.join(absolute(plugin) for plugin in names)
    if options.allowed_hosts:
        named = [host_name(name) for name in options.allowed_hosts]
        os.environ[HOSTS_VARIABLE] = ",".join([*named, os.environ.get(HOSTS_VARIABLE, "")]).rstrip(",")
    if options.is_open:
        os.environ[OPEN] = "1"
    if options.behind_proxy is not None:
        os.environ[PUBLIC_URL] = checked_url(options.behind_proxy, "--behind-proxy")
    set_elsewhere = os.environ.get(_variable("server.address")) or dict(app_settings()).get("server.address")
    refuse_open_door(options.host or set_elsewhere, sign_in())
    if options.port is not None:
        check_address(options.host, options.port)
    if options.results:
        show_results([Path(folder) for folder in options.results])
    click.echo(
        "Starting the app …", err=True
    )  # it takes seconds, on a busy computer a minute, until there is more to say
    run(command_line(options))


def show_results(folders: Sequence[Path]) -> None:
    """Put folders of results into the workspace, for the app to open first. Raises InputError, StoreError."""
    # Imported here, since nothing else of this command needs PyArrow or the store.
    from evaljson.scale.shown import put_results
    from evaljson.store import open_store
    from evaljson.workspace.results_folders import SHOWN_FIRST, let_read

    with open_store(proof="cli") as store:
        os.environ[SHOWN_FIRST] = put_results(store, folders, by=ByOptions().actor().name).id
    let_read([folder.absolute() for folder in folders])


def check_address(host: str | None, port: int) -> None:
    """Raise InputError if nothing can listen there: the app itself would end with the code of a failed gate."""
    address = host or dict(app_settings()).get("server.address")
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            if os.name == "posix":  # as the app does: what ended a moment ago is no obstacle
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        where = f"{address or 'any address'}, port {port}"
        raise InputError(f"the app cannot listen on {where}: {error.strerror or error}; choose another.") from error


def absolute(plugin: str) -> str:
    """Return a name that works from any folder."""
    return str(Path(plugin).resolve()) if plugin.endswith(".py") else plugin


def command_line(options: UiOptions) -> list[str]:
    """Return the command that starts the app with its own settings, from any folder. Raises LoadError."""
    settings = dict(app_settings())
    if options.host is not None:
        settings["server.address"] = options.host
    if options.port is not None:
        settings["server.port"] = options.port
    public = public_url()
    if public is not None:
        settings["server.baseUrlPath"] = urlsplit(public).path.strip("/")
    if not options.browser or public is not None:
        settings["server.headless"] = True
    flags = [f"--{name}={_text(value)}" for name, value in settings.items()]
    return [sys.executable, "-m", "streamlit", "run", str(app_script()), *flags]


def app_settings() -> Iterator[tuple[str, Any]]:
    """List the settings of .streamlit/config.toml by dotted name, without those the environment sets: flags beat it."""
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
    """Return the name in the environment: `server.showEmailPrompt` is STREAMLIT_SERVER_SHOW_EMAIL_PROMPT."""
    return "STREAMLIT_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace(".", "_").upper()


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def run(arguments: list[str]) -> NoReturn:
    """Become the app: signals such as Ctrl-C reach it directly, and its exit code becomes ours."""
    if sys.stdout is not None:
        sys.stdout.flush()
    if os.name == "posix":
        os.execv(arguments[0], arguments)
    exit_with(subprocess.run(arguments, check=False).returncode)
