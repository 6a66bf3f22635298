"""Every card as SVG. The parts are in parts.svg; a file for each game composes them."""

from gangland.registry import load_room
from gangland.web.art.drawing import back_of, faces_of, sign_of, sprite

__all__ = ["back_of", "faces_of", "sign_of", "sprite"]

load_room(__name__)
