"""The settings of signing in: what they mean, and the sentence for each that does not fit."""

from pathlib import Path

import pytest

from evaljson import InputError
from evaljson.serve.sign_in import Oidc, SignIn, TrustedProxy, refuse_open_door, sign_in

OIDC = {
    "EVALJSON_OIDC_URL": "https://login.example.org/",
    "EVALJSON_OIDC_CLIENT_ID": "evaljson",
    "EVALJSON_PUBLIC_URL": "https://example.org/eval/",
    "EVALJSON_ALLOW": "@Example.org, ann@x.org",
    "EVALJSON_ADMINS": "Boss@example.com",
}
PROXY = {"EVALJSON_PROXY_HEADER": "X-Forwarded-Email", "EVALJSON_ALLOW": "@example.org"}


@pytest.fixture
def secret(tmp_path: Path) -> str:
    file = tmp_path / "secret"
    file.write_text("a-secret-of-a-server\n", encoding="utf-8")
    return str(file)


@pytest.fixture
def oidc(secret: str) -> dict[str, str]:
    return {**OIDC, "EVALJSON_OIDC_CLIENT_SECRET_FILE": secret}


def made(variables: dict[str, str]) -> SignIn:
    way = sign_in(variables)
    assert way is not None
    return way


def test_without_settings_nobody_signs_in() -> None:
    assert sign_in({}) is None


def test_a_provider_is_known_by_its_address(oidc: dict[str, str]) -> None:
    way = made(oidc).way
    assert isinstance(way, Oidc)
    auth = way.secrets()["auth"]
    assert auth["server_metadata_url"] == "https://login.example.org/.well-known/openid-configuration"
    assert auth["redirect_uri"] == "https://example.org/eval/oauth2callback"
    assert auth["client_secret"] == "a-secret-of-a-server"


def test_without_a_file_each_start_signs_its_cookies_with_a_secret_of_its_own(oidc: dict[str, str]) -> None:
    one, two = made(oidc).way, made(oidc).way
    assert isinstance(one, Oidc)
    assert isinstance(two, Oidc)
    assert one.cookie_secret != two.cookie_secret
    assert len(one.cookie_secret) > 30


def test_secrets_are_not_shown(oidc: dict[str, str], secret: str) -> None:
    shown = repr(made(oidc)) + repr(made({**PROXY, "EVALJSON_PROXY_SECRET_FILE": secret}))
    assert "a-secret-of-a-server" not in shown


@pytest.mark.parametrize(
    ("address", "enters", "is_admin"),
    [
        ("ann@x.org", True, False),
        (" ANN@X.org ", True, False),
        ("bob@x.org", False, False),
        ("bob@example.org", True, False),
        ("bob@sub.example.org", False, False),
        ("bob@evilexample.org", False, False),
        ("bob@example.org@evil.example", False, False),
        ("bob@example.org evil", False, False),
        ("@example.org", False, False),
        ("example.org", False, False),
        ("boss@example.com", True, True),
        ("other@example.com", False, False),
        ("", False, False),
    ],
)
def test_addresses_and_domains_say_who_may_enter(
    oidc: dict[str, str], address: str, enters: bool, is_admin: bool
) -> None:
    way = made(oidc)
    assert (way.may_enter(address), way.is_admin(address)) == (enters, is_admin)


def test_with_no_scope_only_admins_enter(oidc: dict[str, str]) -> None:
    way = made({**oidc, "EVALJSON_ALLOW": ""})
    assert not way.may_enter("ann@x.org")
    assert way.may_enter("boss@example.com")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"EVALJSON_OIDC_CLIENT_ID": ""}, "EVALJSON_OIDC_CLIENT_ID is missing"),
        ({"EVALJSON_PUBLIC_URL": ""}, "EVALJSON_PUBLIC_URL is missing"),
        ({"EVALJSON_PUBLIC_URL": "example.org"}, "is not the address of an app"),
        ({"EVALJSON_PUBLIC_URL": "https://ann:pw@example.org"}, "is not the address of an app"),
        ({"EVALJSON_PUBLIC_URL": "https://example.org/a?b"}, "is not the address of an app"),
        ({"EVALJSON_PUBLIC_URL": "https://[::1"}, "is not the address of an app"),
        ({"EVALJSON_OIDC_CLIENT_SECRET_FILE": ""}, "EVALJSON_OIDC_CLIENT_SECRET_FILE is missing"),
        ({"EVALJSON_OIDC_CLIENT_SECRET_FILE": "/no/such"}, "/no/such cannot be read: No such file"),
        ({"EVALJSON_OIDC_URL": "http://login.example.org"}, "must begin with https://"),
        ({"EVALJSON_ALLOW": "", "EVALJSON_ADMINS": ""}, "nobody may sign in"),
        ({"EVALJSON_ALLOW": "example.org"}, "neither a mail address nor a domain"),
        ({"EVALJSON_ADMINS": "@example.org"}, "takes mail addresses, not domains"),
        ({"EVALJSON_PROXY_HEADER": "X-Mail"}, "are two ways to sign in"),
        ({"EVALJSON_OIDC_URL": ""}, "says who may sign in, but nothing says how"),
    ],
)
def test_settings_that_do_not_fit_are_refused_in_a_sentence(
    oidc: dict[str, str], change: dict[str, str], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        sign_in({**oidc, **change})


def test_a_provider_on_this_computer_may_be_without_https(oidc: dict[str, str]) -> None:
    assert isinstance(made({**oidc, "EVALJSON_OIDC_URL": "http://127.0.0.1:9400"}).way, Oidc)


def test_a_proxy_is_trusted_by_its_secret_only(secret: str, tmp_path: Path) -> None:
    assert isinstance(made({**PROXY, "EVALJSON_PROXY_SECRET_FILE": secret}).way, TrustedProxy)
    with pytest.raises(InputError, match="EVALJSON_PROXY_SECRET_FILE is missing: anyone could send that header"):
        sign_in(PROXY)
    (tmp_path / "short").write_text("short", encoding="utf-8")
    with pytest.raises(InputError, match="one line of at least 16 characters"):
        sign_in({**PROXY, "EVALJSON_PROXY_SECRET_FILE": str(tmp_path / "short")})
    with pytest.raises(InputError, match="is not the name of a header"):
        sign_in({**PROXY, "EVALJSON_PROXY_HEADER": "X Mail"})


@pytest.mark.parametrize("address", ["0.0.0.0", "", None, "::", "192.168.1.5"])
def test_without_sign_in_others_are_let_in_only_where_the_operator_says_so(
    address: str | None, oidc: dict[str, str]
) -> None:
    with pytest.raises(InputError, match="could read and delete everything"):
        refuse_open_door(address, None, {})
    refuse_open_door(address, None, {"EVALJSON_OPEN": "1"})
    refuse_open_door(address, sign_in(oidc), {})


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "::1"])
def test_this_computer_needs_no_sign_in(address: str) -> None:
    refuse_open_door(address, None, {})
