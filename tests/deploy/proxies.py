"""nginx and Caddy with the files that are shipped, before an app on this computer."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme

from tests.deploy.dockerfile import DEPLOY
from tests.serve.handshake import opened
from tests.server import end

SITE = "eval.example.org"
"""The name in the files of deploy/, which no DNS server knows: the test sets its address in the browser."""
_SECONDS = 60


@contextmanager
def nginx(folder: Path, port: int, app_port: int) -> Iterator[None]:
    """Run it as long as the block, at https://SITE:port."""
    certificate = trustme.CA().issue_cert(SITE)
    chain, key = folder / "fullchain.pem", folder / "privkey.pem"
    certificate.private_key_pem.write_to_path(key)
    for part in certificate.cert_chain_pems:
        part.write_to_path(chain, append=True)
    site = replaced(
        (DEPLOY / "nginx.conf").read_text(encoding="utf-8"),
        {
            "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
            "/etc/ssl/evaljson/fullchain.pem": str(chain),
            "/etc/ssl/evaljson/privkey.pem": str(key),
            "http://127.0.0.1:8501;": f"http://127.0.0.1:{app_port};",
        },
    )
    (folder / "site.conf").write_text(site, encoding="utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder / 'pid'}; error_log stderr; worker_processes 1; user root;\n"
        f"events {{}}\nhttp {{ access_log off; {places} include {folder / 'site.conf'}; }}\n",
        encoding="utf-8",
    )
    with _running([_found("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")], folder, port, {}):
        yield


@contextmanager
def caddy(folder: Path, port: int, app_port: int) -> Iterator[None]:
    """Run it as long as the block, at https://SITE:port; its certificate is of its own making."""
    options = ["admin off", "local_certs", "skip_install_trust", "auto_https disable_redirects"]
    options.append(f"storage file_system {folder}")
    (folder / "Caddyfile").write_text(
        "\n".join(["{", *options, "}", f"import {DEPLOY / 'Caddyfile'}", ""]), encoding="utf-8"
    )
    settings = {
        "EVALJSON_SITE": f"https://{SITE}:{port}",
        "EVALJSON_UPSTREAM": f"127.0.0.1:{app_port}",
        "HOME": str(folder),
    }
    command = [_found("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with _running(command, folder, port, settings):
        yield


def ask(port: int, path: str, host: str) -> str:
    """What the proxy answers to someone who names any host; the name for TLS is that of the site."""
    with opened(f"https://{SITE}:{port}") as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode(errors="replace")


def replaced(text: str, changes: Mapping[str, str]) -> str:
    """The text with each of these changed, all of which stand in it once."""
    for before, after in changes.items():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def _found(program: str) -> str:
    where = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if where is None:
        pytest.skip(f"no {program}: install the package of that name")
    return where


@contextmanager
def _running(command: list[str], folder: Path, port: int, settings: Mapping[str, str]) -> Iterator[None]:
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env={**os.environ, **settings})
    try:
        _wait(process, folder, port)
        yield
    finally:
        end(process)


def _wait(process: subprocess.Popen[bytes], folder: Path, port: int) -> None:
    """Until it has its certificate, which Caddy makes only once it listens."""
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            opened(f"https://{SITE}:{port}").close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"the proxy did not start: {(folder / 'log').read_text(errors='replace')[-2000:]}")
