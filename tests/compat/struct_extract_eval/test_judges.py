"""Judges of meaning: a made-up one, and one at Groq."""

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from evaljson.compat.struct_extract_eval import evaluate
from evaljson.compat.struct_extract_eval.batch import (
    DEFAULT_PROMPT_TEMPLATE,
    FakeJudge,
    GroqJudge,
    JudgeItem,
    SemanticBatchComparator,
)
from evaljson.compat.struct_extract_eval.batch.prompt import read_scores
from evaljson.compat.struct_extract_eval.core.comparators.registry import register

from .build import of, text


class Answering:
    """A judge that answers the same whatever it is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.calls: list[list[JudgeItem]] = []

    def judge_batch(self, items: list[JudgeItem]) -> Any:
        self.calls.append(items)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "statuses"),
    [
        ([1.0, 0.0], ["match", "mismatch"]),
        ([None, 1.0], ["batch_error", "match"]),
        ([1.0], ["match", "batch_error"]),
        ([1.0, 1.0, 0.0], ["match", "match"]),
        ((1.0, 1.0), ["batch_error", "batch_error"]),
        (["1", 1.0], ["batch_error", "match"]),
        (RuntimeError("down"), ["batch_error", "batch_error"]),
    ],
)
def test_a_judge_decides_what_is_not_equal(answer: Any, statuses: list[str]) -> None:
    judge = Answering(answer)
    register("meaning", SemanticBatchComparator(judge, name="meaning"))
    schema = of(a=text("meaning"), b=text("meaning"), c=text("meaning"))
    run = evaluate([{"a": "x", "b": 1, "c": "z"}], [{"a": "y", "b": True, "c": "z"}], schema)
    assert [result.status for result in run.records[0].field_results] == [*statuses, "match"]
    assert judge.calls == [[JudgeItem("a", "x", "y"), JudgeItem("b", 1, True)]]


def test_nobody_is_asked_where_all_is_equal() -> None:
    judge = Answering([])
    register("semantic", SemanticBatchComparator(judge))
    assert evaluate([{"a": "x"}], [{"a": "x"}], of(a=text("semantic"))).mean_f1 == 1.0
    assert judge.calls == []


@pytest.mark.parametrize(
    ("judge", "gold", "extracted", "score"),
    [
        (FakeJudge(), " Net 30", "net 30 ", 1.0),
        (FakeJudge(), "net 30", "net 60", 0.0),
        (FakeJudge(default_score=0.0), "x", "x", 0.0),
        (FakeJudge({("x", "null"): None}, default_score=1.0), "x", None, None),
        (FakeJudge({('{"a": 1, "b": [2]}', "true"): 1.0}), {"b": [2], "a": 1}, True, 1.0),
    ],
)
def test_the_fake_judge_answers_by_table_default_or_equality(
    judge: FakeJudge, gold: Any, extracted: Any, score: float | None
) -> None:
    item = JudgeItem("a", gold, extracted)
    assert judge.judge_batch([item]) == [score]
    assert judge.calls == [[item]]


@pytest.mark.parametrize(
    ("answer", "scores"),
    [
        ('{"results": [1, 0, 1.0, true, "0", " TRUE "]}', [1.0, 0.0, 1.0, 1.0, 0.0, 1.0]),
        ('{"results": [2, 0.5, "yes", null, [], {}]}', [None] * 6),
        ('{"results": [1]}', [1.0, None, None, None, None, None]),
        ('{"results": [0, 0, 0, 0, 0, 0, 1, 1]}', [0.0] * 6),
        ('{"results": 1}', [None] * 6),
        ("[1, 1]", [None] * 6),
        ("none of your business", [None] * 6),
        (None, [None] * 6),
    ],
)
def test_only_clear_scores_of_an_answer_count(answer: Any, scores: list[float | None]) -> None:
    assert read_scores(answer, 6) == scores


class Completions:
    """Stands for the client's chat completions."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.requests: list[dict[str, Any]] = []

    def create(self, **request: Any) -> Any:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        message = SimpleNamespace(content=json.dumps({"results": answer}))
        return SimpleNamespace(choices=[SimpleNamespace(message=message)])


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Put a client in the place of openai's; gives what it was made of."""
    made: list[dict[str, Any]] = []

    def client(**settings: Any) -> Any:
        made.append(settings)
        return SimpleNamespace(chat=SimpleNamespace(completions=Completions([1, 0], [1], RuntimeError("down"))))

    monkeypatch.setattr("openai.OpenAI", client)
    monkeypatch.delenv("GROQ_API_KEY", raising=False)
    return made


PAIRS = [JudgeItem("a", "oxide layer", "layer of oxide"), JudgeItem("b", 5, None)]


def test_groq_is_asked_once_for_what_is_not_known(opened: list[dict[str, Any]]) -> None:
    judge = GroqJudge(model="small", api_key="key")
    completions = judge._client.chat.completions
    assert judge.judge_batch([*PAIRS, PAIRS[0]]) == [1.0, 0.0, 1.0]
    assert judge.judge_batch([PAIRS[1], JudgeItem("c", 5, None)]) == [0.0, 1.0]
    assert judge.judge_batch(PAIRS) == [1.0, 0.0]
    with pytest.raises(RuntimeError, match="down"):
        judge.judge_batch([JudgeItem("d", "x", "y")])
    assert opened == [{"api_key": "key", "base_url": "https://api.groq.com/openai/v1"}]
    first, second, _ = completions.requests
    (message,) = first.pop("messages")
    assert first == {"model": "small", "temperature": 0, "response_format": {"type": "json_object"}}
    assert [text in message["content"] for text in ('"oxide layer"', '"layer of oxide"', '"5"', '"null"')] == [True] * 4
    assert 'field "c"' in second["messages"][0]["content"]
    assert 'field "b"' not in second["messages"][0]["content"]


def test_what_groq_leaves_open_is_asked_again(opened: list[dict[str, Any]]) -> None:
    judge = GroqJudge(api_key="key")
    judge._client.chat.completions.answers = [[None], [1]]
    assert [judge.judge_batch(PAIRS[:1]), judge.judge_batch(PAIRS[:1])] == [[None], [1.0]]


def test_the_key_and_the_template_may_be_ones_own(
    opened: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "from the environment")
    judge = GroqJudge(prompt_template='{{"pairs"}}: {pairs}')
    judge.judge_batch(PAIRS)
    assert opened[0]["api_key"] == "from the environment"
    assert judge._client.chat.completions.requests[0]["messages"][0]["content"].startswith('{"pairs"}: 1. field "a"')


def test_what_groq_needs_is_said(opened: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"no \{pairs\}"):
        GroqJudge(api_key="key", prompt_template="same?")
    with pytest.raises(ValueError, match="set GROQ_API_KEY"):
        GroqJudge()
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ImportError, match="needs the openai package"):
        GroqJudge(api_key="key")


def test_the_default_prompt_can_be_filled_in() -> None:
    assert '{"results": [...]}' in DEFAULT_PROMPT_TEMPLATE.format(pairs="1. field …")
