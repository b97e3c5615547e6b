"""What is done with a store: evaluations put together, scored, and opened. No streamlit, no SQL."""
