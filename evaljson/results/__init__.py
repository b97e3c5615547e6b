"""Results: what a run says, and how it is built from the engine's columns."""
