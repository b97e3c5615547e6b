"""Frames, figures and HTML from results; nothing here knows Streamlit."""
