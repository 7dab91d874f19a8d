"""`puzzlekit` in a shell: pictures on stdout, sentences on stderr, an exit status that means something."""

import argparse
import importlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import random_links
from patience import PATIENCE

from puzzlekit import PUZZLES, battleship, bench, circuit, cli, sudoku
from puzzlekit.cli import jupyter
from puzzlekit.core import installation
from puzzlekit.core.grid import Cell
from puzzlekit.core.interrupts import STOPPED
from puzzlekit.formats.compression import deflate
from puzzlekit.reasoning import answers, conflicts

SOLVED, NONE, BAD, LIMIT = 0, 1, 2, 3
TINY = "1...\n..2.\n.3..\n...4\n"
MANY = "." * 16
CLASH = "11" + "." * 14
HARD = "\n".join(["." * 25] * 25)


def run(*arguments: str) -> int:
    """The exit status, also where argparse ends the program itself."""
    try:
        return cli.main(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else BAD


Ended = Callable[..., Any]


@pytest.fixture
def ended(capsys: pytest.CaptureFixture) -> Ended:
    """A command that ends with this status, and what it has written."""

    def told(status: int, *arguments: str) -> Any:
        assert run(*arguments) == status
        return capsys.readouterr()

    return told


INTERRUPTED_IMPORT = """
import signal
def found(name, *_):
    if name == "puzzlekit.sudoku":
        signal.raise_signal(signal.SIGINT)
        print("still alive", flush=True)
sys.meta_path.insert(0, type("Finder", (), {"find_spec": found}))
"""


GONE = """
import errno
class Gone(type(sys.stdout)):
    def write(self, text):
        raise OSError(errno.EINVAL, "Invalid argument")
sys.stdout = Gone(sys.stdout.buffer)
"""


NARROW = """
from puzzlekit.cli import doctor
doctor.LOOKS = (("paths", lambda: "\u03a3", ""),)
sys.stdout.reconfigure(encoding="cp1252", errors="strict")
"""


START = "from puzzlekit.entry_point import main\nsys.exit(main())"


def in_a_shell(*arguments: str, data: bytes = b"", before: str = "") -> subprocess.CompletedProcess:
    code = f"import sys\n{before}\n{START}"
    return subprocess.run([sys.executable, "-c", code, *arguments], input=data, capture_output=True, timeout=PATIENCE)


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    data = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data, encoding="utf-8"))
    return data


class TestSolve:
    def check(self, given: str, ended: Ended) -> None:
        told = ended(SOLVED, "solve", "sudoku", given)
        picture = "\n".join(told.out.splitlines()[:4])
        puzzle = sudoku.parse(TINY)
        assert sudoku.violations(puzzle, sudoku.parse_solution(puzzle, picture)) == []
        assert "the only solution" in told.out
        assert " s\n" in told.out
        assert told.err == ""

    @pytest.mark.parametrize("given", ["tiny_4x4", TINY.replace("\n", ""), "2x2:1e2b3e4"])
    def test_a_name_a_picture_and_an_id(self, given: str, ended: Ended) -> None:
        self.check(given, ended)

    def test_a_file(self, tmp_path: Path, ended: Ended) -> None:
        file = tmp_path / "mine"
        file.write_bytes(b"\xef\xbb\xbf" + TINY.replace("\n", "\r\n").encode())
        self.check(str(file), ended)

    def test_stdin(self, stdin: io.BytesIO, ended: Ended) -> None:
        stdin.write(TINY.encode())
        stdin.seek(0)
        self.check("-", ended)

    def test_several_solutions(self, ended: Ended) -> None:
        assert "not the only solution" in ended(SOLVED, "solve", "sudoku", MANY).out

    @pytest.mark.parametrize("formulation", sudoku.FORMULATIONS)
    def test_a_formulation(self, formulation: str) -> None:
        assert run("solve", "sudoku", MANY, "--formulation", formulation, "--time-limit", "50") == SOLVED

    def test_no_solution_says_what_clashes(self, ended: Ended) -> None:
        told = ended(NONE, "solve", "sudoku", CLASH)
        assert "row 1 holds the digit 1 twice" in told.out
        assert "proved" in told.err

    @pytest.mark.parametrize("limit", ["0", "0.2"])
    def test_a_limit(self, limit: str, tmp_path: Path, ended: Ended) -> None:
        file = tmp_path / "hard.txt"
        file.write_text(HARD)
        told = ended(LIMIT, "solve", "sudoku", str(file), "--formulation", "assignment", "--time-limit", limit)
        assert "limit" in told.err

    def test_a_limit_that_is_reached_by_the_second_question(
        self, monkeypatch: pytest.MonkeyPatch, ended: Ended
    ) -> None:
        """It is told as it was typed, although this question had only what was left of it."""

        command: Any = importlib.import_module("puzzlekit.cli.solve")

        class Late(command.Stopwatch):
            elapsed = 1000.0

        monkeypatch.setattr(command, "Stopwatch", Late)
        told = ended(LIMIT, "solve", "sudoku", "." * 81, "--time-limit", "60")
        assert "time limit of 60 s reached, no answer proved" in told.err


