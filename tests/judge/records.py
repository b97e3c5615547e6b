"""Records with fields for a judge."""

from typing import Any


def schema(**semantic: Any) -> dict[str, Any]:
    """One field `terms`, compared by meaning."""
    return {"type": "object", "properties": {"terms": {"type": "string", "x-eval-compare": {"semantic": semantic}}}}


def records(count: int, wrong: int = 3) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """Gold and extracted, `count` of each, no two pairs the same; every `wrong`-th differs in meaning."""
    gold = [{"terms": f"Net {number} Days"} for number in range(count)]
    extracted = [{"terms": f"prepaid {n}" if n % wrong == 0 else f"net  {n} days"} for n in range(count)]
    return gold, extracted
