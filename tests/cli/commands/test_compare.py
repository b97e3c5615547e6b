"""`evaljson compare`: verdicts, gates, exit codes and reports."""

import json
import re
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run, Write
from tests.compare.made import SCHEMA, extracted, gold

FILES = ("gold.jsonl", "old.jsonl", "new.jsonl")
QUICK = ("-s", "schema.json", "--resamples", "500")


@pytest.fixture
def compare(write: Write, run: Run) -> Run:
    """`compare` of a new variant that is worse at names and better at totals."""
    write("gold.jsonl", gold(40))
    write("old.jsonl", extracted(40, {"total": range(20, 32)}))
    write("new.jsonl", extracted(40, {"name": range(25)}))
    write("schema.json", SCHEMA)
    return lambda *options, **more: run("compare", *FILES, *QUICK, *options, **more)


def test_the_sentence_stands_first_and_the_worst_field_on_top(compare: Run) -> None:
    done = compare()
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("new is worse than old: −5.4 F1 points (95% interval −")
    assert "1 field got worse: name; 1 got better." in done.stdout
    fields = done.stdout[done.stdout.index("\nfield") :].splitlines()
    assert fields[2].startswith("name ")
    assert fields[2].rstrip().endswith("▼ worse")


@pytest.mark.parametrize(
    ("gate", "code"),
    [
        (("--fail-if-worse", "f1"), 1),
        (("--fail-if-worse", "fields"), 1),
        (("--fail-if-worse", "field=name"), 1),
        (("--fail-if-worse", "field=total"), 0),
        (("--fail-if-worse", "field=items[].sku"), 0),
        (("--max-regression", "f1:0.05"), 1),
        (("--max-regression", "f1:0.06"), 0),
        (("--max-regression", "field=name:0.6"), 1),
        (("--max-regression", "field=name:0.625"), 0),
        (("--max-regression", "field=total:0"), 0),
        (("--non-inferior", "f1:0.2"), 0),
        (("--non-inferior", "f1:0.06"), 1),  # it fell by less, but the interval reaches further
        (("--non-inferior", "field=total:0"), 0),
        (("--non-inferior", "field=name:0.01"), 1),
        (("--equivalent-within", "f1:0.2"), 0),
        (("--equivalent-within", "field=total:0.1"), 1),  # it is better by more
    ],
)
def test_a_gate_decides_the_exit_code_and_a_failed_one_is_named(compare: Run, gate: tuple[str, str], code: int) -> None:
    done = compare(*gate, "--quiet")
    assert done.exit_code == code
    assert (f"Failed: {' '.join(gate)}: new: " in done.stderr) == bool(code)
    assert done.stdout == ""


def test_equal_variants_fail_a_gate_no_more_often_together_than_one_would(run: Run, write: Write) -> None:
    """Six of six records one way are beyond chance for one variant, and not for eight that are like it."""
    write("gold.jsonl", gold(60))
    write("old.jsonl", extracted(60))
    write("schema.json", SCHEMA)
    names = [f"new{place}" for place in range(8)]
    for place, name in enumerate(names):
        write(f"{name}.jsonl", extracted(60, {"name": range(place, place + 8)}))
    files = [f"{name}.jsonl" for name in names]
    gate = ("--fail-if-worse", "fields", "--allow-gold-itself", "-s", "schema.json", *QUICK)
    assert run("compare", "gold.jsonl", "old.jsonl", files[0], *gate).exit_code == 1
    together = run("compare", "gold.jsonl", "old.jsonl", *files, *gate)
    assert together.exit_code == 0
    assert together.stdout.count("no single field got detectably better or worse") == 8


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--fail-if-worse", "pooled"), "no figure 'pooled'.*Did you mean 'pooled_f1'"),
        (("--max-regression", "f1"), "write FIGURE:NUMBER"),
        (("--max-regression", "f1:2"), "a number from 0 to 1"),
        (("--non-inferior", "f1"), "--non-inferior f1: write FIGURE:NUMBER"),
        (("--equivalent-within", "recal:0.1"), "no figure 'recal'.*Did you mean 'recall'"),
        (("--non-inferior", "field=nam:0.1"), "--non-inferior field=nam:0.1.*no field 'nam'"),
        (("--max-regression", "field=nam:0.1"), "schema scores no field 'nam'. Did you mean 'name'"),
        (("--fail-if-worse", "field=items"), "'items' is a container"),
        (("--confidence", "95"), "confidence is a number from 0.5"),
        (("--repeat", "newer=new.jsonl"), "no variant 'newer'. Did you mean 'new'"),
        (("--repeat", "new"), "write NAME=FILE"),
        (("--by", "nane"), "no record has it.*Did you mean 'name'"),
        (("--json", "--markdown", "-"), "only one output can go to stdout"),
        (("--html", "x.html", "--junit", "x.html"), "two outputs both name x.html"),
        (("--html", "gold.jsonl"), "this is an input"),
    ],
)
def test_bad_input_is_one_clean_line(compare: Run, options: tuple[str, ...], said: str) -> None:
    done = compare(*options)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert re.search(said, done.stderr), done.stderr


