"""A server on 127.0.0.1 that speaks chat completions over a real socket, honestly or as badly as it is told to.

It judges by rules: it reads the items back out of the prompt's data, and nothing else of it, and says "same" (the top
of the scale) where the values are alike without regard to case and spaces. `Endpoint.faults` decides what happens to a
request instead.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from evaljson.judge.prompt import data_of


@dataclass
class Request:
    """What arrived."""

    number: int
    """From 0, over all requests of this server."""
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def data(self) -> dict[str, Any]:
        """The prompt's data, read back."""
        read: dict[str, Any] = data_of(self.body["messages"][1]["content"])
        return read

    @property
    def items(self) -> list[dict[str, Any]]:
        """The pairs to be judged."""
        listed: list[dict[str, Any]] = self.data["items"]
        return listed


@dataclass
class Response:
    """What goes back."""

    body: Any
    """Bytes as they are, anything else as JSON."""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hang_up: bool = False
    """End the connection half way through."""


Fault = Callable[[Request], Response | None]
"""None: this request is answered honestly."""


def folded(value: Any) -> Any:
    return " ".join(value.casefold().split()) if isinstance(value, str) else value


def honest(request: Request) -> list[dict[str, str]]:
    """The verdicts of somebody who only compares."""
    worst, best = request.data["scale"][0], request.data["scale"][-1]
    return [
        {
            "id": item["id"],
            "reason": "compared",
            "verdict": best if folded(item["gold"]) == folded(item["extracted"]) else worst,
        }
        for item in request.items
    ]


def completion(content: str | None, tokens: tuple[int, int] = (100, 20), **message: Any) -> dict[str, Any]:
    ended = message.pop("finish_reason", "stop")
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "fake",
        "choices": [
            {"index": 0, "finish_reason": ended, "message": {"role": "assistant", "content": content, **message}}
        ],
        "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)},
    }


def answered(verdicts: list[dict[str, str]], tokens: tuple[int, int] = (100, 20)) -> Response:
    return Response(completion(json.dumps({"verdicts": verdicts}), tokens))


def error(status: int, message: str, **more: Any) -> Response:
    headers = more.pop("headers", {})
    return Response({"error": {"message": message, "type": "error", **more}}, status, headers)


class Endpoint:
    """A context; `url` is the base URL."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = list(faults)
        self.requests: list[Request] = []
        self.answered: Counter[str] = Counter()
        """How often an answer went out for each pair, by id."""
        self.tokens = (100, 20)
        """What it says that a request took."""
        self.at_once = 0
        self.most_at_once = 0
        self.gate: threading.Barrier | None = None
        """Requests wait here for each other."""
        self.held: threading.Event | None = None
        """Requests wait here until somebody lets them go."""
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Endpoint:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.held is not None:
            self.held.set()
        self._server.shutdown()
        self._server.server_close()

    def respond(self, body: dict[str, Any], headers: dict[str, str]) -> Response:
        with self._lock:
            request = Request(len(self.requests), body, headers)
            self.requests.append(request)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self.gate is not None:
                self.gate.wait(10)
            if self.held is not None:
                self.held.wait(10)
            for fault in self.faults:
                response = fault(request)
                if response is not None:
                    return response
            with self._lock:
                self.answered.update(item["id"] for item in request.items)
            return answered(honest(request), self.tokens)
        finally:
            with self._lock:
                self.at_once -= 1

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                assert self.path == "/v1/chat/completions"
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                response = endpoint.respond(body, {name.lower(): value for name, value in self.headers.items()})
                raw = response.body if isinstance(response.body, bytes) else json.dumps(response.body).encode()
                self.send_response(response.status)
                self.send_header("Content-Type", response.headers.pop("Content-Type", "application/json"))
                self.send_header("Content-Length", str(len(raw)))
                for name, value in response.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(raw[: len(raw) // 2] if response.hang_up else raw)
                self.close_connection = response.hang_up

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler


def first(count: int, response: Callable[[Request], Response]) -> Fault:
    """The fault hits the first requests only."""
    return lambda request: response(request) if request.number < count else None


def always(response: Callable[[Request], Response]) -> Fault:
    return response