AT = ("explain", "sudoku", "tiny_4x4", "--at")


class TestExplain:
    @pytest.mark.parametrize("name", ["sudoku", "hashi", "slitherlink", "zebra"])
    def test_every_step_and_how_many_there_are(self, name: str, ended: Ended) -> None:
        room = bench.find_package(name)
        file = next(
            file for file in room.names() if file.startswith("tiny") and len(room.solutions(room.load(file))) == 1
        )
        *lines, last = ended(SOLVED, "explain", name, file).out.splitlines()
        if importlib.import_module(f"{room.__name__}.play").ADAPTER.techniques:
            told = answers.explanation(room.load(file))
            assert "\n".join(lines) == str(told)
            assert last.startswith(f"{len(told.steps)} step")
        else:
            assert lines == str(room.explanation(room.load(file))).splitlines()
            assert last.startswith("rating: ")

    def test_one_place(self, ended: Ended) -> None:
        *_, line = ended(SOLVED, *AT, "1,2").out.splitlines()
        assert "2 must be in (1,2)" in line or "(1,2) can only be 2" in line
        assert ended(SOLVED, *AT, "1,1").out == "cell (1,1) is given\n"

    def test_the_readme_quotes_what_the_command_prints(self, ended: Ended) -> None:
        text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
        quoted = r"^py -m uv run puzzlekit (explain .+)\n```\n\nThe answer:\n\n```\n((?:[^`].*\n)+)"
        ((command, told),) = re.findall(quoted, text, re.MULTILINE)
        assert ended(SOLVED, *shlex.split(command)).out == told

    def test_what_differs_from_solution_to_solution(self, ended: Ended) -> None:
        assert "differs from solution to solution" in ended(SOLVED, "explain", "sudoku", MANY, "--at", "1,2").out
        lines = ended(SOLVED, "explain", "sudoku", "tiny_two_solutions").out.splitlines()
        (line,) = (line for line in lines if line.startswith("differs from solution to solution: "))
        several = answers.explanation(sudoku.load("tiny_two_solutions")).several
        assert all(str(element) in line for element in several[:4])
        assert line.endswith(f" and {len(several) - 4} more") == (len(several) > 4)

    @pytest.mark.parametrize("name", PUZZLES)
    @pytest.mark.once
    def test_no_solution_names_a_clash_in_every_room(self, name: str, ended: Ended) -> None:
        room = bench.find_package(name)
        clash = conflicts.asked(room.load("tiny_no_solution"), room.FORMULATIONS, conflicts.minimal_conflict)
        repairs = conflicts.asked(room.load("tiny_no_solution"), room.FORMULATIONS, conflicts.repairs, 5)
        told = "".join(f"{text}\n" for text in (clash.message, clash.reason, *(one.message for one in repairs)))
        found = ended(NONE, "explain", name, "tiny_no_solution")
        assert found.out.partition("reason to remove ")[0].endswith(told)
        assert "proved" in found.err

    def test_why_not(self, ended: Ended) -> None:
        assert "So cell (1,2) can" in ended(SOLVED, *AT, "1,2", "--not", "3").out
        assert ended(SOLVED, *AT, "1,2", "--not", "2").out == "cell (1,2) can be 2\n"
        assert "expected one of 1, 2, 3, 4" in ended(BAD, *AT, "1,2", "--not", "9").err
        assert "expected --at, too" in ended(BAD, "explain", "sudoku", "tiny_4x4", "--not", "3").err

    @pytest.mark.parametrize("at", ["1", "1,2,3", "a,b", "1,2-3", "1,2-1,3-1,4", "1-2,3,4", "1,2,3-4", "\uff11,2"])
    def test_what_is_no_place(self, at: str, ended: Ended) -> None:
        assert 'expected "ROW,COLUMN"' in ended(BAD, *AT, at).err

    @pytest.mark.parametrize(
        ("puzzle", "at", "such_as"),
        [
            *(("sudoku tiny_4x4", at, "1,1") for at in ("9,9", "0,1", "1,1-1,2")),
            ("circuit tiny_3x3", "9,4-9,5", "1,1-1,2"),
        ],
    )
    def test_a_place_off_the_board(self, puzzle: str, at: str, such_as: str, ended: Ended) -> None:
        told = ended(BAD, "explain", *puzzle.split(), "--at", at)
        assert told.err == f"puzzlekit: no element at {at}, expected a place such as {such_as}\n"

    def test_a_conflict_that_is_not_found_in_time(self, monkeypatch: pytest.MonkeyPatch, ended: Ended) -> None:
        search = conflicts.minimal_conflict

        def late(built: Any, *, time_limit: float | None = None) -> Any:
            return search(built, time_limit=time_limit and 0)

        monkeypatch.setattr(conflicts, "minimal_conflict", late)
        assert "shows it" not in ended(NONE, "explain", "circuit", "tiny_no_solution").out


