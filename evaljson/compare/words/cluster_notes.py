"""Writes notes on records that belong together: the clusters that count, and copies that nobody named."""

from __future__ import annotations

from collections.abc import Iterable

from evaljson.compare.clusters import FEW
from evaljson.compare.equal_documents import EqualDocuments
from evaljson.results.clusters import Clustered, Clustering
from evaljson.wording.words import counted

_KEY = 60
"""Characters of a key."""


def of_clusters(about: Clustering | None, records: int) -> Iterable[str]:
    """Write which clusters count, how large the largest is, and whether they are few."""
    if about is None:
        return
    by = "" if about.key is None else f" by {_short(about.key)}"
    if about.clusters == records:
        yield f"Clusters{by}: each of {counted(records, 'record')} is one of its own, so they change nothing."
    else:
        yield (
            f"{counted(records, 'record')} in {counted(about.clusters, 'cluster')}{by}, the largest of "
            f"{about.largest:,}. Whole clusters are swapped: verdicts and intervals go by their number."
        )
    if about.without:
        each = "is a cluster of its own" if about.without == 1 else "are clusters of their own"
        yield f"{counted(about.without, 'record')} without a value for the cluster {each}."
    if about.clusters < 6:
        yield f"{counted(about.clusters, 'cluster')} cannot show any difference at 95%: it takes six or more."
    elif about.clusters < FEW:
        yield f"{about.clusters:,} clusters are few: only large differences show. Records of other clusters help most."


def of_intervals(clustered: Clustered | None) -> str:
    """Write what the intervals of one run go by; empty where nothing says which records belong together."""
    if clustered is None:
        return ""
    about = clustered.about
    of = "" if about.key is None else f" of {_short(about.key)}"
    if clustered.numbers is not None:
        return f"Intervals go by {counted(about.clusters, 'cluster')}{of}, the largest of {about.largest:,} records."
    return of_no_values(about)


def of_no_values(about: Clustering) -> str:
    """Say that no record has a value for the cluster that the eval schema names; empty where one has."""
    if not about.without or about.without < about.clusters:
        return ""
    return f"No record has a value for the cluster {_short(about.key or '')}: each counts by itself."


def of_equal_documents(equal: EqualDocuments, clustered: bool) -> Iterable[str]:
    """Warn of records that look like copies, and say what to do."""
    if equal.records:
        way_out = (
            "Give copies the same value for the cluster, or keep one of each."
            if clustered
            else "Name the key that copies share as the cluster, or keep one of each."
        )
        same = "gold or source text" if equal.by_text else "gold"
        yield (
            f"{equal.records:,} records have the same {same} as another one ({counted(equal.documents, 'document')}). "
            f"Copies count as if they were independent, which makes verdicts err more often. {way_out}"
        )
    if equal.unlike:
        yield (
            f"{equal.unlike:,} records have the source text of another one and other gold: for one text, only one of "
            "them can be right. Look at which."
        )


def _short(key: str) -> str:
    line = " ".join(key[: _KEY + 1].split())
    return line if len(line) <= _KEY else f"{line[: _KEY - 1]}…"
