"""The dashboard: `streamlit run app.py`, or `evaljson ui`."""

from pathlib import Path

import streamlit as st

PAGES = Path(__file__).parent / "pages"

st.set_page_config(page_title="evaljson", page_icon="🎯", layout="wide")
page = st.navigation(
    [
        st.Page(PAGES / "data.py", title="Data", url_path="data", default=True),
        st.Page(PAGES / "schema.py", title="Schema", url_path="schema"),
        st.Page(PAGES / "fields.py", title="Fields", url_path="fields"),
        st.Page(PAGES / "compare.py", title="Compare", url_path="compare"),
        st.Page(PAGES / "records.py", title="Records", url_path="records"),
    ],
    position="top",
)
page.run()
