"""Who scores the chunks: this process, processes of this machine, or a Dask cluster. Each gets references only."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.errors import EvaljsonError, InputError
from evaljson.scale.chunk_refs import ChunkRef
from evaljson.scale.plan import ChunkPlan
from evaljson.scale.run_chunk import run_chunk
from evaljson.scale.workers import AHEAD, Workers

_PAUSE: Final = 0.02
"""Seconds between two looks at whether a chunk of a cluster has ended."""
_LOOK_EVERY: Final = 1.0
"""Seconds between two looks at its workers."""
DIED: Final = "the process that scored it ended, with another chunk beside it and alone"


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a chunk."""

    ref: ChunkRef
    document: dict[str, Any] | None
    """None where it could not be scored."""
    why: str = ""


def here(folder: str, refs: Sequence[ChunkRef], plan: ChunkPlan) -> Iterator[Done]:
    """Score in this process. Raises EvaljsonError for input that cannot be scored; other errors are of one chunk."""
    for ref in refs:
        try:
            yield Done(ref, run_chunk(folder, ref, plan))
        except EvaljsonError:
            raise
        except Exception as error:  # whatever a plug-in raises: the others are scored, and this one is reported
            yield Done(ref, None, said(error))


def said(error: BaseException) -> str:
    """Return an error in one line."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def in_processes(
    folder: str, refs: Sequence[ChunkRef], plan: ChunkPlan, workers: Workers, *, and_here: bool
) -> Iterator[Done]:
    """Score in processes of this machine, and in this one meanwhile if `and_here`.

    A chunk whose process dies is tried once more, alone. Raises as `here`.
    """
    left = list(refs)
    while left:
        suspects: list[ChunkRef] = []
        for done in _shared(workers, folder, left, plan, and_here):
            if isinstance(done, Done):
                yield done
            else:
                suspects = done
        if not suspects:
            return
        workers.close()
        yield from _one_at_a_time(folder, suspects, plan)


def _shared(
    workers: Workers, folder: str, left: list[ChunkRef], plan: ChunkPlan, and_here: bool
) -> Iterator[Done | list[ChunkRef]]:
    """Give what is done, taking it from `left`; where a process died, the chunks that were under way, and end."""
    under_way: dict[Future[dict[str, Any]], ChunkRef] = {}
    suspects: list[ChunkRef] = []
    pool = workers.begin(len(left))
    try:
        while (left or under_way) and not suspects:
            # What is handed to a process that has not started yet would be done here sooner.
            while left and len(under_way) < AHEAD * (workers.ready() if and_here else workers.count):
                ref = left.pop(0)
                under_way[pool.submit(run_chunk, folder, ref, plan)] = ref
            if left and and_here:
                yield from here(folder, [left.pop(0)], plan)
            for future in wait(under_way, 0 if left and and_here else None, FIRST_COMPLETED).done:
                ref = under_way.pop(future)
                try:
                    yield Done(ref, future.result())
                except BrokenProcessPool:
                    suspects.append(ref)
                except EvaljsonError:
                    raise
                except Exception as error:
                    yield Done(ref, None, said(error))
    except BrokenProcessPool:
        suspects.append(ref)
    finally:
        for future in under_way:
            future.cancel()
    if suspects:
        yield sorted([*suspects, *under_way.values()], key=lambda one: one.number)


def _one_at_a_time(folder: str, refs: Sequence[ChunkRef], plan: ChunkPlan) -> Iterator[Done]:
    """Score in a process that has one chunk at a time, and is replaced where it dies: the chunk is then to blame."""
    left = list(refs)
    while left:
        with Workers(1) as alone:
            pool, died = alone.begin(1), False
            while left and not died:
                ref = left.pop(0)
                try:
                    yield Done(ref, pool.submit(run_chunk, folder, ref, plan).result())
                except BrokenProcessPool:
                    died = True
                    yield Done(ref, None, DIED)
                except EvaljsonError:
                    raise
                except Exception as error:
                    yield Done(ref, None, said(error))


def on_dask(folder: str, refs: Sequence[ChunkRef], plan: ChunkPlan, address: str) -> Iterator[Done]:
    """Score on a Dask cluster, whose workers see the files under the same names. Raises as `here`.

    A chunk that raises is tried three times; the scheduler gives up on one after the deaths of a few workers. Raises
    InputError where the cluster has no worker for minutes.
    """
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise InputError("--dask needs the package distributed: pip install 'evaljson[dask]'") from error
    try:
        client = Client(address, timeout="30s")
    except (OSError, ValueError) as error:
        raise InputError(f"--dask {address}: no scheduler answers there ({error}).") from error
    with client:
        futures = client.map(_on_worker, [folder] * len(refs), list(refs), [plan] * len(refs), retries=2, pure=False)
        of = dict(zip((future.key for future in futures), refs, strict=True))
        for future in _as_they_end(as_completed(futures, raise_errors=False), client, address):
            ref = of[future.key]
            failure = future.exception()
            if failure is None:
                refused, document = future.result()
                if refused is not None:
                    client.cancel(futures)
                    raise refused
                yield Done(ref, document)
            else:
                yield Done(ref, None, said(failure))
            future.release()


def _as_they_end(finished: Any, client: Any, address: str) -> Iterator[Any]:
    """Yield futures as they end; without any worker none ever would, and nobody would say so."""
    seen = looked = time.monotonic()
    while True:
        while not (finished.has_ready() or finished.is_empty()):
            time.sleep(_PAUSE)
            now = time.monotonic()
            if now - looked < _LOOK_EVERY:
                continue
            looked, has_workers = now, bool(client.nthreads())
            seen = now if has_workers else seen
            if now - seen >= patience():
                minutes = f"{patience() / 60:g} minutes"
                raise InputError(
                    f"--dask {address}: the cluster has had no worker for {minutes}. Start one, and give the same "
                    "command again: it goes on with what is missing."
                )
        try:
            yield next(finished)
        except StopIteration:
            return
        seen = time.monotonic()


def patience() -> float:
    """Return how long a cluster may be without a worker, in seconds: it may have to start machines."""
    return 300.0


def _on_worker(folder: str, ref: ChunkRef, plan: ChunkPlan) -> tuple[EvaljsonError | None, dict[str, Any] | None]:
    """Score a chunk; input that is refused is an answer, which no retry would change."""
    try:
        return None, run_chunk(folder, ref, plan)
    except EvaljsonError as error:
        return error, None
