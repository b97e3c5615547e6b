"""Documents dropped as text files: found among the files, matched with gold by their names, kept beside its records."""
