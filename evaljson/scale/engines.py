"""Who scores the chunks: this process, processes of this machine, or a Dask cluster. Each gets references only."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.errors import EvaljsonError, InputError
from evaljson.scale.chunk_refs import ChunkRef
from evaljson.scale.plan import ChunkPlan
from evaljson.scale.run_chunk import run_chunk

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


def in_processes(folder: str, refs: Sequence[ChunkRef], plan: ChunkPlan, workers: int) -> Iterator[Done]:
    """Score in processes of this machine. A chunk whose process dies is tried once more, alone. Raises as `here`."""
    left = list(refs)
    while left:
        suspects: list[ChunkRef] = []
        with _pool(min(workers, len(left))) as pool:
            for done in _submitted(pool, folder, left, plan, 2 * workers):
                if isinstance(done, Done):
                    yield done
                else:
                    suspects = done
        finished = len(suspects)
        yield from _one_at_a_time(folder, suspects, plan)
        if not finished:
            return


def _submitted(
    pool: ProcessPoolExecutor, folder: str, left: list[ChunkRef], plan: ChunkPlan, most: int
) -> Iterator[Done | list[ChunkRef]]:
    """Give what is done, taking it from `left`; where a process died, the chunks that were under way, and end."""
    under_way: dict[Future[dict[str, Any]], ChunkRef] = {}
    suspects: list[ChunkRef] = []
    try:
        while (left or under_way) and not suspects:
            while left and len(under_way) < most:
                ref = left.pop(0)
                under_way[pool.submit(run_chunk, folder, ref, plan)] = ref
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
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
        with _pool(1) as pool:
            died = False
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


def _pool(workers: int) -> ProcessPoolExecutor:
    # A fork would copy locks that threads of this process hold.
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))


def on_dask(folder: str, refs: Sequence[ChunkRef], plan: ChunkPlan, address: str) -> Iterator[Done]:
    """Score on a Dask cluster, whose workers see the files under the same names. Raises as `here`.

    A chunk that raises is tried three times; the scheduler gives up on one after the deaths of a few workers.
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
        for future in as_completed(futures, raise_errors=False):
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


def _on_worker(folder: str, ref: ChunkRef, plan: ChunkPlan) -> tuple[EvaljsonError | None, dict[str, Any] | None]:
    """Score a chunk; input that is refused is an answer, which no retry would change."""
    try:
        return None, run_chunk(folder, ref, plan)
    except EvaljsonError as error:
        return error, None
