"""An app behind a proxy that says who somebody is, as others on the network meet it."""

import http.client
import sqlite3
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from evaljson.serve.health import NOT_READY
from evaljson.serve.proxy_identity import NOT_THE_PROXY, SECRET_HEADER
from evaljson.store import open_store
from tests.serve.conftest import BELOW, MAIL, SECRET
from tests.serve.tab import Tab, signed_cookie
from tests.server import Server

COOKIE = signed_cookie("http://127.0.0.1", "a guess", email="boss@example.org")


@pytest.fixture(scope="module")
def server(behind_proxy: Server) -> Server:
    return behind_proxy


def asked(server: Server, path: str, headers: dict[str, str]) -> tuple[int, str]:
    parts = urlsplit(server.url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port or 80, timeout=30)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


SOCKET = {
    "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}  # fmt: skip


@pytest.mark.parametrize(
    "path", ["/", "/eval/", "/eval/data", "/eval/_stcore/host-config", "/eval/media/x", "/eval/_stcore/stream"]
)
@pytest.mark.parametrize(
    "headers", [{}, {MAIL: "boss@example.org"}, {MAIL: "boss@example.org", SECRET_HEADER: "guessed"}]
)
def test_whoever_is_not_the_proxy_is_refused(server: Server, path: str, headers: dict[str, str]) -> None:
    more = SOCKET if path.endswith("stream") else {}
    status, text = asked(server, path, {**headers, **more})
    assert status == 403
    assert text in ("", f"{NOT_THE_PROXY}\n")


def test_the_proxy_is_let_through(server: Server) -> None:
    assert asked(server, f"{BELOW}/", {SECRET_HEADER: SECRET, MAIL: "ann@example.org"})[0] == 200
    assert asked(server, f"{BELOW}/_stcore/stream", {SECRET_HEADER: SECRET, **SOCKET})[0] == 101


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([(SECRET_HEADER, SECRET), (MAIL, "ann@example.org"), (MAIL, "boss@example.org")], id="two names"),
        pytest.param([(SECRET_HEADER, SECRET), (MAIL, "ann@example.org"), (MAIL.lower(), "b@example.org")], id="case"),
        pytest.param([(SECRET_HEADER, "guessed"), (SECRET_HEADER, SECRET), (MAIL, "b@example.org")], id="two secrets"),
        pytest.param([(SECRET_HEADER, f"{SECRET}, guessed"), (MAIL, "b@example.org")], id="a list of secrets"),
        pytest.param([(SECRET_HEADER, SECRET[:-1]), (MAIL, "b@example.org")], id="a part of the secret"),
        pytest.param([(SECRET_HEADER.replace("-", "_"), SECRET), (MAIL, "b@example.org")], id="an underscore"),
        pytest.param([(SECRET_HEADER, ""), (MAIL, "b@example.org")], id="empty"),
    ],
)
@pytest.mark.parametrize("path", ["/eval/", "/eval/_stcore/stream"])
def test_a_header_that_someone_added_to_those_of_the_proxy_is_refused(
    server: Server, path: str, lines: list[tuple[str, str]]
) -> None:
    sent = [*lines, *(SOCKET.items() if path.endswith("stream") else ())]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.putrequest("GET", path)
    for name, value in sent:
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 403
    connection.close()


def test_who_someone_is_comes_from_the_proxy_alone(server: Server) -> None:
    for mail, told in (
        ("ann@example.org", "Use my data"),
        ("eve@evil.example", "may not use this app"),
        ("", "did not say"),
    ):
        with Tab(
            f"{server.url}{BELOW}", headers={SECRET_HEADER: SECRET, **({MAIL: mail} if mail else {}), "Cookie": COOKIE}
        ) as tab:
            assert told in tab.open("data").text
    with open_store(folder=server.folder) as store:
        assert {entry.who for entry in store.audit.all() if entry.action == "signed in"} == {"ann@example.org"}


@pytest.mark.parametrize(
    ("path", "says"), [("/healthz", "ok\n"), ("/readyz", "ready\n"), ("/eval/_stcore/health", "ok")]
)
def test_whoever_watches_over_it_needs_no_secret(server: Server, path: str, says: str) -> None:
    assert asked(server, path, {}) == (200, says)


def test_a_store_of_another_layout_is_not_ready_and_the_server_lives_on(server: Server) -> None:
    assert asked(server, "/readyz", {})[0] == 200
    with closing(sqlite3.connect(server.folder / "evaljson.db")) as store, store:
        (layout,) = store.execute("SELECT version_num FROM evaljson_version").fetchone()
        store.execute("UPDATE evaljson_version SET version_num = '9999_newer'")
        store.commit()
        try:
            assert asked(server, "/readyz", {}) == (503, f"{NOT_READY}\n")
            assert asked(server, "/healthz", {}) == (200, "ok\n")
        finally:
            store.execute("UPDATE evaljson_version SET version_num = ?", [layout])
            store.commit()
    assert asked(server, "/readyz", {})[0] == 200