LINK = "https://puzz.link/p?sudoku/4/4/1k2h3k4"  # of TINY
HALF = "pzprv3/sudoku/4/1 . . . /. . 2 . /. 3 . . /. . . 4 /. 2 . . /{} . . . /. . . . /. . . . /"


class TestLinks:
    def test_a_link_tells_the_type(self, ended: Ended) -> None:
        for arguments in ((LINK,), ("sudoku", LINK)):
            assert ended(SOLVED, "solve", *arguments).out.startswith(f"{sudoku.solve(sudoku.parse(TINY))}\n")

    def test_an_id_and_an_address_of_the_site_tell_the_type(self, ended: Ended) -> None:
        """As in a page."""
        packed = f"sudoku:packed:{deflate(f'{TINY}position:')}"
        for text in ("2x2:1e2b3e4", f"sudoku:{TINY}", packed, f"https://example.org/index.html#{quote(packed)}"):
            assert ended(SOLVED, "solve", text).out.startswith(f"{sudoku.solve(sudoku.parse(TINY))}\n")

    def test_a_link_is_written(self, ended: Ended) -> None:
        assert run("link", "sudoku", "tiny_4x4") == SOLVED
        assert ended(SOLVED, "link", LINK, "--site", "tatham").out == f"{LINK}\n2x2:1e2b3e4\n"
        assert "found zebra, which has no links; expected a puzzle type" in ended(BAD, "link", "zebra", "five").err
        assert "expected one of puzz.link" in ended(BAD, "link", "sudoku", "tiny_4x4", "--site", "chess.com").err

    def test_an_explanation_goes_on_from_what_is_filled_in(self, stdin: io.BytesIO, ended: Ended) -> None:
        whole = ended(SOLVED, "explain", LINK).out.splitlines()
        stdin.write(HALF.format(".").encode())
        stdin.seek(0)
        rest = ended(SOLVED, "explain", "-").out.splitlines()
        assert int(rest[-1].split()[0]) == int(whole[-1].split()[0]) - 1
        assert not any("be 2 in (1,2)" in line or "2 must be in (1,2)" in line for line in rest)

    def test_an_entry_that_is_wrong_is_told(self, tmp_path: Path, ended: Ended) -> None:
        file = tmp_path / "half.txt"
        file.write_text(HALF.format("4"))
        right = sudoku.solve(sudoku.parse(TINY)).digits[1][0]
        assert right != 4
        told = ended(NONE, "explain", str(file))
        assert "this entry leaves no solution: cell (2,1) is 4" in told.out
        assert "infeasible" not in told.err  # the puzzle has a solution

    def test_a_place_is_explained_with_the_other_entries(self, tmp_path: Path, ended: Ended) -> None:
        file = tmp_path / "position.txt"
        file.write_text(f"{TINY}position:\ncell (1,2) = 2\n")
        assert "(1,2)" in ended(SOLVED, "explain", "sudoku", str(file), "--at", "1,2").out
        assert "(1,3)" in ended(SOLVED, "explain", "sudoku", str(file), "--at", "1,3").out

    def test_a_link_is_measured(self, tmp_path: Path) -> None:
        out = tmp_path / "out.csv"
        assert run("bench", LINK, "--formulations", "assignment", "--csv", str(out)) == SOLVED
        assert out.read_text().splitlines()[-1].startswith("out,link,assignment,solved,True")

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (
                ["https://puzz.link/p?nurikabe/5/5/g5k2o"],
                "found 'nurikabe' in the format of puzz.link, expected sudoku",
            ),
            (["https://puzz.link/p?slither/5/5/cbcb"], "found a code for 12 places, expected 25"),
            (["https://sudokupad.app/abc"], "that contains no puzzle"),
            (["hashi", LINK], "found 'sudoku' in the format of puzz.link, expected hashi"),
            (["nothing"], "found 'nothing', expected a link"),
        ],
    )
    def test_what_is_no_link_of_ours(self, arguments: list[str], words: str, ended: Ended) -> None:
        assert words in ended(BAD, "solve", *arguments).err

    def test_a_link_that_does_not_say_its_type(self, ended: Ended) -> None:
        """Of Penpa-edit, without a tag: it is of the only type that takes it, or else the type is asked for."""
        nine = random_links.penpa("square", 4, 4, {Cell(0, 0): "3", Cell(1, 1): "3", Cell(2, 2): "4"}, [])
        assert "write the puzzle type before the link" in ended(BAD, "solve", nine).err
        assert run("solve", random_links.penpa("square", 4, 4, {Cell(0, 0): "3"}, ["classic"])) == SOLVED


