"""The HTML report of a run, or of several over the same gold."""
