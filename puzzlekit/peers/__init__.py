"""What the second engines of all rooms share: the form of their answers, and the loops around CP-SAT and CaDiCaL."""

from puzzlekit.peers.result import MOST_WORKERS, PeerResult, check_request
