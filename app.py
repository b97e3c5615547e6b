"""The dashboard: `streamlit run app.py`, or `evaljson ui`.

The server imports this file, and takes `app` with its middleware; then it runs the file as a script for each page.
"""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from evaljson.ui.shared.navigation import run_page
from evaljson.ui.shared.serving import server_parts

if get_script_run_ctx(suppress_warning=True) is None:
    app = st.App(__file__, **server_parts())  # Streamlit looks for this very call
else:
    run_page()
