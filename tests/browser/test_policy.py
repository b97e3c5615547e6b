"""What the headers and the host check keep out; that every page works under them is held by each browser test."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import VIOLATIONS


class OtherSite(BaseHTTPRequestHandler):
    """A page of another port of this computer, without any policy of its own."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>another site</title>")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def other_site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), OtherSite) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


OPEN_SOCKET = """url => new Promise(done => {
  const socket = new WebSocket(url, ["streamlit"]);
  socket.onopen = () => done("open");
  socket.onerror = () => done("refused");
})"""


def test_a_script_that_got_into_a_page_does_not_run_and_another_site_can_neither_frame_the_app_nor_open_its_socket(
    another_person: Callable[[str], BrowserContext], open_page: Callable[..., Page], app_url: str, other_site: str
) -> None:
    page = open_page()
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "document.title = 'owned'";
          document.body.append(script);
        }"""
    )
    assert "owned" not in page.title()
    assert any("script" in text for text in VIOLATIONS)
    VIOLATIONS.clear()

    stream = f"{app_url.replace('http', 'ws')}/_stcore/stream"
    assert page.evaluate(OPEN_SOCKET, stream) == "open"
    foreign = another_person(app_url).new_page()
    foreign.goto(other_site)
    assert foreign.evaluate(OPEN_SOCKET, stream) == "refused"
    with foreign.expect_console_message(lambda message: "frame-ancestors" in message.text):
        foreign.set_content(f"<iframe src='{app_url}/'></iframe>")
    VIOLATIONS.clear()
