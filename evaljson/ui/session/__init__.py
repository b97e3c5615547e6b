"""What a page has open: the address, the evaluation, its runs, unsaved edits."""
