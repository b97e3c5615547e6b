"""Sends one request to an OpenAI-compatible endpoint through the openai package, whose client does the retries.

The client repeats a request after 408, 409, 429, 5xx, a timeout and a lost connection; it waits as long as Retry-After
says (up to two minutes), otherwise longer each time. Parameters that an endpoint refuses (response format, temperature,
seed) are left out of that request and of later ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from evaljson.judge.endpoint_settings import OPENAI, EndpointSettings, sent_key
from evaljson.judge.http_client import http_client, redirect_of
from evaljson.judge.request_form import VERDICTS, Asked, RequestForm

if TYPE_CHECKING:
    import openai

_FORMATS: Final = ("json_schema", "json_object", "text")
_ABOUT_FORMAT: Final = ("response_format", "json_schema", "json_object", "json schema", "structured output", "grammar")
_FATAL_CODES: Final = frozenset({"insufficient_quota", "billing_hard_limit_reached", "account_deactivated"})
_SHOWN: Final = 300


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a request."""

    text: str
    """As the model wrote it: it may hold anything, even the key."""
    tokens_in: int | None
    """None if the endpoint does not report it."""
    tokens_out: int | None
    problem: str | None = None
    """Why verdicts may be missing: a refusal, or a reply that is cut off, empty or unreadable."""


class RequestFailedError(Exception):
    """A request without a reply; the text says why, without any key."""

    def __init__(self, reason: str, fatal: bool = False, too_much: bool = False) -> None:
        self.reason = reason
        self.fatal = fatal
        """Every other request would fail too."""
        self.too_much = too_much
        """Smaller requests may work: some item, or the number of items, was refused."""
        super().__init__(reason)


class Endpoint:
    """A client, and the parameters that its endpoint accepts. Use it within one event loop."""

    def __init__(self, settings: EndpointSettings, form: RequestForm = VERDICTS) -> None:
        import openai  # here, since it takes longer to import than scoring takes

        self._settings, self._request_form = settings, form
        self._client = openai.AsyncOpenAI(
            api_key=sent_key(settings.key),
            base_url=settings.base_url or OPENAI,  # or the client reads its environment
            timeout=settings.timeout,
            max_retries=settings.retries,
            http_client=http_client(settings),
        )
        self._format = 0
        self._unknown: frozenset[str] = frozenset()

    async def close(self) -> None:
        """Close its connections."""
        await self._client.close()

    async def ask(self, asks: Sequence[Asked]) -> Reply:
        """Ask for some answers. Raises RequestFailedError."""
        import openai

        form, unknown = self._format, self._unknown
        while True:
            try:
                answer = await self._client.chat.completions.create(**self._request(asks, form, unknown))
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                narrowed = self._narrowed(error, form, unknown)
                if narrowed is None:
                    raise self._failed(error, too_much=True) from None
                form, unknown = narrowed
            except openai.OpenAIError as error:
                raise self._failed(error) from None
            except ValueError:  # a body that is declared to be JSON, and is not
                return Reply("", None, None, "the endpoint's answer cannot be read")
            else:
                # Remembered only once it worked: a request may be refused for another reason.
                self._format, self._unknown = max(self._format, form), self._unknown | unknown
                return self._reply(answer)

    def _request(self, asks: Sequence[Asked], form: int, unknown: frozenset[str]) -> dict[str, Any]:
        settings, name = self._settings, _FORMATS[form]
        optional: dict[str, Any] = {
            "response_format": self._request_form.answer_format(asks) if name == "json_schema" else {"type": name},
            "temperature": settings.temperature,
            "seed": None if settings.seed is None else settings.seed + asks[0].vote,
        }
        if name == "text":
            del optional["response_format"]
        accepted = {key: value for key, value in optional.items() if value is not None and key not in unknown}
        return {"model": settings.model, "messages": self._request_form.messages(asks), **accepted}

    def _narrowed(self, error: openai.APIStatusError, form: int, unknown: frozenset[str]) -> Any:
        """Return what to try after a refusal: (format, parameters left out); None if there is nothing else to try."""
        message = f"{error.param or ''} {error.message}".lower()
        for name in ("temperature", "seed"):
            if name in message and name not in unknown:
                return form, unknown | {name}
        if error.code in ("context_length_exceeded", "content_filter"):
            return None
        if any(word in message for word in _ABOUT_FORMAT) and form < len(_FORMATS) - 1:
            return form + 1, unknown
        return None

    def _failed(self, error: openai.OpenAIError, too_much: bool = False) -> RequestFailedError:
        import openai

        if isinstance(error, openai.APITimeoutError):
            return RequestFailedError(f"no answer within {self._settings.timeout:g} s, {self._tries()}")
        if isinstance(error, openai.APIConnectionError):
            return RequestFailedError(f"the endpoint cannot be reached or hung up, {self._tries()}")
        if not isinstance(error, openai.APIStatusError):
            return RequestFailedError(f"the endpoint's answer cannot be read: {type(error).__name__}")
        redirect = redirect_of(error, self._settings)
        if redirect is not None:
            return RequestFailedError(redirect, fatal=True)
        fatal = error.status_code in (401, 403, 404) or error.code in _FATAL_CODES
        tries = f", {self._tries()}" if error.status_code == 429 or error.status_code >= 500 else ""
        message = self._settings.key.redacted(_message(error))
        message = message if len(message) <= _SHOWN else message[: _SHOWN - 1] + "…"
        reason = f"the endpoint answered {error.status_code}{tries}" + (f": {message}" if message else "")
        return RequestFailedError(reason, fatal, too_much or error.status_code == 413)

    def _tries(self) -> str:
        return f"tried {self._settings.retries + 1} times" if self._settings.retries else "tried once"

    def _reply(self, answer: Any) -> Reply:
        usage = getattr(answer, "usage", None)
        counts = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
        tokens_in, tokens_out = (count if isinstance(count, int) and count >= 0 else None for count in counts)
        choices = getattr(answer, "choices", None)
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = getattr(choice, "message", None)
        if message is None:
            return Reply("", tokens_in, tokens_out, "the endpoint's answer is not a chat completion")
        text = message.content if isinstance(message.content, str) else ""
        refusal, ended = getattr(message, "refusal", None), getattr(choice, "finish_reason", None)
        problem = None
        if refusal or ended == "content_filter":
            problem = "the model refused to judge it"
        elif ended == "length":
            problem = "the model's answer was cut off"
        elif not text.strip():
            problem = "the model's answer was empty"
        return Reply(text, tokens_in, tokens_out, problem)


def _message(error: openai.APIStatusError) -> str:
    """Return the endpoint's message on one line; not the whole body, which may be a page."""
    body = error.body
    message = body.get("message") if isinstance(body, Mapping) else None
    return " ".join(message.split()) if isinstance(message, str) else ""
