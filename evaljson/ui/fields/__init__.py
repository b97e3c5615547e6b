"""Parts of the Fields page."""
