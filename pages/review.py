"""Review: people say of each disagreement which side is right, one card at a time, several of them at once."""

import streamlit as st

from evaljson.ui.review.asked import asked_review, show_gone
from evaljson.ui.review.form import show_form
from evaljson.ui.review.listing import show_list
from evaljson.ui.review.making import show_making
from evaljson.ui.review.one_review import show_review
from evaljson.ui.session.open_evaluation import open_evaluation
from evaljson.ui.session.review_wish import NEW
from evaljson.ui.shared.changes import show_changes
from evaljson.ui.shared.parts import guarded, heading
from evaljson.ui.shared.scoring_work import show_work

with guarded("The Review page"):
    review = asked_review()
    evaluation = open_evaluation()
    sentence = "People look at what differs, one card at a time, and say whether gold or the extraction is right."
    heading("Review", sentence, evaluation, folded=True)
    show_changes("review", evaluation.id)
    if review is not None:
        show_review(evaluation, review)
    else:
        show_gone()
        show_work(evaluation)
        show_making(evaluation.id)
        if NEW in st.query_params:
            show_form(evaluation)
        else:
            show_list(evaluation)
