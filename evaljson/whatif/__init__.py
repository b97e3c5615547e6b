"""What would change under an edited eval schema: only what the edit touches is scored again."""

from evaljson.whatif.field_index import FieldIndex
from evaljson.whatif.kept_preview import KeptPreview
from evaljson.whatif.preview import Figures, Flip, Preview, all_lenient, preview
from evaljson.whatif.touched import Zones
from evaljson.whatif.zone_preview import ZonePreview, zone_previews

__all__ = [
    "FieldIndex",
    "Figures",
    "Flip",
    "KeptPreview",
    "Preview",
    "ZonePreview",
    "Zones",
    "all_lenient",
    "preview",
    "zone_previews",
]