def test_stdin_cannot_be_read_twice(compare: Run, run: Run) -> None:
    done = run("compare", "gold.jsonl", "old.jsonl", "-", *QUICK, stdin="[]")
    assert (done.exit_code, "none can come from stdin" in done.stderr) == (2, True)


def test_json_says_everything(compare: Run) -> None:
    whole = json.loads(compare("--json", "--fail-if-worse", "f1", "--by", "id").stdout)
    new = whole["comparisons"]["new"]
    assert (whole["baseline"], new["verdict"], new["coverage"]["compared"]) == ("old", "worse", 40)
    assert [field["path"] for field in new["fields"]][:2] == ["name", "total"]
    assert whole["gates"][0] == {
        "text": "f1", "option": "--fail-if-worse", "figure": "f1", "path": None, "allowed": None, "variant": "new",
        "passed": False, "message": whole["gates"][0]["message"],
    }  # fmt: skip
    assert [one["label"] for one in whole["slices"]["new"]["slices"]] == ["up to 13", "13 to 26", "above 26"]


def test_markdown_is_for_a_pull_request(compare: Run) -> None:
    done = compare("--markdown", "-", "--max-regression", "field=name:0.01")
    assert done.exit_code == 1
    assert done.stdout.startswith("## new against old\n\n**new is worse than old")
    assert "| ✗ failed | new |" in done.stdout
    assert "| name | 100.0 | 37.5 | −62.5 |" in done.stdout
    assert "<details><summary>2 fields without a detectable difference</summary>" in done.stdout


def test_junit_has_a_case_for_each_gate_and_verdict(compare: Run) -> None:
    compare("--junit", "out.xml", "--fail-if-worse", "f1", "--fail-if-worse", "field=total")
    with open("out.xml", encoding="utf-8") as file:
        root = ElementTree.parse(file).getroot()
    assert (root.get("tests"), root.get("failures")) == ("3", "1")
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert set(cases) == {"verdict on f1", "--fail-if-worse f1", "--fail-if-worse field=total"}
    assert cases["--fail-if-worse f1"].find("failure") is not None


def test_junit_says_nothing_of_a_verdict_twice(write: Write, run: Run) -> None:
    records = [{"id": i, "a": str(i)} for i in range(20)]
    write("g.jsonl", records)
    for number, name in enumerate("abc", start=1):
        write(f"{name}.jsonl", [{**one, "a": "x"} if one["id"] < number else one for one in records])
    run("compare", "g.jsonl", "a.jsonl", "b.jsonl", "c.jsonl", "--id-field", "id", "--junit", "out.xml")
    with open("out.xml", encoding="utf-8") as file:
        said = [str(case.text) for case in ElementTree.parse(file).getroot().iter("system-out")]
    assert [one.count("comparisons of variants; intervals are not") for one in said] == [1, 1]


