"""The dashboard: `streamlit run app.py`, or `evaljson ui`."""

from evaljson.ui.navigation import run_page

run_page()
