"""Schema: how every field is compared, tuned by seeing what changes."""

from evaljson.ui.schema.schema_page import show_schema_page
from evaljson.ui.session.open_evaluation import open_evaluation
from evaljson.ui.shared.commit_schema import show_what_changed
from evaljson.ui.shared.judge_note import show_judging
from evaljson.ui.shared.parts import guarded, heading, plain, show_failures
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.version_shown import show_version_line

with guarded("The Schema page"):
    evaluation = open_evaluation()
    heading(
        "Schema",
        f"How each field of {plain(evaluation.name)} is compared. Edit a field and see what it does to the figures; "
        "it counts for all variants once it is applied.",
        evaluation,
    )
    show_version_line(evaluation, "schema")
    show_work(evaluation)
    show_judging(evaluation, "schema")
    show_failures(evaluation)
    show_what_changed(with_undo=False)
    show_schema_page(evaluation)
