"""Families of sets as decision diagrams, and the frontier search that builds them from graphs, for any puzzle."""

from puzzlekit.zdd.family import Family
from puzzlekit.zdd.frontier import Frontier, lengthwise, ordered
from puzzlekit.zdd.hitting import hitting_sets
from puzzlekit.zdd.pairings import good_pairings
from puzzlekit.zdd.paths import Cycles, PathMatchings, cycles, path_matchings, paths
from puzzlekit.zdd.search import DONE, family_of, search
