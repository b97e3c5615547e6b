import pytest

from evaljson import InputError
from evaljson.judge.allowed_endpoints import VARIABLE, AllowedEndpoints, allowed_endpoints
from evaljson.judge.endpoint_settings import OPENAI


def endpoints(listed: str = "", own: str | None = None, is_shared: bool = True) -> AllowedEndpoints:
    return allowed_endpoints(own, is_shared, {VARIABLE: listed})


@pytest.mark.parametrize("url", [None, "http://10.0.0.7:9000/v1", "http://localhost/admin"])
def test_whoever_is_at_the_computer_may_name_any_endpoint(url: str | None) -> None:
    endpoints(is_shared=False).check(url)


@pytest.mark.parametrize(
    "url", ["http://10.0.0.7:9000/v1", "http://localhost:8000", "https://api.openai.com/v2", OPENAI + "/x"]
)
def test_others_may_name_only_the_endpoint_of_the_server(url: str) -> None:
    with pytest.raises(
        InputError, match="asks only the endpoints that its operator allows: choose https://api"
    ) as refused:
        endpoints().check(url)
    assert url not in str(refused.value)
    with pytest.raises(InputError, match="choose http://model:8000/v1, or have the operator add"):
        endpoints(own="http://model:8000/v1").check(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://model:8000/v1",
        "HTTP://Model:8000/v1/",
        "https://other.example",
        "https://other.example:443/",
        "http://own/v1",
    ],
)
def test_the_operator_may_list_others(url: str) -> None:
    endpoints("http://model:8000/v1, https://other.example/", own="http://own/v1").check(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://model:8000/v1", "http://model:8001/v1", "http://model:8000/v1/x", "http://model:8000/V1", "http://model:8000/",
        "http://model.evil.example:8000/v1", "http://model:8000/v1/..", "http://model:8000/v1;x", "http://other.example",
        "http://model:8000\\@evil.example/v1",
    ],
)  # fmt: skip
def test_an_address_that_only_looks_like_a_listed_one_is_refused(url: str) -> None:
    with pytest.raises(InputError, match=r"operator allows|more than an address"):
        endpoints("http://model:8000/v1 https://other.example").check(url)


def test_a_list_is_also_for_whoever_is_at_the_computer() -> None:
    with pytest.raises(InputError, match="operator allows"):
        endpoints("http://model:8000/v1", is_shared=False).check("http://localhost:1/v1")


def test_a_list_that_cannot_be_used_says_so_without_repeating_it() -> None:
    with pytest.raises(InputError, match="EVALJSON_JUDGE_ENDPOINTS: the judge's URL holds more") as refused:
        endpoints("http://user:sk-secret@model/v1")
    assert "sk-secret" not in str(refused.value)
