"""accelmap: a bilingual knowledge map of training and inference acceleration."""

__version__ = "0.1.0"
