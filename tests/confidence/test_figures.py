"""Which results count, and what a run says of its confidences."""

from typing import Any

import pytest

from evaljson import InputError, RunResult, evaluate
from evaljson.confidence import RunConfidence
from evaljson.results.saved.run import load_run, save_run
from evaljson.stats import auroc, brier_score, calibration_error, expected_calibration_error, reliability_curve

STRING: dict[str, Any] = {"type": "string"}
ITEMS = {"type": "array", "items": {"type": "object", "properties": {"k": STRING}}}
GOLD: list[Any] = [
    {"a": "x", "b": "y", "s": "", "items": [{"k": "1"}, {"k": "2"}]},
    {"a": "x", "b": "y", "s": "", "items": []},
    {"a": "x", "b": "y", "s": "", "items": [{"k": "1"}]},
]


def schema_of(**settings: Any) -> dict[str, Any]:
    fields = {"a": STRING, "b": STRING, "s": {"type": "string", "x-eval-skip": True}, "items": ITEMS}
    return {"type": "object", "x-eval-confidence": {"leaves": {}}, "properties": fields, **settings}


def sure(value: Any, confidence: float) -> dict[str, Any]:
    return {"value": value, "confidence": confidence}


EXTRACTED: list[Any] = [
    {"a": sure("x", 0.9), "s": sure("", 1), "items": [{"k": sure("1", 0.8)}], "new": sure(1, 0.1)},
    {"a": sure("z", 0.9), "b": "y", "items": [{"k": sure("7", 0.6)}]},
    None,
]


@pytest.fixture
def run() -> RunResult:
    return evaluate(GOLD, EXTRACTED, schema_of())


def of(run: RunResult, bins: int = 10) -> RunConfidence:
    confidence = run.confidence(bins)
    assert confidence is not None
    return confidence


def test_matches_mismatches_and_hallucinations_count_and_omissions_stand_beside(run: RunResult) -> None:
    counts = {path: (figures.n, figures.n_without, figures.omissions) for path, figures in of(run).per_field.items()}
    assert counts == {"a": (2, 0, 1), "b": (0, 1, 2), "items[].k": (2, 0, 2), "new": (1, 0, 0)}
    overall = of(run).overall
    assert (overall.n, overall.n_without, overall.omissions) == (5, 1, 5)


def test_the_figures_are_those_of_the_values_with_a_confidence(run: RunResult) -> None:
    confidence, correct = [0.9, 0.9, 0.8, 0.6, 0.1], [True, False, True, False, False]
    overall = of(run).overall
    assert overall.mean_confidence == pytest.approx(0.66)
    assert overall.share_right == 0.4
    assert overall.auroc == auroc(confidence, correct)
    assert overall.brier == pytest.approx(brier_score(confidence, correct))
    assert overall.ece_plain == pytest.approx(expected_calibration_error(confidence, correct))
    error = calibration_error(confidence, correct, groups=[0, 1, 0, 1, 0])
    assert error is not None
    assert (overall.ece, overall.ece_interval) == (error.value, (error.low, error.high))
    assert [bin_.count for bin_ in overall.curve] == [bin_.count for bin_ in reliability_curve(confidence, correct)]


def test_what_is_undefined_is_none(run: RunResult) -> None:
    figures = of(run).per_field["b"]
    assert (figures.mean_confidence, figures.share_right, figures.auroc, figures.brier, figures.ece) == (None,) * 5
    assert (figures.ece_plain, figures.auroc_interval, figures.brier_interval, figures.ece_interval) == (None,) * 4
    assert of(run).per_field["new"].auroc is None


def test_a_graded_score_is_right_only_where_it_is_a_match() -> None:
    node = {"type": "string", "x-eval-compare": "levenshtein"}
    schema = {"type": "object", "x-eval-confidence": {"leaves": {}}, "properties": {"a": node}}
    confidence = of(
        evaluate([{"a": "Acme"}, {"a": "Acme"}], [{"a": sure("Acne", 0.8)}, {"a": sure("Acme", 0.8)}], schema)
    )
    assert confidence.overall.share_right == 0.5


def test_a_schema_without_the_key_has_no_confidence_to_measure() -> None:
    assert evaluate([{"a": "x"}], [{"a": "x"}], {"type": "object", "properties": {"a": STRING}}).confidence() is None


def test_bins_can_be_chosen(run: RunResult) -> None:
    assert len(of(run, 4).overall.curve) == of(run, 4).bins == 4
    with pytest.raises(InputError, match="bins is a whole number"):
        run.confidence(0)


def test_as_a_frame_it_has_a_row_a_field_and_one_for_all(run: RunResult) -> None:
    frame = of(run).to_frame()
    assert frame["field"].tolist() == ["a", "b", "items[].k", "new", None]
    assert frame["auroc"].tolist()[:2] == [0.5, None]
    assert frame["n_without"].tolist() == [0, 1, 0, 0, 1]
    assert frame["auroc_low"].tolist()[1] is None
    assert list(zip(frame["ece_low"], frame["ece_high"], strict=True))[-1] == of(run).overall.ece_interval


def test_some_records_have_figures_of_their_own(run: RunResult) -> None:
    alone = of(evaluate([GOLD[1]], [EXTRACTED[1]], schema_of()))
    assert of(run.only([1])).overall == alone.overall
    assert of(run.only([2, 0])).overall.n == 3


def test_a_post_processor_decides_what_is_right() -> None:
    def lenient(results: list[Any]) -> None:
        for result in results:
            if result.path == "a" and result.status == "mismatch":
                result.status, result.score = "match", 1.0

    confidence = of(evaluate(GOLD, EXTRACTED, schema_of(), post_process=lenient))
    assert confidence.per_field["a"].share_right == 1.0
    assert confidence.overall.n == 5


@pytest.mark.parametrize("post_process", [None, lambda results: None])
def test_a_saved_run_keeps_its_confidences(post_process: Any) -> None:
    run = evaluate(GOLD, EXTRACTED, schema_of(), post_process=post_process)
    assert load_run(save_run(run), GOLD, EXTRACTED).confidence() == run.confidence()


def test_document_types_are_taken_apart_each_by_its_schema() -> None:
    of_type = {"q": {"type": "object", "properties": {"q": STRING}}, "v": schema_of()}
    of_type["v"] = {"type": "object", "properties": {"q": {"type": "object", "properties": {"value": STRING}}}}
    schema = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": of_type, "x-eval-confidence": {"leaves": {}}}
    gold = [{"kind": "q", "q": "x"}, {"kind": "v", "q": {"value": "x"}}]
    run = evaluate(gold, [{"q": sure("x", 0.5)}, {"q": {"value": sure("x", 0.7)}}], schema)
    assert run.total_matches == 2
    assert [of(part).overall.mean_confidence for part in run.by_type().values()] == [0.5, 0.7]


def test_metrics_of_whole_documents_see_plain_records(run: RunResult) -> None:
    perfect = evaluate([{"a": "x"}], [{"a": sure("x", 0.5)}], schema_of())
    assert perfect.metric("json_distance").mean == 0


def test_the_signature_tells_confidences_apart() -> None:
    signed, otherwise = (evaluate([{"a": "x"}], [{"a": sure("x", p)}], schema_of()).signature for p in (0.5, 0.6))
    assert signed["extracted"] != otherwise["extracted"]
