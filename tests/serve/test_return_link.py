"""The way back to the opened link after sign-in, and nowhere else."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from evaljson.serve.return_link import COOKIE, ReturnLink

HERE = "eval.example.org"
SIGNED_IN = (b"set-cookie", b"_streamlit_user=x; Path=/")


def answered(
    path: str, headers: dict[str, str], answer: list[tuple[bytes, bytes]], *, base: str = "", status: int = 302
) -> list[tuple[str, str]]:
    """The headers of the answer to a request, where the app gives this one."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": status, "headers": list(answer)})

    async def send(message: Any) -> None:
        sent.append(message)

    raw = [(name.encode(), value.encode()) for name, value in {"host": HERE, **headers}.items()]
    done = ReturnLink(app, base)({"type": "http", "path": path, "headers": raw}, None, send)  # type: ignore[arg-type]
    with ThreadPoolExecutor(1) as apart:  # the browser tests keep an event loop in this thread
        apart.submit(asyncio.run, done).result()
    return [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]


def kept(referer: str, base: str = "") -> str | None:
    """The link that is kept for someone who begins to sign in on this page."""
    headers = answered(f"{base}/auth/login", {"referer": referer}, [], base=base)
    cookies = [value for name, value in headers if name == "set-cookie"]
    return cookies[0].split(";")[0].partition("=")[2] if cookies else None


@pytest.mark.parametrize(
    ("referer", "link"),
    [
        (f"https://{HERE}/records?eval=1&a=x", "%2Frecords%3Feval%3D1%26a%3Dx"),
        (f"http://{HERE}/", "%2F"),
        ("https://evil.example/records", None),
        (f"https://{HERE}//evil.example/", None),
        (f"https://{HERE}/\\evil.example", None),
        (f"https://{HERE}/{'a' * 3000}", None),
        ("https://[::1", None),
        ("", None),
    ],
)
def test_a_link_of_this_app_is_kept(referer: str, link: str | None) -> None:
    assert kept(referer) == link


@pytest.mark.parametrize(("path", "link"), [("/eval/data", "%2Feval%2Fdata"), ("/other", None), ("/evaluate", None)])
def test_below_a_path_only_what_is_below_it_is_kept(path: str, link: str | None) -> None:
    assert kept(f"https://{HERE}{path}", "/eval") == link


def went_to(cookie: str, answer: list[tuple[bytes, bytes]], status: int = 302) -> str | None:
    headers = answered("/oauth2callback", {"cookie": cookie}, [(b"location", b"/"), *answer], status=status)
    return dict(headers).get("location")


def test_after_sign_in_the_kept_link_is_gone_to_and_forgotten() -> None:
    headers = answered("/oauth2callback", {"cookie": f"{COOKIE}=%2Fdata%3Fx%3D1"}, [(b"location", b"/"), SIGNED_IN])
    assert ("location", "/data?x=1") in headers
    assert ("set-cookie", f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax") in headers
    assert ("set-cookie", "_streamlit_user=x; Path=/") in headers


@pytest.mark.parametrize(
    ("cookie", "answer", "status"),
    [
        (f"{COOKIE}=%2Fdata", [], 302),
        (f"{COOKIE}=%2Fdata", [SIGNED_IN], 400),
        (f"{COOKIE}=%2F%2Fevil.example", [SIGNED_IN], 302),
        (f"{COOKIE}=https%3A%2F%2Fevil.example", [SIGNED_IN], 302),
        (f"{COOKIE}=%2F%5Cevil.example", [SIGNED_IN], 302),
        (f"{COOKIE}=%2Fa%0d%0aSet-Cookie%3A%20x", [SIGNED_IN], 302),
        ("other=1", [SIGNED_IN], 302),
    ],
)
def test_otherwise_the_answer_stays_as_it_is(cookie: str, answer: list[tuple[bytes, bytes]], status: int) -> None:
    assert went_to(cookie, answer, status) == "/"


def test_other_requests_are_left_alone() -> None:
    assert answered("/data", {"referer": f"https://{HERE}/x"}, [(b"a", b"b")]) == [("a", "b")]
