"""Facts about the API that code written for struct_extract_eval relies on: results, and what is done to them afterwards."""

from __future__ import annotations

import dataclasses
import json

import pytest

from tests.compat.reference_api.package import (
    LAID_OUT_ALIKE,
    TEXT,
    a_list,
    an_object,
    by_path,
    evaljson,
    one_run,
    public,
    statuses,
)


def deviation(reason):
    """A fact that evaljson itself departs from on purpose."""
    return pytest.mark.skipif(not LAID_OUT_ALIKE, reason=f"deliberate: {reason}")


def a_result(path, status, comparator="exact", gold="g", extracted="e", score=0.0):
    return evaljson.FieldResult(
        path=path, score=score, comparator=comparator, gold_value=gold, extracted_value=extracted, status=status,
        gold_compared=gold, extracted_compared=extracted,
    )  # fmt: skip


class TestReclassifyNulls:
    def test_it_changes_the_results_it_is_given_and_returns_that_list(self):
        results = [a_result("a", "mismatch", extracted=None), a_result("b", "match", gold=None, extracted=None)]
        assert evaljson.reclassify_nulls(results, evaljson.NullHandling()) is results
        assert [found.status for found in results] == ["omission", "skipped"]

    def test_its_second_argument_is_called_config(self):
        results = [a_result("a", "mismatch", gold="")]
        found = evaljson.reclassify_nulls(results, config=evaljson.NullHandling(absent_values=[""]))
        assert found[0].status == "hallucination"

    @pytest.mark.parametrize(
        "gold, extracted, status, precision, recall",
        [({"a": None, "b": "x"}, {"b": "x"}, "omission", 1.0, 0.5),
         ({"b": "x"}, {"a": None, "b": "x"}, "hallucination", 0.5, 1.0)],
    )  # fmt: skip
    def test_a_key_that_one_side_lacks_stays_as_it_is_even_if_the_other_value_is_null(
        self, gold, extracted, status, precision, recall
    ):
        policy = evaljson.NullHandling()
        run = one_run(
            an_object(a=TEXT, b=TEXT),
            gold,
            extracted,
            post_process=lambda found: evaljson.reclassify_nulls(found, policy),
        )
        assert statuses(run)["a"] == status
        assert (run.mean_precision, run.mean_recall) == (precision, recall)


class TestPropagateBatchErrors:
    def test_it_changes_the_results_it_is_given_and_returns_that_list(self):
        results = [a_result("a", "match", "judge", score=1.0), a_result("b", "batch_error", "judge")]
        assert public("propagate_batch_errors")(results) is results
        assert (results[0].status, results[0].score) == ("batch_error", 0.0)

    def test_it_goes_by_comparator_and_not_by_place(self):
        results = [
            a_result("buyer.terms", "match", "judge", score=1.0),
            a_result("seller.terms", "batch_error", "judge"),
            a_result("seller.name", "match", "exact", score=1.0),
            a_result("seller.other", "match", "second_judge", score=1.0),
        ]
        found = {one.path: one.status for one in public("propagate_batch_errors")(results)}
        assert found == {
            "buyer.terms": "batch_error",
            "seller.terms": "batch_error",
            "seller.name": "match",
            "seller.other": "match",
        }

    def test_it_takes_skipped_along_and_leaves_omissions_and_hallucinations(self):
        kinds = ("skipped", "mismatch", "omission", "hallucination", "batch_error")
        found = public("propagate_batch_errors")([a_result(kind, kind, "judge") for kind in kinds])
        assert [one.status for one in found] == [
            "batch_error",
            "batch_error",
            "omission",
            "hallucination",
            "batch_error",
        ]


