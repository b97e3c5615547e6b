"""Starts modules as forks of a process that has imported what they need, which takes more than a second of a core.

`python -m tests.forked CONNECTION MODULES` is that process. What it forks is handed to the process of the tests, which
waits for it, kills it and hears of its end as of any other that it started: Linux alone has this.
"""

import atexit
import ctypes
import fcntl
import functools
import gc
import json
import os
import runpy
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

SET_CHILD_SUBREAPER = 36
"""What prctl(2) calls it to become the parent of grandchildren whose own parent ends."""
ROOT = Path(__file__).parents[1]
HIGH = 500
"""Above the descriptors of any process here."""
SET_NAME, MOST_OF_NAME = 15, 15
"""What prctl calls the one, and the bytes of a name that Linux keeps."""
SERVER = "streamlit"
OF_A_SERVER = ("evaljson.jobs.worker", "evaljson.jobs.page_work.process")
"""What a server starts, again and again: forks of it as it began."""


class Stem:
    """A process that has imported modules, and forks."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    @classmethod
    def that_imports(cls, imported: Sequence[str]) -> "Stem":
        """Start one."""
        ours, theirs = _pair()
        command = [sys.executable, "-m", "tests.forked", str(theirs.fileno()), *imported]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, cwd=ROOT, pass_fds=[theirs.fileno()])
        theirs.close()

        def close() -> None:
            ours.close()
            process.wait()

        atexit.register(close)
        return cls(ours)

    @classmethod
    def of_this_process(cls) -> "Stem":
        """Fork one, which has imported what this process has; it ends with this process."""
        ours, theirs = _pair()
        if os.fork() == 0:
            ours.close()
            _fork_at_messages(theirs)
            raise SystemExit
        theirs.close()
        return cls(ours)

    def start(
        self,
        arguments: Sequence[str],
        files: Mapping[int, int],
        folder: str,
        environment: Mapping[str, str],
        alone: bool,
    ) -> int:
        """Run a module, whose name is the first argument, as `python -m` does, or code behind `-c`.

        `files` are ours, by their number there. `alone`: in a session of its own.
        """
        order = [list(arguments), list(files), folder, dict(environment), alone]
        prctl = ctypes.CDLL(None).prctl
        with self._lock:
            prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            socket.send_fds(self._connection, [json.dumps(order).encode()], list(files.values()))
            started = int(self._connection.recv(100))
            prctl(SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        return started


def _pair() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


stem_of = functools.cache(Stem.that_imports)
"""One for each set of modules, until the tests end."""


def popen(imported: tuple[str, ...], modules: Sequence[str]) -> type["subprocess.Popen[Any]"]:
    """Return what to put in place of subprocess.Popen: `python -m` with one of these modules is a fork then.

    Among the modules, "-c" stands for code on the command line.
    """
    return _popen_by(lambda: stem_of(imported), modules)


def _popen_by(stem: Callable[[], Stem], modules: Sequence[str]) -> type["subprocess.Popen[Any]"]:

    class Forking(subprocess.Popen):  # type: ignore[type-arg]
        def _execute_child(self, args: Any, *more: Any) -> None:
            at = 2 if args[1:2] == ["-m"] else 1
            if not isinstance(args, list) or not {*args[at : at + 1]} & {*modules}:
                super()._execute_child(args, *more)  # type: ignore[misc]
                return
            pass_fds, folder, environment = more[3:6]
            pipes, new_session = more[9:15], more[-2]
            standard = {number: number if fd == -1 else fd for number, fd in enumerate((pipes[0], pipes[3], pipes[5]))}
            self.pid = stem().start(
                args[at:],
                {**standard, **{fd: fd for fd in pass_fds}},
                os.fspath(folder or os.getcwd()),
                os.environ if environment is None else environment,
                new_session,
            )
            self._child_created = True
            self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]

    return Forking


def main() -> None:
    """Fork at every message, until the connection ends; each fork goes on as the module that it is to run."""
    connection = socket.socket(fileno=int(sys.argv[1]))
    for name in sys.argv[2:]:
        import_module(name)
    gc.collect()
    gc.freeze()
    _fork_at_messages(connection)


def _fork_at_messages(connection: socket.socket) -> None:
    while True:
        message, files, _, _ = socket.recv_fds(connection, 1 << 20, 30)
        if not message:
            return
        started = _fork()
        if started is None:
            connection.detach()
            _become(json.loads(message), files)
            return
        for file in files:
            os.close(file)
        connection.send(str(started).encode())


def _fork() -> int | None:
    """Fork twice, so that this process is not the parent; return the id of the second fork, which gets None."""
    reader, writer = os.pipe()
    between = os.fork()
    if between == 0:
        second = os.fork()
        if second == 0:
            return None
        os.write(writer, str(second).encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(between, 0)
    with open(reader) as said:
        return int(said.read())


def _become(order: Any, files: Sequence[int]) -> None:
    arguments, numbers, folder, environment, is_alone = order
    safe = [fcntl.fcntl(file, fcntl.F_DUPFD, HIGH) for file in files]
    os.closerange(3, HIGH)
    for file, number in zip(safe, numbers, strict=True):
        os.dup2(file, number)
        os.close(file)
    if is_alone:
        os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv, sys.path[0] = arguments, folder
    if arguments[0] in OF_A_SERVER:  # its command line stays that of the server
        ctypes.CDLL(None).prctl(SET_NAME, arguments[0][-MOST_OF_NAME:].encode(), 0, 0, 0)
    if arguments[0] == SERVER:
        stem = Stem.of_this_process()
        subprocess.Popen = _popen_by(lambda: stem, OF_A_SERVER)  # type: ignore[misc]
    if arguments[0] == "-c":
        exec(arguments.pop(1), {"__name__": "__main__"})
    else:
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
