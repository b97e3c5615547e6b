"""Values and key go to the address that was entered, whatever an endpoint or the environment says."""

import logging
from collections.abc import Iterator

import pytest

from evaljson import evaluate
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint, Request, Response
from tests.judge.records import records, schema
from tests.judge.test_request_pool import Make


@pytest.fixture
def elsewhere() -> Iterator[Endpoint]:
    """Another endpoint, which records what reaches it."""
    with Endpoint() as running:
        yield running


def to(location: str, status: int) -> Response:
    return Response({}, status, {"Location": location})


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed_and_the_reason_says_where_it_leads(
    status: int, endpoint: Endpoint, elsewhere: Endpoint, judge: Make
) -> None:
    address = f"{elsewhere.url}/chat/completions"
    endpoint.faults = [lambda request: to(address, status)]
    run = evaluate(*records(5), schema(), judge=judge(retries=2))
    assert elsewhere.requests == []
    assert len(endpoint.requests) == 1
    reason = run.records[0].field_results[0].reason
    assert reason == (
        f"the endpoint answered {status}, a redirect to {address}, which is never followed: values and key go only to "
        "the address that was entered; enter the new address if you trust it"
    )


@pytest.mark.parametrize(
    "location", ["/v1/other", "//127.0.0.1:9/v1", "http://[", "", "javascript:alert(1)", "x" * 5000]
)
def test_a_redirect_to_anywhere_is_one_short_sentence(location: str, endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [lambda request: to(location, 307)]
    run = evaluate(*records(1), schema(), judge=judge())
    reason = run.records[0].field_results[0].reason or ""
    assert reason.startswith("the endpoint answered 307, a redirect")
    assert len(reason) < 500
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize(
    "location", [f"http://{KEY}@127.0.0.1:9/v1", f"/v1/{KEY}", f"/v1?key={KEY}", f"/v1#{KEY}", f"http://{KEY}/"]
)
def test_a_key_in_a_redirect_is_nowhere(
    location: str, endpoint: Endpoint, judge: Make, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "evaljson")
    endpoint.faults = [lambda request: to(location, 302)]
    run = evaluate(*records(3), schema(), judge=judge())
    for place in (repr(run), repr(list(run.records)), caplog.text, str(run.judged)):
        assert KEY not in place


SECRETS = {
    "OPENAI_ORG_ID": "org-of-the-server",
    "OPENAI_PROJECT_ID": "project-of-the-server",
    "OPENAI_CUSTOM_HEADERS": "X-Gateway: gateway-of-the-server\nAuthorization: Bearer other-of-the-server",
    "OPENAI_ADMIN_KEY": "admin-of-the-server",
}


def sent(request: Request) -> str:
    return " ".join(request.headers.values())


def test_an_endpoint_that_a_user_names_gets_nothing_of_the_environment(
    endpoint: Endpoint, judge: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    evaluate(*records(3), schema(), judge=judge())
    assert "of-the-server" not in sent(endpoint.requests[0])
    assert endpoint.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_the_endpoint_of_the_environment_gets_its_headers(
    endpoint: Endpoint, judge: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_JUDGE_URL", f"{endpoint.url}/")
    monkeypatch.setenv("OPENAI_ORG_ID", SECRETS["OPENAI_ORG_ID"])
    evaluate(*records(3), schema(), judge=judge())
    assert endpoint.requests[0].headers["openai-organization"] == "org-of-the-server"