class TestOwnPostProcessors:
    def test_built_in_ones_may_be_called_for_their_effect(self):
        def both(results):
            public("propagate_batch_errors")(results)
            evaljson.reclassify_nulls(results, evaljson.NullHandling())
            return results

        run = one_run(an_object(a=TEXT), {"a": "x"}, {"a": None}, post_process=both)
        assert statuses(run) == {"a": "omission"}

    @pytest.mark.parametrize(
        "of, status, score, f1",
        [("match", None, 0.5, 0.25), ("mismatch", None, 1.0, 1.0), ("mismatch", "match", None, 0.5)],
        ids=["half a match", "mismatch forgiven by its score", "status without score"],
    )
    def test_figures_sum_the_scores_it_leaves_on_matches_and_mismatches(self, of, status, score, f1):
        def edit(results):
            for found in results:
                if found.status == of:
                    found.status, found.score = status or found.status, found.score if score is None else score
            return results

        run = one_run(an_object(a=TEXT, b=TEXT), {"a": "x", "b": "y"}, {"a": "x", "b": "z"}, post_process=edit)
        assert run.mean_f1 == f1

    def test_it_may_note_something_on_a_result(self):
        def note(results):
            results[0].seen_by = "ann"
            return results

        assert one_run(an_object(a=TEXT), {"a": "x"}, {"a": "x"}, post_process=note).mean_f1 == 1.0


class TestResults:
    @pytest.fixture
    def run(self):
        schema = an_object(name=TEXT, tags=a_list(TEXT), memo={**TEXT, "x-eval-skip": True})
        return evaljson.evaluate(
            [{"name": "a", "tags": ["x"], "memo": "m"}, {"name": "b", "tags": []}],
            [{"tags": "x", "memo": "n", "extra": 1}, {"name": "b", "tags": []}],
            schema,
        )

    def test_records_are_a_list(self, run):
        assert isinstance(run.records, list)

    def test_field_results_are_a_list(self, run):
        assert isinstance(run.records[0].field_results, list)
        assert len(run.records[0].field_results + run.records[1].field_results) >= 6

    @pytest.mark.parametrize("part", ["run", "record"])
    def test_a_result_as_a_dict_is_json(self, run, part):
        whole = run if part == "run" else run.records[0]
        assert "omission" in json.dumps(dataclasses.asdict(whole))

    def test_results_have_a_dict_of_their_attributes(self, run):
        assert vars(run.records[0].field_results[0])["status"] == "omission"
        assert vars(run.per_field["name"])["omissions"] == 1

    def test_a_result_equals_one_made_of_its_nine_attributes(self):
        found = one_run(an_object(a=TEXT), {"a": "x"}, {"a": "x"}).records[0].field_results[0]
        assert found == evaljson.FieldResult("a", 1.0, "exact", "x", "x", "match", None, "x", "x")

    def test_where_no_comparator_was_asked_its_name_is_empty(self, run):
        assert {path: by_path(run)[path].comparator for path in ("tags", "extra", "memo")} == {
            "tags": "",
            "extra": "",
            "memo": "",
        }

    def test_an_omitted_field_has_no_compared_values(self, run):
        found = by_path(run)["name"]
        assert (found.gold_value, found.gold_compared, found.extracted_compared) == ("a", None, None)


class TestWhereItDepartsOnPurpose:
    @deviation("per_field goes by schema path (docs/scoring.md)")
    def test_per_field_goes_by_instance_path(self):
        run = one_run(an_object(t=a_list(TEXT)), {"t": ["x"]}, {"t": ["x"]})
        assert set(run.per_field) == {"t[0]"}

    @deviation("a run without records has None everywhere (docs/scoring.md)")
    def test_a_run_without_records_is_perfect(self):
        assert evaljson.evaluate([], [], an_object(a=TEXT)).mean_f1 == 1.0

    @deviation("id_field joins, and is not scored (docs/scoring.md)")
    def test_id_field_is_a_label_only(self):
        run = evaljson.evaluate([{"a": "1"}, {"a": "2"}], [{"a": "2"}, {"a": "1"}], an_object(a=TEXT), id_field="a")
        assert [(record.record_id, record.f1) for record in run.records] == [("1", 0.0), ("2", 0.0)]

    @deviation("unknown x-eval keys are refused (docs/eval-schema.md)")
    def test_an_unknown_setting_is_warned_of(self):
        evaljson.parse_eval_schema(an_object(a={**TEXT, "x-eval-owner": "ann"}))

    @deviation("a field without x-eval-compare has its type's default (docs/eval-schema.md)")
    def test_a_field_without_comparator_is_refused(self):
        with pytest.raises(public("SchemaError")):
            evaljson.parse_eval_schema(an_object(a={"type": "string"}))
