"""From plain data to HTML: card art, clicks, boards, pages, templates, style and script. It knows no HTTP."""

from gangland.core.extras import require

require("web")
