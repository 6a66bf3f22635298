"""The version of the package; everything that tells it reads it here."""

VERSION = "0.1.0"
