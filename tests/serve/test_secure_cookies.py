"""Cookies of an app that is opened over HTTPS are sent over HTTPS only."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from evaljson.serve.secure_cookies import SecureCookies


@pytest.mark.parametrize(
    ("sent", "marked"),
    [
        ("a=1; Path=/; HttpOnly", "a=1; Path=/; HttpOnly; Secure"),
        ("a=1; Secure; Path=/", "a=1; Secure; Path=/"),
        ("secure=1", "secure=1; Secure"),
    ],
)
def test_each_cookie_is_marked_once(sent: str, marked: str) -> None:
    async def answer(_: Request) -> Response:
        response = PlainTextResponse("x", headers={"x-other": "a=1"})
        response.headers.append("set-cookie", "first=1")
        response.headers.append("set-cookie", sent)
        return response

    app = Starlette(routes=[Route("/", answer)], middleware=[Middleware(SecureCookies)])
    got = TestClient(app).get("/").headers
    assert got.get_list("set-cookie") == ["first=1; Secure", marked]
    assert got["x-other"] == "a=1"
