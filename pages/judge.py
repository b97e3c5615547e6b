"""Judge: who decides values compared by meaning, what it costs, and how reliable it is."""

from evaljson.ui.judge.tabs import show_judge
from evaljson.ui.session.open_evaluation import open_evaluation
from evaljson.ui.shared.parts import guarded, heading, show_failures
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.version_shown import show_version_line

with guarded("The Judge page"):
    evaluation = open_evaluation()
    heading(
        "Judge",
        "Who decides whether values mean the same, what it costs, and how often it is right.",
        evaluation,
        folded=True,
    )
    show_version_line(evaluation, "judge")
    show_work(evaluation)
    show_failures(evaluation)
    show_judge(evaluation)
