"""Reviews as files: cards out to a workbook or to Label Studio, answers back in, and what a review has come to.

cell_text.py       values and texts as cells that people read and type in
offered.py         cards as a file offers them, with a mark by which each is known again
file_answers.py    checks answers from any file, one by one: what is taken, what is refused and why
workbook_out.py    one .xlsx: instructions and cards; workbook_in.py reads it, workbook_parts.py looks at it first
label_studio_out.py, label_studio_in.py
events.py          everything that people did, as JSON Lines or CSV
minutes.py         what was reviewed and decided, as Markdown
gold_lines.py      corrected gold and the list of its changes
"""
