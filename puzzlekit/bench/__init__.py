"""A benchmark sweep. It measures all formulations on all instances in one run, so that their times are comparable."""

from puzzlekit.bench.measuring import HEADER, Measurement, find_package, measure, warm_up
from puzzlekit.bench.reporting import about, summary, write
from puzzlekit.bench.sweeping import find_instances, sweep
