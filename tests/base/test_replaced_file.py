"""A file is replaced as a whole or stays as it was; devices and links stay what they are."""

import os
import stat
from pathlib import Path

import pytest

from evaljson.base.replaced_file import replacing


def written(file: Path, private: bool = False) -> int:
    """Write the file; return its mode."""
    with replacing(file, private=private) as stream:
        stream.write(b"after")
    assert file.read_bytes() == b"after"
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_file_is_as_the_umask_says_and_a_private_one_the_users_own(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        assert written(tmp_path / "new") == 0o644
        assert written(tmp_path / "own", private=True) == 0o600
    finally:
        os.umask(before)


@pytest.mark.parametrize(("private", "mode"), [(False, 0o640), (True, 0o600)])
def test_a_file_that_exists_keeps_its_mode_unless_it_is_to_be_private(tmp_path: Path, private: bool, mode: int) -> None:
    file = tmp_path / "kept"
    file.write_bytes(b"before")
    file.chmod(0o640)
    assert written(file, private) == mode


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"before")
    link.symlink_to(target)
    written(link)
    assert (link.is_symlink(), target.read_bytes()) == (True, b"after")


def test_a_failure_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_bytes(b"before")
    with pytest.raises(TypeError, match="bytes"), replacing(file) as stream:
        stream.writelines([b"half", "no bytes"])  # type: ignore[list-item]
    assert (file.read_bytes(), os.listdir(tmp_path)) == (b"before", ["kept"])


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="a device that can be written to")
def test_a_device_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    with replacing(link, private=True) as stream:
        stream.write(b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert link.is_symlink()


def test_a_name_that_no_file_can_have_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no file can have this name"), replacing(f"{tmp_path}/nul\0byte"):
        pass


def test_a_name_may_be_as_long_as_the_file_system_allows(tmp_path: Path) -> None:
    written(tmp_path / ("x" * 255))