def test_html_has_its_plots_and_needs_nothing_else(compare: Run) -> None:
    compare("--html", "out.html")
    with open("out.html", encoding="utf-8") as file:
        page = file.read()
    assert page.count("<svg ") == 2
    assert "new is worse than old" in page
    assert "default-src 'none'" in page
    assert not [word for word in ("<script", "src=", "@import", "url(") if word in page]


def test_names_of_fields_and_variants_do_nothing_in_any_report(write: Write, run: Run) -> None:
    bad = "<img src=x onerror=alert(1)>|[x](http://x) @all\x1b[31m"
    records = [{"id": i, bad: "a"} for i in range(20)]
    write("g.jsonl", records)
    write("a.jsonl", records)
    write("b.jsonl", [{**record, bad: "b"} for record in records])
    outputs = ("--markdown", "o.md", "--html", "o.html", "--junit", "o.xml")
    done = run("compare", "g.jsonl", "a.jsonl", "b.jsonl", "--id-field", "id", "--resamples", "100", *outputs)
    assert done.exit_code == 0, done.stderr
    assert "\x1b" not in done.stdout
    texts = {}
    for name in ("o.md", "o.html", "o.xml"):
        with open(name, encoding="utf-8") as file:
            texts[name] = file.read()
    assert all("<img" not in text and "\x1b" not in text for text in texts.values())
    assert "[x](http" not in texts["o.md"]
    assert " @all" not in texts["o.md"]
    ElementTree.fromstring(texts["o.xml"].encode())


def test_several_variants_make_a_matrix_and_repeats_are_averaged(compare: Run, run: Run) -> None:
    done = run("compare", *FILES, "gold.jsonl", *QUICK, "--repeat", "new=old.jsonl", "--by", "id")
    assert done.exit_code == 0, done.stderr
    matrix = done.stdout[done.stdout.rindex("change in F1") :]
    assert matrix.split()[3:5] == ["new", "gold"]
    assert "better / worse fields" in matrix
    assert "and extra keys" not in matrix
    assert "adjusted for 3 comparisons of variants" in done.stderr
    assert "new was run" not in done.stderr
    assert "old was run once: how much its runs differ is unknown" in done.stderr


def test_keys_that_the_schema_lacks_are_counted_below_the_fields_of_the_matrix(compare: Run, write: Write) -> None:
    write("more.jsonl", [{**record, "why": "?"} for record in gold(40)])
    done = compare("more.jsonl")
    matrix = done.stdout[done.stdout.rindex("change in F1") :]
    assert re.search(r"better / worse fields +1 / 1 +1 / 0", matrix)
    assert re.search(r"and extra keys +0 / 0 +0 / 1", matrix)


def test_variants_are_named_by_what_tells_their_files_apart(compare: Run, run: Run, write: Write) -> None:
    write("extracted_old.jsonl", extracted(40, {"total": range(20, 32)}))
    files = ("gold.jsonl", "extracted_old.jsonl", "new.jsonl")
    done = run("compare", *files, *QUICK, "--repeat", "extracted_old=old.jsonl")
    assert done.stdout.startswith("new is worse than old: "), done.stderr


def test_what_all_variants_have_to_say_is_said_once(compare: Run, write: Write) -> None:
    schema = {**SCHEMA, "properties": {name: one for name, one in SCHEMA["properties"].items() if name != "total"}}
    write("schema.json", schema)
    done = compare("--allow-unknown")
    assert done.stderr.count("total: ") == 1
    assert "Warning: gold.jsonl: total: " in done.stderr


def test_notes_name_the_file_whose_records_they_are_about(compare: Run, write: Write) -> None:
    write("old.jsonl", extracted(40)[1:])
    write("new.jsonl", extracted(40)[2:])
    warned = [line for line in compare().stderr.splitlines() if "counted as missing" in line]
    assert [line.split(": ")[:2] for line in warned] == [["Note", "old.jsonl"], ["Note", "new.jsonl"]]
    assert warned[1].endswith("(2 records)")


