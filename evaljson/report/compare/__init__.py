"""Shows comparisons as tables, figures and files.

tables.py                       data frames for pages and files; cost_of_gain.py adds cost and latency
forest.py, matrix.py, scatter.py    figures for pages
page.py (with svg.py), markdown.py, junit.py    files
changes.py                      changes for the HTML report of a run
"""
