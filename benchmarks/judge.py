"""A run judged over a real socket: 5,000 distinct pairs, an endpoint that takes 50 ms for each request, on its own CPU.

Beside it the ideal: as many rounds of 50 ms as the requests make at the configured concurrency, with nothing else done.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import subprocess
import sys
import time
from pathlib import Path

from evaljson import evaluate
from evaljson.judge import Judge

LATENCY = 0.05
SETTINGS = ((8, 25), (32, 25), (8, 5))
"""Concurrency and items in a request."""
_ID = re.compile(r'"id\\": \\"([0-9a-f]+)')
SCHEMA = {"type": "object", "properties": {"terms": {"type": "string", "x-eval-compare": "semantic"}}}


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Chat completions, as little of HTTP as the client needs; every pair is the same."""
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            ids = _ID.findall((await reader.readexactly(length)).decode())
            verdicts = [{"id": one, "reason": "alike", "verdict": "same"} for one in ids]
            message = {"role": "assistant", "content": json.dumps({"verdicts": verdicts})}
            body = json.dumps({
                "id": "x", "object": "chat.completion", "created": 1, "model": "fake",
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }).encode()  # fmt: skip
            await asyncio.sleep(LATENCY)
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
            writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def _listen() -> None:
    server = await asyncio.start_server(_serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def bench_judge(folder: Path, quick: bool) -> None:
    count = 500 if quick else 5000
    gold, extracted = ([{"terms": f"{side} {number}"} for number in range(count)] for side in ("net", "within"))
    with subprocess.Popen([sys.executable, "-m", __name__], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
        evaluate(gold[:1], extracted[:1], SCHEMA, judge=Judge("fake", url))  # imports the client
        print(f"\njudge: {count:,} distinct pairs, 50 ms a request; wall-clock seconds\n{'':34}"
              f"{'evaljson':>10}{'ideal':>8}{'ratio':>8}{'CPU':>8}")  # fmt: skip
        for concurrency, items in SETTINGS:
            judge = Judge("fake", url, concurrency=concurrency, batch_items=items)
            start, used = time.perf_counter(), time.process_time()
            run = evaluate(gold, extracted, SCHEMA, judge=judge)
            took, used = time.perf_counter() - start, time.process_time() - used
            assert run.total_matches == count, run.judged
            assert run.judged is not None
            ideal = math.ceil(run.judged.calls / concurrency) * LATENCY
            figures = f"{took:10.2f}{ideal:8.2f}{took / ideal:8.2f}{used:8.2f}"
            print(f"{f'{concurrency} at a time, {items} items each':34}{figures}")
        server.kill()


if __name__ == "__main__":
    asyncio.run(_listen())
