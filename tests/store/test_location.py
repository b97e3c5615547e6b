"""Where the store is: the password of a database may stand in a file."""

from pathlib import Path

import pytest

from evaljson.store import StoreError
from evaljson.store.location import PASSWORD_VARIABLE, locate, masked


@pytest.fixture
def password_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "password"
    file.write_text("p@ss/word\n", encoding="utf-8")
    monkeypatch.setenv(PASSWORD_VARIABLE, str(file))
    return file


def test_a_url_without_a_password_gets_the_one_of_the_file(password_file: Path) -> None:
    url = locate("postgresql://ann@db/eval")
    assert url.password == "p@ss/word"
    assert "word" not in masked(url)


@pytest.mark.parametrize(("text", "password"), [("postgresql://ann:own@db/eval", "own"), ("sqlite:///a.db", None)])
def test_the_file_changes_no_other_url(password_file: Path, text: str, password: str | None) -> None:
    assert locate(text).password == password


@pytest.mark.parametrize(
    ("content", "why"), [(None, "cannot be read"), (b" \n", "is empty"), (b"\xff\xfe", "not text")]
)
def test_a_password_that_cannot_be_read_is_an_error_that_names_its_file(
    password_file: Path, content: bytes | None, why: str
) -> None:
    password_file.unlink() if content is None else password_file.write_bytes(content)
    with pytest.raises(StoreError, match=why) as raised:
        locate("postgresql://ann@db/eval")
    assert str(password_file) in str(raised.value)
