"""Expression → value, LaTeX, JavaScript, and which records supply its inputs."""

from .compiled import Compiled, agrees, arithmetic, compiled, results
from .expression import CALLS, Expression, parse
from .fault import Fault
from .latex import symbol_tex
from .number import shown
from .plotted import STEPS, Line, Plotted, Refused, plotted, samples
from .predicate import Tree as Predicate
from .predicate import fields_of, holds, parse_predicate, true_of
from .presets import Choice, Fit, cached_values, caches, choices, fit, preset_names, preset_unit
from .units import Dimension, dimension, factor
from .worked import Worked, worked

__all__ = [
    "CALLS", "STEPS", "Choice", "Compiled", "Dimension", "Expression", "Fault", "Fit", "Line", "Plotted", "Predicate", "Refused", "Worked",
    "agrees", "arithmetic", "cached_values", "caches",
    "choices", "compiled", "dimension", "factor", "fields_of", "fit", "holds", "parse", "parse_predicate", "plotted", "preset_names",
    "preset_unit", "results", "samples", "shown", "symbol_tex", "true_of", "worked",
]  # fmt: skip
