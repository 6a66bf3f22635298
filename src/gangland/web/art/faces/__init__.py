"""The faces of one game each; those that all games share are in `art/busts.py`."""
