"""Files that are dropped into the form of own data."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

GOLD = [{"id": "x", "nr": 1, "a": "1"}, {"id": "y", "nr": 2, "a": "2"}]
EXTRACTED = [{"id": "y", "nr": 2, "a": "2"}, {"id": "x", "nr": 1, "a": "?"}, {"id": "z", "nr": 3, "a": "0"}]


def dropped(app: AppTest, name: str, content: bytes) -> AppTest:
    return app.file_uploader[0].set_value([(name, content, "application/json")]).run()


def as_json(records: Any) -> bytes:
    return json.dumps(records).encode()


def id_choice(app: AppTest) -> Any:
    return next(box for box in app.selectbox if box.label == "Pair records by")


def variants_dropped(app: AppTest, name: str, content: bytes) -> AppTest:
    """Before gold."""
    _, variants = [zone for zone in app.file_uploader if not zone.accept_directory]
    return variants.set_value([(name, content, "application/json")]).run()
