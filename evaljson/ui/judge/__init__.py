"""Parts of the Judge page."""
