"""Between the names of struct_extract_eval and evaljson's engine: trees, names, results and their figures."""
