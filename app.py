"""The dashboard: `streamlit run app.py`, or `evaljson ui`."""

from evaljson.ui.shared.navigation import run_page

run_page()
