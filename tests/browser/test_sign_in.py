"""Signing in at a provider: the way in, back to the opened link, who may not enter, the way out."""

import time
from collections.abc import Callable, Iterator, Mapping

import pytest
from playwright.sync_api import BrowserContext, expect

from evaljson.load import read_records
from evaljson.serve.return_link import COOKIE
from evaljson.store import open_store
from evaljson.ui.session.signed_in import LASTS
from tests.browser.conftest import settle
from tests.browser.people import ANN, CAT
from tests.browser.replayed import (
    OPERATOR,
    changes_nothing_for_others,
    frames_of,
    ignore_a_key,
    with_unknown_keys,
)
from tests.browser.signing_in import has_signed_in, sign_in
from tests.serve.tab import Tab, cookie_of, signed_cookie
from tests.server import Server

SIGNS = "what signs the cookies of the app"
Person = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chromium: str, provider_url: str) -> Iterator[Server]:
    """An app for which people of example.org sign in."""
    folder = tmp_path_factory.mktemp("signed-in")
    (folder / "secret").write_text("a client secret", encoding="utf-8")
    (folder / "cookie").write_text(SIGNS, encoding="utf-8")
    server = Server(
        folder, EVALJSON_OIDC_URL=provider_url, EVALJSON_OIDC_CLIENT_ID="evaljson", EVALJSON_ALLOW="@example.org"
    )
    server.environment |= {
        "EVALJSON_OIDC_CLIENT_SECRET_FILE": str(folder / "secret"),
        "EVALJSON_COOKIE_SECRET_FILE": str(folder / "cookie"),
        "EVALJSON_PUBLIC_URL": server.url,
    }
    with server:
        yield server


def test_whoever_signs_in_is_back_at_the_link_they_opened_and_changes_are_noted_under_their_address(
    server: Server, another_person: Person
) -> None:
    context = another_person(server.url)
    page = context.new_page()
    page.goto(f"{server.url}/data?note=kept")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_role("link", name="Records")).to_have_count(0)
    sign_in(page, ANN)
    expect(page.get_by_role("link", name="Records", exact=True)).to_be_visible()
    assert page.url.startswith(f"{server.url}/data?note=kept")
    assert COOKIE not in [cookie.get("name") for cookie in context.cookies()]
    other = context.new_page()
    other.goto(f"{server.url}/data")
    # The links come before the page: a page that is still on its way when its person signs out shows only that.
    expect(other.get_by_text("All evaluations", exact=True)).to_be_visible()
    settle(other)
    page.get_by_role("button", name="Your name").click()
    expect(page.get_by_text("Changes are noted under ann@example.org.")).to_be_visible()
    cookies = context.cookies()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    other.get_by_text("All evaluations", exact=True).click()
    expect(other.get_by_text("You have signed out")).to_be_visible()
    other.goto(f"{server.url}/data")
    expect(other.get_by_role("button", name="Sign in")).to_be_visible()
    context.add_cookies(cookies)  # type: ignore[arg-type]
    other.goto(f"{server.url}/data")
    expect(other.get_by_text("You have signed out")).to_be_visible()
    sign_in(other, ANN)
    expect(other.get_by_role("link", name="Records", exact=True)).to_be_visible()


def test_whoever_may_not_enter_is_told_why_and_can_sign_out(server: Server, another_person: Person) -> None:
    page = another_person(server.url).new_page()
    page.goto(server.url)
    sign_in(page, CAT)
    expect(page.get_by_text("Your account has no verified mail address")).to_be_visible()
    expect(page.get_by_role("link", name="Records")).to_have_count(0)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def test_whoever_is_removed_is_out_with_what_they_do_next_in_a_tab_that_is_open(server: Server) -> None:
    records = read_records(b'{"id": "a"}', name="gold.jsonl", kind="gold")
    cookie = cookie_of(server.url, SIGNS, "fay")
    with open_store(folder=server.folder) as store, Tab(server.url, cookie=cookie) as tab:
        made = store.evaluations.create("Contracts", by="operator", gold=records, schema={"type": "object"})
        asked = f"eval={made.id}"
        assert "is not among those who may see this evaluation" in tab.open("data", asked).text
        assert "Contracts" not in tab.text
        store.members.set(made.id, "fay@example.org", "editor", by=OPERATOR)
        assert "Contracts" in tab.open("data", asked).text
        store.members.remove(made.id, "fay@example.org", by=OPERATOR)
        assert "Not open to you" in tab.open("data", asked).text
        noted = [(entry.who, entry.proof, entry.action) for entry in store.audit.all()]
    assert ("fay@example.org", "oidc", "signed in") in noted
    assert noted.count(("fay@example.org", "oidc", "opened")) == 1