NO_FOLDERS = ("no/such/folder", "/dev/null", "/proc")
WRONG = {  # what no option of `bench` takes
    "--instances": ("a\0b", "x" * 5000, "/dev/null"),
    "--formulations": ("assignment,magic", ""),
    "--workers": ("0", "9" * 20, "9" * 5000, "1.0", "\u0663", "True"),
    "--time-limit": ("-1", "nan"),
    "--csv": ("", "/", ".", "..", "a\0b", "x" * 5000, "a: b.csv", *(f"{folder}/out.csv" for folder in NO_FOLDERS)),
    "--run": ("again",),
}


class TestBadUse:
    def check(self, arguments: Sequence[str], words: str, ended: Ended) -> None:
        told = ended(BAD, *arguments)
        assert words in told.err
        assert "Traceback" not in told.err
        assert len(told.err) < 2_000

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ("no_such_name", "tiny_4x4"),
            ("no/such/file.txt", "tiny_4x4"),
            (__file__, "line"),
            ("..", "tiny_4x4"),
            ("x" * 100_000, "expected"),
            ("/" + "x/" * 50_000, "expected"),
            ("3x3:z", "81"),
        ],
    )
    def test_what_is_no_puzzle(self, given: str, words: str, ended: Ended) -> None:
        self.check(["solve", "sudoku", given], words, ended)

    def test_a_console_without_a_letter_of_a_name(self) -> None:
        """Windows' consoles have some 200 letters, and folders may have other ones."""
        run = in_a_shell("doctor", before=NARROW)
        assert (run.returncode, run.stderr, run.stdout.strip()) == (SOLVED, b"", rb"ok    paths: \u03a3")

    @pytest.mark.parametrize("content", [b"", b"\0\1\2\xff" * 1000, b"\x89PNG\r\n\x1a\n", b"1" * 2_000_000])
    def test_a_file_that_is_no_text(self, content: bytes, tmp_path: Path, ended: Ended) -> None:
        file = tmp_path / "picture.png"
        file.write_bytes(content)
        self.check(["solve", "sudoku", str(file)], "expected", ended)

    def test_a_file_that_may_not_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: Ended) -> None:
        def refuse(*args: object) -> None:
            raise PermissionError(13, "Permission denied", "mine.txt")

        (tmp_path / "mine.txt").write_text(TINY)
        monkeypatch.setattr("builtins.open", refuse)
        self.check(["solve", "sudoku", str(tmp_path / "mine.txt")], "Permission denied", ended)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["solve", "chess", "x"], "sudoku"),
            (["solve", "sudoku"], "PUZZLE"),
            (["solve", "sudoku", "tiny_4x4", "--formulation", "magic"], "assignment_fast"),
            (["solve", "sudoku", "tiny_4x4", "--time-limit", "soon"], "soon"),
            (["solve", "sudoku", "tiny_4x4", "--time-limit", "-1"], "expected seconds"),
            (["solve", "sudoku", "tiny_4x4", "--time-limit", "nan"], "expected seconds"),
            (["solve", "sudoku", "tiny_4x4", "--colour"], "--colour"),
            (["fly"], "fly"),
            ([], "COMMAND"),
            (["bench", "sudoku", "--instances", "nowhere", "--formulations", "assignment"], "nowhere"),
            (["bench", "sudoku", "--instances", "data/sudoku"], "--formulations"),
        ],
    )
    def test_what_is_no_command(self, arguments: list[str], words: str, ended: Ended) -> None:
        self.check(arguments, words, ended)

    @pytest.mark.parametrize(
        "options",
        [
            *([option, value] for option, values in WRONG.items() for value in values),
            ["--csv", "out.csv", "--run", "a: b"],
        ],
    )
    def test_a_bench_that_cannot_be(self, options: list[str], tmp_path: Path, ended: Ended) -> None:
        (tmp_path / "one.txt").write_text(TINY)
        right = ["--instances", str(tmp_path), "--formulations", "assignment"]
        self.check(["bench", "sudoku", *right, *options], "puzzlekit", ended)
        assert [path.name for path in tmp_path.rglob("*")] == ["one.txt"]

    @pytest.mark.parametrize("command", [["solve", "sudoku"], ["explain", "hashi"], ["solve", "circuit"]])
    @pytest.mark.parametrize("given", ["/", ".", "", "a\0b", "x" * 5000, "/dev/null", "\udcff", sys.executable])
    def test_a_path_that_is_no_puzzle(self, command: list[str], given: str, ended: Ended) -> None:
        self.check([*command, given], "expected", ended)


