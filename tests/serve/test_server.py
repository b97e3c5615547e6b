"""The running app, as others on the network meet it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from evaljson.serve.host_check import FOREIGN_PAGE, UNKNOWN_HOST
from evaljson.serve.local_only import NOT_LOCAL, LocalOnly
from tests.serve.handshake import get, shake
from tests.server import Server


@pytest.fixture(scope="module")
def own(server: Server) -> str:
    """Its own host and port."""
    return urlsplit(server.url).netloc


PATHS = ["/", "/records", "/_stcore/health", "/_stcore/host-config", "/_stcore/metrics", "/media/x", "/no/such/page"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["rebound.example", "rebound.example:8501", None])
def test_a_foreign_host_gets_one_sentence(server: Server, path: str, host: str | None) -> None:
    status, text, _ = get(server.url, path, host)
    assert status == 400
    assert host is None or text == f"{UNKNOWN_HOST}\n"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
def test_a_foreign_host_is_refused_for_every_method(server: Server, method: str) -> None:
    assert get(server.url, "/_stcore/upload_file/a/b", "rebound.example", method)[0] == 400


@pytest.mark.parametrize("host", ["localhost:1", "[::1]", "eval.example.org"])
def test_known_hosts_are_answered(server: Server, host: str) -> None:
    assert get(server.url, "/_stcore/health", host)[:2] == (200, "ok")


def test_metrics_are_for_this_computer_only(server: Server) -> None:
    assert get(server.url, "/_stcore/metrics", "localhost")[0] == 200
    for path in ("/_stcore/metrics", "/_stcore/metrics?families=x", "/%5fstcore/metrics"):
        assert get(server.url, path, "eval.example.org")[:2] == (403, f"{NOT_LOCAL}\n")  # as a proxy here passes it on


@pytest.mark.parametrize(("client", "status"), [("127.0.0.1", 200), ("::1", 200), ("192.168.1.5", 403), (None, 403)])
def test_metrics_answer_to_loopback_addresses(client: str | None, status: int) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("counts")(scope, receive, send)

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    about = {"headers": [(b"host", b"localhost:8501")], "client": client and (client, 50_000), "method": "GET"}
    answer = LocalOnly(app)({"type": "http", "path": "/_stcore/metrics", **about}, receive, send)
    with ThreadPoolExecutor(1) as apart:  # the browser tests keep an event loop in this thread
        apart.submit(asyncio.run, answer).result()
    assert sent[0]["status"] == status


@pytest.mark.parametrize("host", ["rebound.example", "rebound.example:8501"])
def test_a_page_that_points_its_own_name_here_gets_no_socket(server: Server, host: str) -> None:
    status, answer = shake(server.url, host, f"http://{host}")
    assert status == 400
    assert UNKNOWN_HOST in answer


@pytest.mark.parametrize("origin", ["http://rebound.example", "http://localhost:3000", "null", "file://"])
def test_a_page_of_another_site_gets_no_socket(server: Server, own: str, origin: str) -> None:
    status, answer = shake(server.url, own, origin)
    assert status == 403
    assert FOREIGN_PAGE in answer


def test_pages_of_the_app_get_a_socket(server: Server, own: str) -> None:
    assert shake(server.url, own, f"http://{own}")[0] == 101
    assert shake(server.url, own, None)[0] == 101
    assert shake(server.url, "eval.example.org", "https://eval.example.org")[0] == 101


@pytest.mark.parametrize(
    ("path", "host"),
    [("/", "localhost"), ("/_stcore/health", "localhost"), ("/x.js", "localhost"), ("/", "evil.example")],
)
def test_every_response_has_the_headers(server: Server, path: str, host: str) -> None:
    _, _, headers = get(server.url, path, host)
    policy = headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'self'" in policy
    scripts = next(rule for rule in policy.split("; ") if rule.startswith("script-src"))
    assert "unsafe" not in scripts
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"


def test_a_refused_socket_has_the_headers_too(server: Server) -> None:
    assert "frame-ancestors" in shake(server.url, "rebound.example", None)[1]


def test_it_warns_once_that_others_can_reach_it(server: Server) -> None:
    assert server.said().count("Warning: evaljson listens on 127.0.0.1 and answers for eval.example.org") == 1


def test_a_setting_that_cannot_be_used_ends_the_start_with_a_sentence(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(tmp_path_factory.mktemp("app"), EVALJSON_ALLOWED_HOSTS="ann@example.org")
    with pytest.raises(RuntimeError, match=r"'ann@example\.org' is not a host"):
        server.start()
    assert "Traceback" not in server.said()
