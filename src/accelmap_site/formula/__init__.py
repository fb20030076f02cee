"""Expression → value, LaTeX, JavaScript, and which records supply its inputs."""

from .compiled import Compiled, agrees, arithmetic, compiled
from .expression import CALLS, Expression, parse
from .fault import Fault
from .latex import symbol_tex
from .number import shown
from .predicate import fields_of, holds, parse_predicate, true_of
from .presets import Choice, Fit, choices, fit, preset_names, preset_unit
from .units import Dimension, dimension, factor
from .worked import Worked, worked

__all__ = [
    "CALLS", "Choice", "Compiled", "Dimension", "Expression", "Fault", "Fit", "Worked", "agrees", "arithmetic", "choices", "compiled",
    "dimension", "factor", "fields_of", "fit", "holds", "parse", "parse_predicate", "preset_names", "preset_unit", "shown", "symbol_tex",
    "true_of", "worked",
]  # fmt: skip
