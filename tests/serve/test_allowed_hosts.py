import socket

import pytest

from evaljson import InputError
from evaljson.serve.allowed_hosts import VARIABLE, AllowedHosts, allowed_hosts, host_name


def hosts(address: str = "127.0.0.1", named: str = "") -> AllowedHosts:
    return allowed_hosts(address, variables={VARIABLE: named})


@pytest.mark.parametrize(
    "header", ["localhost", "localhost:8501", "LocalHost:1", "localhost.:8501", "127.0.0.1:80", "[::1]:8501", "[::1]"]
)
def test_the_names_of_this_computer_are_always_allowed(header: str) -> None:
    assert hosts().allow(header)
    assert hosts("0.0.0.0").allow(header)


@pytest.mark.parametrize(
    "header",
    [
        None, "", ":8501", "evil.example", "localhost.evil.example", "evil-localhost", "127.0.0.1.evil.example",
        "127.0.0.2", "10.0.0.7:8501", "user@localhost", "localhost:x", "localhost:99999", "localhost/path",
        "localhost?x", "localhost#x", "[::1", "[::2]",
        "0.0.0.0:8501", "localhost, evil.example", socket.gethostname() + ".evil.example",
    ],
)  # fmt: skip
def test_other_names_are_refused(header: str | None) -> None:
    assert not hosts().allow(header)


@pytest.mark.parametrize(
    ("header", "allowed"),
    [
        ("eval.example.org", True),
        ("EVAL.example.org:443", True),
        ("a.b.example.net", True),
        ("example.net", False),
        ("evilexample.net", False),
        ("192.0.2.7:8501", True),
        ("example.org", False),
        ("eval.example.org.evil.example", False),
    ],
)
def test_hosts_that_the_operator_named_are_allowed(header: str, allowed: bool) -> None:
    assert hosts(named="eval.example.org, *.example.net\n192.0.2.7").allow(header) is allowed


def test_a_star_allows_every_host() -> None:
    assert hosts(named="*").allow("anything.example")
    assert not hosts(named="*").allow(None)


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "[::]", "", None])
def test_a_server_on_all_addresses_answers_for_addresses_but_not_for_foreign_names(address: str | None) -> None:
    everywhere = allowed_hosts(address, variables={})
    assert everywhere.allow("192.168.1.5:8501")
    assert everywhere.allow("[fe80::1]:8501")
    assert everywhere.allow(socket.gethostname())
    assert not everywhere.allow("rebound.example:8501")


def test_a_server_on_one_address_answers_for_that_one() -> None:
    assert hosts("192.168.1.5").allow("192.168.1.5:8501")
    assert not hosts("192.168.1.5").allow("192.168.1.6:8501")


@pytest.mark.parametrize(
    ("origin", "header", "allowed"),
    [
        ("http://localhost:8501", "localhost:8501", True),
        ("https://eval.example.org", "eval.example.org", True),
        ("https://portal.example.org", "localhost:8501", False),
        ("http://localhost:3000", "localhost:8501", False),
        ("http://127.0.0.1:8501", "localhost:8501", False),
        ("https://eval.example.org", "localhost:8501", True),
        ("null", "localhost:8501", False),
        ("file://", "localhost:8501", False),
        ("http://[", "localhost:8501", False),
    ],
)
def test_a_socket_is_only_for_pages_of_the_server_or_of_named_hosts(origin: str, header: str, allowed: bool) -> None:
    assert hosts(named="eval.example.org").allow_origin(origin, header) is allowed


@pytest.mark.parametrize(
    ("address", "named", "shared"),
    [
        ("127.0.0.1", "", False),
        ("localhost", "", False),
        ("127.0.0.9", "localhost", False),
        ("::1", "", False),
        ("0.0.0.0", "", True),
        ("", "", True),
        ("192.168.1.5", "", True),
        ("eval.example.org", "", True),
        ("127.0.0.1", "eval.example.org", True),
        ("127.0.0.1", "*", True),
    ],
)
def test_a_server_is_shared_where_others_can_reach_it_also_through_a_proxy(
    address: str, named: str, shared: bool
) -> None:
    assert hosts(address, named).is_shared is shared


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Eval.Example.org", "eval.example.org"),
        ("https://eval.example.org:8443/base", "eval.example.org"),
        ("eval.example.org:8501", "eval.example.org"),
        ("*.example.org", "*.example.org"),
        ("::1", "::1"),
        ("[2001:db8::1]:80", "2001:db8::1"),
        ("*", "*"),
    ],
)
def test_a_host_may_be_written_as_people_have_it(text: str, name: str) -> None:
    assert host_name(text) == name


@pytest.mark.parametrize("text", ["a b", "ann@example.org", "*example.org", "http://", "a.*.org", "["])
def test_what_is_not_a_host_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a host: write the name that browsers use"):
        host_name(text)
