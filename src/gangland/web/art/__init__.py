"""Every card as SVG: the parts are drawn in parts.svg, and composed in a file for each game."""

from gangland.registry import load_room
from gangland.web.art.drawing import back_of, sprite

__all__ = ["back_of", "sprite"]

load_room(__name__)
