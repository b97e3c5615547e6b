"""Does tasks for a page: `python -m evaljson.jobs.page_work.process CONNECTION`, started by `Helpers`.

It ends with the connection, or when there was no task for IDLE seconds; the next task starts another.
"""

from __future__ import annotations

import faulthandler
import logging
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Final

from evaljson.base import limits
from evaljson.base.errors import EvaljsonError
from evaljson.base.memory_limit import bound_memory
from evaljson.base.plugins import load_plugins_of_environment
from evaljson.jobs.page_work.desk import Desk
from evaljson.jobs.page_work.tasks import TASKS

logger = logging.getLogger(__name__)
IDLE: Final = 900.0
LONGEST: Final = 600.0
"""Seconds after which a process ends itself whose server has died, if one call holds Python's lock for so long."""


class _ServerGoneError(Exception):
    """Raised where nobody reads the connection any more."""


def main() -> None:
    """Do tasks until the connection ends."""
    connection: Connection[Any, Any] = Connection(int(sys.argv[1]))
    limits.use_app_defaults()
    load_plugins_of_environment()
    bound_memory()

    def has_read() -> None:
        try:
            connection.send(("has read", None))
        except OSError as error:
            raise _ServerGoneError from error

    with Desk() as desk:
        while connection.poll(IDLE):
            try:
                task, arguments = connection.recv()
                faulthandler.dump_traceback_later(LONGEST, exit=True)
                connection.send(_reply(has_read, desk, task, arguments))
                faulthandler.cancel_dump_traceback_later()
            except (EOFError, OSError, _ServerGoneError):
                return


def _reply(has_read: Callable[[], None], desk: Desk, task: str, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", TASKS[task](desk, has_read, *arguments)
    except _ServerGoneError:
        raise
    except EvaljsonError as error:
        return "failed", error
    except MemoryError:
        return "no memory", None
    except Exception as error:  # a plug-in may raise anything
        logger.exception("%s failed", task)
        return "failed", EvaljsonError(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
