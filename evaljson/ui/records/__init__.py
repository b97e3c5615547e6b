"""Parts of the Records page."""
