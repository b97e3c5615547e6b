"""Someone's edit that does not end, on a server that others use."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from evaljson.store import Evaluation, Store
from evaljson.workspace.scoring import score_due
from tests.forked import MOST_OF_NAME
from tests.jobs.page_work.test_helpers import edited
from tests.jobs.test_pool import DEAF
from tests.server import Server
from tests.session import Rerun, Session
from tests.workspace.conftest import evaluation, store

__all__ = ["evaluation", "store"]


def helpers_of(server: Server) -> list[psutil.Process]:
    """The processes that work for pages."""
    name = "evaljson.jobs.page_work.process"[-MOST_OF_NAME:]
    return [child for child in psutil.Process(server.pid).children(recursive=True) if child.name() == name]


def test_others_are_served_while_an_edit_does_not_end(tmp_path: Path, store: Store, evaluation: Evaluation) -> None:
    """A comparator that lets no other thread of its process run stands for all that takes minutes."""
    score_due(store, evaluation.id, by="ann", tell=lambda share, message: None)
    begun = tmp_path / "begun"
    (tmp_path / "deaf_plugin.py").write_text(
        DEAF.replace("    return", f"    open({str(begun)!r}, 'w').close()\n    return")
    )
    settings = {"EVALJSON_PLUGINS": str(tmp_path / "deaf_plugin.py"), "EVALJSON_MAX_PAGE_SECONDS": "600"}
    _, hostile = edited(store, evaluation, "deaf")
    address, reruns = f"eval={evaluation.id}", list[Any]()
    with Server(tmp_path, **settings) as server, Session(server.url) as mine, Session(server.url) as other:
        assert not mine.open("schema", address).errors

        def type_it() -> None:
            reruns.append(mine.set("schema.json.0", string_value=json.dumps(hostile)))

        typing = threading.Thread(target=type_it)
        typing.start()
        while not begun.exists() and typing.is_alive():
            time.sleep(0.05)
        for page in ("fields", "schema", "records"):
            assert not other.open(page, address).errors
        assert typing.is_alive()
        for helper in helpers_of(server):
            helper.kill()
        typing.join()
        assert "the process that worked this out has ended" in shown(reruns[0])
        assert not mine.open("fields", address).errors


def shown(rerun: Rerun) -> str:
    return "\n".join(str(message) for message in rerun.messages)