def test_strays_count_on_both_sides_if_asked(compare: Run, write: Write) -> None:
    write("new.jsonl", [*extracted(40), {"id": 99, "name": "?"}])
    write("old.jsonl", [*extracted(40), {"id": 98, "name": "?", "total": 1}, {"id": 99, "name": "!"}])
    plain, invented = (json.loads(compare("--json", *more).stdout) for more in ((), ("--strays", "invented")))
    assert plain["comparisons"]["new"]["coverage"]["compared"] == 40
    found = invented["comparisons"]["new"]
    assert [(one["record_id"], one["position"], one["a"], one["b"]) for one in found["records"][40:]] == [
        (98, None, 0, 1), (99, None, 0, 0),
    ]  # fmt: skip
    assert "Records that gold lacks count as invented: 2 of old and 1 of new." in " ".join(found["notes"])


def test_a_planned_look_says_which_one_it_is_and_asks_for_more(compare: Run) -> None:
    plain, planned = (
        json.loads(compare("--json", *more).stdout)["comparisons"]["new"]
        for more in ((), ("--planned", "100", "--earlier", "20"))
    )
    assert plain["look"] is None
    assert (planned["look"]["planned"], planned["look"]["earlier"], planned["look"]["records"]) == (100, [20], 40)
    assert planned["p_adjusted"] > plain["p_adjusted"]
    assert "Look 2 of a plan of 100 records" in compare("--planned", "100", "--earlier", "20").stderr


def test_an_earlier_comparison_with_fewer_records_is_a_look_before(compare: Run, run: Run, write: Write) -> None:
    write("first.jsonl", gold(25))
    first = run("compare", "first.jsonl", *FILES[1:], *QUICK, "--json", "--strays", "ignore")
    if first.exit_code:  # files with more records than gold need no other option
        first = run("compare", "first.jsonl", *FILES[1:], *QUICK, "--json")
    write("first.json", json.loads(first.stdout))
    done = compare("--earlier", "first.json")
    assert "compared over 25 records before, and over 40 records now" in done.stderr
    assert "compared over" not in compare().stderr


def test_at_any_time_the_verdict_is_by_bets(compare: Run) -> None:
    document = json.loads(compare("--json", "--any-time").stdout)
    assert document["comparisons"]["new"]["figures"]["f1"]["method"] == "betting"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--planned", "100", "--any-time"), "not both"),
        (("--planned", "30", "--earlier", "30"), "the plan ended with 30 records"),
        (("--any-time", "--figure", "pooled_f1"), "at any time, the verdict is on a mean"),
        (("--earlier", "schema.json"), "neither a number nor what `evaljson compare --json` wrote"),
        (("--earlier", "nowhere.json"), "no such file"),
    ],
)
def test_looks_that_make_no_sense_are_bad_input(compare: Run, options: tuple[str, ...], why: str) -> None:
    done = compare(*options)
    assert done.exit_code == 2
    assert why in " ".join(done.stderr.split())


def test_groups_of_several_variants_are_adjusted_together(compare: Run, run: Run, write: Write) -> None:
    write("third.jsonl", extracted(40, {"name": range(3)}))
    alone, both = (
        json.loads(run("compare", *FILES, *more, *QUICK, "--by", "total", "--json").stdout)
        for more in ((), ("third.jsonl",))
    )
    p = [[group["p_adjusted"] for group in one["slices"]["new"]["slices"]] for one in (alone, both)]
    assert all(more >= less for less, more in zip(*p, strict=True))
    assert sum(p[1]) > sum(p[0])
    assert "those of both variants" in " ".join(both["slices"]["new"]["notes"])


def test_what_first_place_hangs_on_is_a_note(compare: Run, write: Write) -> None:
    write("new.jsonl", [{**one, "why": "so", "how": "so"} for one in gold(40)])
    note = "new would be best if keys outside the schema are ignored."
    assert note in compare().stderr
    assert note in json.loads(compare("--json", "--quiet").stdout)["notes"]
    write("new.jsonl", gold(40))
    assert "would be best" not in compare().stderr
