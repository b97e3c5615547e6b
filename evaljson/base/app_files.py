"""Find the app and the sample data: beside the package in a checkout, in evaljson/_app/ in a wheel."""

from __future__ import annotations

from pathlib import Path

from evaljson.base.errors import LoadError, did_you_mean

PACKAGE = Path(__file__).resolve().parents[1]


def app_folder(package: Path = PACKAGE) -> Path:
    """Return the folder that holds app.py, pages/, sample_data/ and .streamlit/."""
    packed = package / "_app"
    return packed if packed.is_dir() else package.parent


def app_script(package: Path = PACKAGE) -> Path:
    """Return the path of app.py. Raises LoadError if this installation lacks it."""
    script = app_folder(package) / "app.py"
    if not script.is_file():
        raise LoadError("the app is not part of this installation: install the evaljson wheel, or run from a checkout.")
    return script


def sample_names(package: Path = PACKAGE) -> list[str]:
    """List the bundled samples, sorted: every folder in sample_data/ that has gold."""
    return sorted(path.parent.name for path in (app_folder(package) / "sample_data").glob("*/gold.jsonl"))


def sample_folder(name: str = "invoices", package: Path = PACKAGE) -> Path:
    """Return the folder of one sample: gold.jsonl, one .jsonl per variant, eval_schema.json. Raises LoadError."""
    names = sample_names(package)
    if not names:
        raise LoadError(
            "the sample data is not part of this installation: install the evaljson wheel, or use a checkout."
        )
    if name not in names:
        raise LoadError(f"there is no sample {name!r}.{did_you_mean(name, names)}")
    return app_folder(package) / "sample_data" / name
