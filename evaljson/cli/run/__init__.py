"""From files to runs: what commands do between reading their options and printing results."""
