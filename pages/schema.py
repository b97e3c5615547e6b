"""Schema: how every field is compared, tuned by seeing what changes."""

from evaljson.ui.schema.schema_page import show_schema_page
from evaljson.ui.session.open_evaluation import open_evaluation
from evaljson.ui.shared.address_warning import warn_of_strange_address
from evaljson.ui.shared.commit_schema import show_what_changed
from evaljson.ui.shared.judge_note import judging_note
from evaljson.ui.shared.notes import show_notes
from evaljson.ui.shared.parts import guarded, heading, show_failures
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.version_shown import show_version_line

with guarded("The Schema page"):
    evaluation = open_evaluation()
    heading(
        "Schema",
        "How each field is compared. Edit a field and see what it does to the figures. It counts for all variants "
        "once it is applied.",
        evaluation,
        folded=True,
    )
    in_schema = {text for name, node in evaluation.tree.fields_by_name() for text in (name, node.path)}
    warn_of_strange_address(evaluation, in_schema)
    show_version_line(evaluation, "schema")
    show_work(evaluation)
    show_notes([judging_note(evaluation, "schema")], "schema")
    show_failures(evaluation)
    show_what_changed(with_undo=False)
    show_schema_page(evaluation)
