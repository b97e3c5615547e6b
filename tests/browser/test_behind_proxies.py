"""The app as its image starts it, below a path, behind nginx and Caddy with the shipped files: sign-in, back at the
link, WebSocket, the largest upload, and whoever may not: removed, signed out, too long ago, with what others sent."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from evaljson.store import open_store
from evaljson.ui.session.signed_in import LASTS
from tests.browser.conftest import settle
from tests.browser.people import ANN, EVE
from tests.browser.replayed import (
    OPERATOR,
    changes_nothing_for_others,
    frames_of,
    ignore_a_key,
    with_unknown_keys,
)
from tests.browser.signing_in import has_signed_in, sign_in
from tests.deploy.as_in_container import AsInContainer
from tests.deploy.proxies import SITE, ask, caddy, nginx
from tests.postgres import own_schema
from tests.serve.handshake import get
from tests.serve.tab import Tab, cookie_of
from tests.server import free_port

PUBLIC_PORT = free_port()
PUBLIC = f"https://{SITE}:{PUBLIC_PORT}/eval"
RECORD = b'{"id": "a", "city": "Graz"}\n'
LARGEST = 200_000_000
SIGNS = "a long secret of a test"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chromium: str, provider_url: str) -> Iterator[AsInContainer]:
    folder = tmp_path_factory.mktemp("container")
    for name in ("oidc_client_secret", "cookie_secret"):
        (folder / name).write_text(SIGNS, encoding="utf-8")
    with (
        own_schema() as database,
        AsInContainer(
            folder,
            EVALJSON_PUBLIC_URL=PUBLIC,
            EVALJSON_DATABASE_URL=database,
            EVALJSON_OIDC_URL=provider_url,
            EVALJSON_OIDC_CLIENT_ID="evaljson",
            EVALJSON_OIDC_CLIENT_SECRET_FILE=str(folder / "oidc_client_secret"),
            EVALJSON_COOKIE_SECRET_FILE=str(folder / "cookie_secret"),
            EVALJSON_ALLOW="@example.org",
            EVALJSON_MAX_SOURCE_BYTES=str(LARGEST),
        ) as server,
    ):
        yield server


@pytest.fixture(scope="module")
def large_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As large as an upload may be, and read in a moment: one record and blank space."""
    file = tmp_path_factory.mktemp("large") / "gold.jsonl"
    with file.open("wb") as out:
        out.write(RECORD)
        line = b" " * 999_999 + b"\n"
        for _ in range(LARGEST // len(line) - 1):
            out.write(line)
    return file


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_someone_signs_in_through_a_proxy_is_back_at_the_link_and_uploads(
    proxy: Callable[..., Iterator[None]],
    server: AsInContainer,
    large_file: Path,
    another_person: Callable[[str], BrowserContext],
    tmp_path: Path,
) -> None:
    with proxy(tmp_path, PUBLIC_PORT, server.port):
        context = another_person(PUBLIC)
        page = context.new_page()
        page.goto(f"{PUBLIC}/data?note=kept")
        sign_in(page, ANN)
        assert page.url.startswith(f"{PUBLIC}/data?note=kept")
        assert all(cookie.get("secure") for cookie in context.cookies() if str(cookie.get("name")).startswith("_str"))
        page.get_by_role("button", name="Use my data").click()
        page.get_by_text("Drop the gold records").wait_for()
        settle(page)
        page.locator("[data-testid=stFileUploader] input[type=file]").first.set_input_files(large_file)
        expect(page.get_by_text(re.compile("1 record read")).first).to_be_visible()
        _is_refused_without_sign_in(page.url)
    assert server.is_healthy()


def _is_refused_without_sign_in(link: str) -> None:
    """A link that somebody passes on carries no rights."""
    path, _, query = link.removeprefix(f"{PUBLIC}/").partition("?")
    with Tab(PUBLIC) as tab:
        assert "Sign in to see evaluations" in tab.open(path, query).text


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_through_a_proxy_people_are_kept_out_put_out_and_leave_as_without_one(
    proxy: Callable[..., Iterator[None]],
    server: AsInContainer,
    another_person: Callable[[str], BrowserContext],
    tmp_path: Path,
) -> None:
    with proxy(tmp_path, PUBLIC_PORT, server.port), open_store(server.environment["EVALJSON_DATABASE_URL"]) as store:
        evaluation = with_unknown_keys(store)
        context = another_person(PUBLIC)
        page, other = context.new_page(), context.new_page()
        sent = frames_of(page)
        page.goto(f"{PUBLIC}/data?eval={evaluation}")
        sign_in(page, ANN)
        expect(page.get_by_role("heading", name="Replayed")).to_be_visible()
        changes_nothing_for_others(store, evaluation, PUBLIC, SIGNS, ignore_a_key(page, sent))
        store.members.remove(evaluation, "ann@example.org", by=OPERATOR)
        page.get_by_text("History", exact=True).click()
        expect(page.get_by_role("heading", name="Not open to you")).to_be_visible()

        other.goto(f"{PUBLIC}/data")
        other.get_by_role("button", name="Your name").click()
        other.get_by_role("button", name="Sign out").click()
        expect(other.get_by_role("button", name="Sign out")).to_have_count(0)
        page.get_by_role("button", name="Open the sample").click()
        expect(page.get_by_text("You have signed out")).to_be_visible()

        elsewhere = another_person(PUBLIC)
        has_signed_in(elsewhere, PUBLIC, cookie_of(PUBLIC, SIGNS, "val", iat=int(time.time()) - LASTS - 60))
        stranger = elsewhere.new_page()
        stranger.goto(f"{PUBLIC}/data?eval={evaluation}")
        expect(stranger.get_by_text("or your sign-in is too old.")).to_be_visible()
        expect(stranger.get_by_text("Replayed")).to_have_count(0)
        sign_in(stranger, EVE)
        expect(stranger.get_by_text("You are signed in as eve@evil.example, and may not use this app.")).to_be_visible()


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_no_proxy_hands_out_the_metrics_whatever_name_is_asked_for(
    proxy: Callable[..., Iterator[None]], server: AsInContainer, tmp_path: Path
) -> None:
    known = "evaljson_store_up"
    assert known in get(server.url, "/eval/metrics", "localhost")[1]
    with proxy(tmp_path, PUBLIC_PORT, server.port):
        for path in ("/metrics", "/eval/metrics", "/eval/_stcore/metrics"):
            for host in ("localhost", f"127.0.0.1:{server.port}", f"{SITE}:{PUBLIC_PORT}"):
                answer = ask(PUBLIC_PORT, path, host)
                assert answer.startswith("HTTP/1.1 ")
                assert known not in answer
                assert "active_sessions" not in answer