ELSEWHERE = "http://127.0.0.1:9"


@pytest.mark.parametrize(
    ("forge", "told"),
    [
        pytest.param(lambda url: signed_cookie(url, "a guess", email="ann@example.org"), "Sign in to", id="signature"),
        pytest.param(
            lambda url: signed_cookie(url, SIGNS, name="other", email="ann@example.org"),
            "Sign in to",
            id="other cookie",
        ),
        pytest.param(
            lambda url: signed_cookie(ELSEWHERE, SIGNS, email="ann@example.org"), "Sign in to", id="other app"
        ),
        pytest.param(lambda url: "_streamlit_user=ann@example.org", "Sign in to", id="no signature"),
        pytest.param(
            lambda url: signed_cookie(url, SIGNS, email="ann@example.org@evil.example"), "may not", id="two @"
        ),
        pytest.param(
            lambda url: signed_cookie(url, SIGNS, email="eve@evil.example,ann@example.org"), "may not", id="list"
        ),
        pytest.param(lambda url: signed_cookie(url, SIGNS, email="@example.org"), "may not", id="domain alone"),
        pytest.param(lambda url: signed_cookie(url, SIGNS, email=["ann@example.org"]), "may not", id="no text"),
        pytest.param(
            lambda url: signed_cookie(url, SIGNS, email="ann@example.org", email_verified=False),
            "no verified",
            id="said",
        ),
        pytest.param(lambda url: signed_cookie(url, SIGNS, sub="bob"), "no verified mail address", id="no address"),
        pytest.param(
            lambda url: signed_cookie(url, SIGNS, email="ann@example.org", iat=int(time.time()) - LASTS - 60),
            "You have signed out, or your sign-in is too old.",
            id="too old",
        ),
    ],
)
def test_a_forged_or_old_cookie_or_address_lets_nobody_in(
    server: Server, forge: Callable[[str], str], told: str
) -> None:
    with Tab(server.url, cookie=forge(server.url)) as tab:
        tab.open("data")
        assert told in tab.text
        assert "Use my data" not in tab.text


@pytest.mark.parametrize(
    "headers",
    [{"X-Forwarded-Email": "ann@example.org"}, {"X-Evaljson-Proxy-Secret": SIGNS, "X-Mail": "ann@example.org"},
     {"Authorization": "Bearer ann@example.org"}, {"X-Forwarded-User": "ann@example.org", "Remote-User": "ann"}],
    ids=lambda headers: " ".join(headers),
)  # fmt: skip
def test_no_header_says_who_someone_is_where_a_provider_does(server: Server, headers: Mapping[str, str]) -> None:
    with Tab(server.url, headers=headers) as tab:
        assert "Sign in to see evaluations" in tab.open("data").text


def test_what_an_editors_browser_sent_changes_nothing_when_someone_else_sends_it_again(
    server: Server, another_person: Person
) -> None:
    with open_store(folder=server.folder) as store:
        evaluation = with_unknown_keys(store)
        context = another_person(server.url)
        has_signed_in(context, server.url, cookie_of(server.url, SIGNS, ANN))
        page = context.new_page()
        sent = frames_of(page)
        page.goto(f"{server.url}/data?eval={evaluation}")
        settle(page)
        changes_nothing_for_others(store, evaluation, server.url, SIGNS, ignore_a_key(page, sent))


def test_no_secret_is_in_the_store_or_the_log(server: Server) -> None:
    for file in server.folder.rglob("*"):
        if file.is_file() and file.name not in ("secret", "cookie"):
            content = file.read_bytes()
            assert b"a client secret" not in content, file
            assert SIGNS.encode() not in content, file