class TestInAShell:
    @pytest.mark.parametrize(
        "data", [bytes(range(256)), pytest.param(b"." * 20_000_000, marks=pytest.mark.full)], ids=["no text", "huge"]
    )
    def test_a_stdin_that_is_no_puzzle(self, data: bytes) -> None:
        ended = in_a_shell("solve", "sudoku", "-", data=data)
        assert ended.returncode == BAD
        assert b"Traceback" not in ended.stderr

    def test_a_closed_stdin(self, monkeypatch: pytest.MonkeyPatch, ended: Ended) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        assert ended(BAD, "solve", "sudoku", "-").err == "puzzlekit: found a closed stdin, expected a puzzle there\n"

    @pytest.mark.parametrize("unbuffered", ["", "1"])
    @pytest.mark.once
    def test_a_reader_that_went_away(self, unbuffered: str) -> None:
        command = [sys.executable, "-c", f"import sys\n{START}", "solve", "sudoku", "tiny_4x4"]
        others = os.environ | {"PYTHONUNBUFFERED": unbuffered}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=others) as ended:
            ended.stdout.close()  # type: ignore[union-attr]
            assert ended.stderr.read() == b""  # type: ignore[union-attr]

    def test_a_reader_that_went_away_on_windows(self) -> None:
        ended = in_a_shell("solve", "sudoku", "tiny_4x4", before=GONE)
        assert (ended.returncode, ended.stderr) == (BAD, b"")

    def test_ctrl_c_while_a_rooms_libraries_are_imported(self) -> None:
        """A library is in the middle of its work, and may have an `except` of its own around it."""
        ended = in_a_shell("solve", "sudoku", "tiny_4x4", before=INTERRUPTED_IMPORT)
        assert (ended.stdout, ended.stderr, ended.returncode) == (b"", b"puzzlekit: stopped\n", STOPPED)

    @pytest.mark.parametrize(
        ("name", "made"),
        [
            ("battleship", lambda: battleship.generate(6, 6, seed=8101)),
            ("circuit", lambda: circuit.generate(5, seed=7002)),
        ],
    )
    @pytest.mark.full
    def test_an_explanation_is_the_same_in_every_process(
        self, name: str, made: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whatever the order is in which Python keeps sets of texts, such as the states of a cell."""
        puzzle, told = str(made()), list[bytes]()
        for seed in ("1", "2"):
            monkeypatch.setenv("PYTHONHASHSEED", seed)
            told.append(in_a_shell("explain", name, "-", data=puzzle.encode()).stdout)
        assert told[0].strip()
        assert len({*told}) == 1

    def test_the_command_is_installed(self) -> None:
        command = shutil.which("puzzlekit", path=Path(sys.executable).parent)
        assert command
        ended = subprocess.run([command, "solve", "sudoku", "tiny_4x4"], capture_output=True, timeout=PATIENCE)
        assert ended.returncode == SOLVED


@pytest.mark.parametrize("command", [[], ["lab"], ["solve"], ["link"], ["bench"]])
def test_help(command: list[str], ended: Ended) -> None:
    told = ended(SOLVED, *command, "--help").out
    assert told.startswith("usage: puzzlekit")
    if not command:
        assert all(name in told for name in ("lab", "solve", "bench"))
    if command == ["solve"]:
        assert all(word in told for word in (*PUZZLES, "exit status", "--time-limit", "--formulation"))


def test_each_command_says_what_it_does_and_each_option_what_it_is_for() -> None:
    (commands,) = (one for one in cli._parser(cli.COMMANDS)._actions if isinstance(one, argparse._SubParsersAction))
    assert {one.dest for one in commands._choices_actions if one.help} == commands.choices.keys()
    for name, command in commands.choices.items():
        assert command.description, name
        assert all(option.help for option in command._actions), name


def test_bench_writes_rows_and_the_machine(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    (tmp_path / "one.txt").write_text(TINY)
    out = tmp_path / "out.csv"
    arguments = ["bench", "sudoku", "--instances", str(tmp_path), "--formulations", "assignment,cp_sat", "--unique"]
    assert run(*arguments, "--csv", str(out)) == SOLVED
    about, *lines = out.read_text().splitlines()
    assert about.startswith("# out: Measured on ")
    assert "pyscipopt" in about
    assert lines[0] == ",".join(["run", *bench.HEADER])
    assert [line.split(",")[:6] for line in lines[1:]] == [
        ["out", "one", "assignment", "solved", "True", "True"],
        ["out", "one", "cp_sat", "solved", "True", "True"],
    ]
    assert run(*arguments, "--csv", str(out), "--run", "again") == SOLVED
    runs = [line.split(",")[0] for line in out.read_text().splitlines()[2:]]
    assert runs == ["run", "out", "out", "again", "again"]
    told = capsys.readouterr().out
    assert "cp_sat: median" in told
    assert "Traceback" not in told


def test_a_bench_on_a_full_disk_says_what_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    resource = pytest.importorskip("resource")
    (tmp_path / "one.txt").write_text(TINY)
    out = tmp_path / "out.csv"
    older = f"run,{','.join(bench.HEADER)}\n"
    out.write_text(older)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, before[1]))
    try:
        found = run("bench", "sudoku", "--instances", str(tmp_path), "--formulations", "assignment", "--csv", str(out))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    told = capsys.readouterr()
    assert found == BAD
    assert "the file is unchanged, and later rows are lost" in told.err
    assert "no new row in" in told.out
    assert out.read_text() == older
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.txt", "out.csv"]


class TestLab:
    @pytest.fixture
    def called(self, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        calls: list[list[str]] = []
        monkeypatch.setenv("JUPYTER_CONFIG_PATH", "theirs")
        expected = jupyter.environment()["JUPYTER_CONFIG_PATH"]

        def launch(arguments: list[str]) -> None:
            assert os.environ["JUPYTER_CONFIG_PATH"] == expected
            calls.append(arguments)

        monkeypatch.setattr("jupyterlab.labapp.LabApp.launch_instance", launch)
        return calls

    @staticmethod
    def be(monkeypatch: pytest.MonkeyPatch, user: int) -> None:
        monkeypatch.setattr("os.geteuid", lambda: user, raising=False)

    def test_it_is_local_and_passes_options_on(self, called: list, monkeypatch: pytest.MonkeyPatch) -> None:
        self.be(monkeypatch, 1000)
        assert run("lab", "--no-browser", "--port", "9999") == SOLVED
        (command,) = called
        assert "--ip=127.0.0.1" in command
        assert command[-3:] == ["--no-browser", "--port", "9999"]
        assert [Path(word).name for word in command if Path(word).is_dir()] == ["notebooks"]
        assert "--LabApp.default_url=/lab/tree/01_introduction.ipynb" in command
        assert (installation.folder("notebooks") / cli.lab.FIRST).is_file()
        assert not any(word in " ".join(command) for word in ("token", "password", "disable_check_xsrf"))

    @pytest.mark.parametrize("user", [0, 1000])
    def test_root_alone_is_allowed_and_told(
        self, user: int, called: list, monkeypatch: pytest.MonkeyPatch, ended: Ended
    ) -> None:
        self.be(monkeypatch, user)
        told = ended(SOLVED, "lab", "--no-browser").err
        assert called[0].count("--allow-root") == (user == 0)
        assert "root" in told if user == 0 else told == ""

    def test_without_jupyterlab(self, called: list, monkeypatch: pytest.MonkeyPatch, ended: Ended) -> None:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
        assert 'pip install "WHEEL[lab]"' in ended(BAD, "lab").err
        assert called == []
