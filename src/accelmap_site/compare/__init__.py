"""Comparison tables and the fields by which two records can be compared."""

from .cell import Cell, figure, said, unmarked
from .columns import Column, Subject, column, known
from .picker import picked
from .table import Row, Table, compared, table

__all__ = ["Cell", "Column", "Row", "Subject", "Table", "column", "compared", "figure", "known", "picked", "said", "table", "unmarked"]
