"""The dashboard: `streamlit run app.py`, or `evaljson ui`."""

import streamlit as st

from evaljson.ui.navigation import run_page

st.set_page_config(page_title="evaljson", page_icon="🎯", layout="wide")
run_page()
