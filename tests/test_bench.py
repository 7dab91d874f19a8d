"""The sweep: a row for each instance and formulation, the same wherever it runs, and kept when it is stopped."""

import csv
import io
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import joblib
import pytest
from distributed import Client, LocalCluster
from patience import until

from puzzlekit import bench, sudoku
from puzzlekit.bench import Measurement, sweeping
from puzzlekit.core.errors import PuzzleError
from puzzlekit.course.results import Results, said_of
from puzzlekit.scip import Stopped

HEADER = "run,instance,formulation,status,valid,unique,build_seconds,solve_seconds,unique_seconds,nodes,cuts"
FORMULATIONS = ("assignment", "assignment_fast", "cp_sat")
PICTURES = {
    "many": "....\n....\n....\n....",
    "none": "12..\n...3\n....\n....",
    "one": "1...\n..2.\n.3..\n...4",
}
TRUTH = {"one": ("solved", True, True), "many": ("solved", True, False), "none": ("infeasible", None, None)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, picture in PICTURES.items():
        (tmp_path / f"{name}.txt").write_text(picture + "\n", encoding="utf-8")
    (tmp_path / "one.answer.txt").write_text("1243\n4321\n2134\n3412\n", encoding="utf-8")
    (tmp_path / "SOURCES.md").write_text("# Where they are from\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Two workers of Dask, which joblib uses."""
    scratch = str(tmp_path_factory.mktemp("dask"))
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", local_directory=scratch) as own,
        Client(own) as client,
        joblib.parallel_config("dask"),
    ):
        yield client


def swept(folder: Path, **options: object) -> list[Measurement]:
    files = bench.find_instances([folder])
    rows = bench.sweep("sudoku", files, FORMULATIONS, uniqueness=True, **options)  # type: ignore[arg-type]
    return list(itertools.chain.from_iterable(rows))


def answers(rows: list[Measurement]) -> list[tuple]:
    return [(row.instance, row.formulation, row.status, row.valid, row.unique) for row in rows]


def expected() -> list[tuple]:
    return [(name, formulation, *TRUTH[name]) for name in sorted(PICTURES) for formulation in FORMULATIONS]


class TestSweep:
    def test_a_row_for_each_instance_and_formulation(self, folder: Path) -> None:
        rows = swept(folder)
        assert answers(rows) == expected()
        assert all(row.build_seconds >= 0 and row.solve_seconds >= 0 for row in rows)
        assert all((row.unique_seconds is None) == (row.unique is None) for row in rows)
        assert all((row.nodes is None) == (row.formulation == "cp_sat") for row in rows)

    def test_uniqueness_only_where_it_is_asked_for(self, folder: Path) -> None:
        rows = bench.sweep("sudoku", [folder / "many.txt"], FORMULATIONS)
        found = {(row.status, row.valid, row.unique, row.unique_seconds) for row in next(rows)}
        assert found == {("solved", True, None, None)}

    def test_in_two_processes(self, folder: Path) -> None:
        assert answers(swept(folder, workers=2)) == expected()

    @pytest.mark.slow
    def test_on_a_dask_cluster(self, folder: Path, cluster: Client) -> None:
        assert len(cluster.run(os.getpid)) == 2
        assert answers(swept(folder)) == expected()

    @pytest.mark.slow
    def test_on_a_dask_cluster_whose_workers_are_killed(self, tmp_path: Path, cluster: Client) -> None:
        for seed in range(24):
            (tmp_path / f"{seed:02}.txt").write_text(str(sudoku.generate(3, 3, seed=seed)), encoding="utf-8")
        files, names = bench.find_instances([tmp_path]), ["assignment", "cp_sat"]
        found, killed = list[Measurement](), set[int]()
        for rows in bench.sweep("sudoku", files, names, uniqueness=True):
            found += rows
            if len(found) % 16 == 0:  # all its workers at once; the cluster starts others
                alive = cluster.run(os.getpid).values()
                killed.update(alive)
                for process in alive:
                    os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))
        assert answers(found) == [(path.stem, name, "solved", True, True) for path in files for name in names]
        assert len(killed) >= 4

    def test_formulations_take_turns(self) -> None:
        orders = [sweeping._turned(FORMULATIONS, index) for index in range(4)]
        assert [order[0] for order in orders] == [*FORMULATIONS, FORMULATIONS[0]]
        assert all(sorted(order) == sorted(FORMULATIONS) for order in orders)

    @pytest.mark.parametrize("formulation", ["assignment", "cp_sat"])
    def test_a_limit_is_unknown(self, folder: Path, formulation: str) -> None:
        (rows,) = bench.sweep("sudoku", [folder / "many.txt"], [formulation], time_limit=0, uniqueness=True)
        assert answers(rows) == [("many", formulation, "unknown", None, None)]

    def test_a_wrong_answer_is_seen(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        other = sudoku.parse(PICTURES["one"].replace("4", ".").replace("1", "4"))
        build = sudoku.FORMULATIONS["assignment"]
        monkeypatch.setitem(sudoku.FORMULATIONS, "assignment", lambda puzzle: build(other))  # type: ignore[arg-type]
        row = bench.measure("sudoku", "one", PICTURES["one"], "assignment")
        assert (row.status, row.valid) == ("solved", False)


class TestRefused:
    def test_a_formulation_that_is_none(self) -> None:
        with pytest.raises(PuzzleError, match=r"named None; expected one of .*assignment_fast"):
            bench.measure("sudoku", "x", PICTURES["one"], None)  # type: ignore[arg-type]

    def test_two_files_of_one_name(self, folder: Path) -> None:
        (folder / "more").mkdir()
        (folder / "more" / "one.txt").write_text(PICTURES["many"], encoding="utf-8")
        both = [folder / "one.txt", folder / "more" / "one.txt"]
        with pytest.raises(PuzzleError, match=re.escape(f"found {both[0]} and {both[1]}, expected files")):
            bench.sweep("sudoku", both, FORMULATIONS)

    def test_nothing_to_measure(self, folder: Path) -> None:
        with pytest.raises(PuzzleError, match="nowhere"):
            bench.find_instances([folder / "nowhere"])
        with pytest.raises(PuzzleError, match="no puzzle files"):
            bench.find_instances([folder / "SOURCES.md", folder / "one.answer.txt"])
        with pytest.raises(PuzzleError):
            bench.sweep("sudoku", bench.find_instances([folder]), [])

    def test_a_file_that_is_no_puzzle(self, folder: Path) -> None:
        (folder / "zzz.txt").write_text("what?", encoding="utf-8")
        with pytest.raises(PuzzleError, match="zzz"):
            bench.sweep("sudoku", bench.find_instances([folder]), FORMULATIONS)

    @pytest.mark.parametrize("wrong", [0, -1, True, 1.0, "2", 10**20, [], float("nan")])
    def test_numbers_of_workers(self, folder: Path, wrong: Any) -> None:
        with pytest.raises(PuzzleError, match=r"^found workers = .*, expected a whole number from 1 to 256$"):
            bench.sweep("sudoku", [folder / "one.txt"], ["assignment"], workers=wrong)

    @pytest.mark.parametrize("wrong", ["assignment", None, 5, [], [[]], [None], {"assignment"}, ["magic"]])
    def test_what_are_no_formulations(self, folder: Path, wrong: Any) -> None:
        with pytest.raises(PuzzleError, match=r"expected .*assignment"):
            bench.sweep("sudoku", [folder / "one.txt"], wrong)

    @pytest.mark.parametrize("wrong", [None, 5, "one.txt", [5], [None], Path("/"), ["a\0b"], ["x" * 5000], ["/"]])
    def test_what_are_no_files(self, wrong: Any) -> None:
        for ask in (bench.find_instances, lambda files: bench.sweep("sudoku", files, ["assignment"])):
            if wrong != ["/"] or ask is not bench.find_instances:  # which would look at the whole disk
                with pytest.raises(PuzzleError):
                    ask(wrong)

    @pytest.mark.parametrize("wrong", ["/", "no/such/folder/out.csv", "a\0b", ""])
    def test_where_no_results_can_be_written(self, wrong: str) -> None:
        with pytest.raises(PuzzleError, match="expected a file that can be written"):
            list(bench.write([], Path(wrong)))

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
    def test_a_pipe_is_no_table(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "out.csv")
        reader = os.open(tmp_path / "out.csv", os.O_RDONLY | os.O_NONBLOCK)  # without it, opening the pipe waits
        try:
            with pytest.raises(PuzzleError, match="found no regular file"):
                list(bench.write([], tmp_path / "out.csv"))
        finally:
            os.close(reader)


class TestFiles:
    def test_answers_and_sources_are_skipped(self, folder: Path) -> None:
        (folder / "more").mkdir()
        (folder / "more" / "deep.txt").write_text(PICTURES["one"], encoding="utf-8")
        found = bench.find_instances([folder, folder / "SOURCES.md"])
        assert sorted(path.name for path in found) == ["deep.txt", "many.txt", "none.txt", "one.txt"]

    def test_what_was_written_is_no_instance(self, folder: Path) -> None:
        before = bench.find_instances([folder])
        next(bench.write(endless(), folder / "out.csv"))
        assert bench.find_instances([folder]) == before

    def test_the_header_and_the_rows(self, folder: Path) -> None:
        out = folder / "out.csv"
        files = bench.find_instances([folder])
        found = list(bench.write(bench.sweep("sudoku", files, FORMULATIONS, uniqueness=True), out))
        comment, *lines = out.read_text(encoding="utf-8").splitlines()
        assert comment == f"# out: {bench.about()}"
        assert lines[0] == HEADER == ",".join(["run", *bench.HEADER])
        assert len(lines) == 1 + len(PICTURES) * len(FORMULATIONS) == 1 + len(found)
        read = list(csv.DictReader(lines))
        assert {row["run"] for row in read} == {"out"}
        assert [(row["instance"], row["formulation"]) for row in read] == [row[:2] for row in expected()]
        assert {row["valid"] for row in read} == {"True", ""}

    def test_of_a_sweep_without_rows_nothing_is_written(self, folder: Path) -> None:
        def rows() -> Iterator[list[Measurement]]:
            raise Stopped(None)  # type: ignore[arg-type]
            yield []

        out = older(folder)
        with pytest.raises(Stopped):
            list(bench.write(rows(), out))
        assert files(folder) == {"out.csv": OLDER}

    def test_a_stopped_sweep_keeps_the_older_run_of_its_name(self, folder: Path) -> None:
        def rows() -> Iterator[list[Measurement]]:
            yield next(endless())
            raise KeyboardInterrupt

        out = older(folder)
        with pytest.raises(KeyboardInterrupt):
            list(bench.write(rows(), out))
        assert set(OLDER.splitlines()) < set(out.read_text(encoding="utf-8").splitlines())
        check_whole(out, 3, "out.part")
        list(bench.write(itertools.islice(endless(), 2), out))
        check_whole(out, 6)
        assert "out.part" not in out.read_text(encoding="utf-8")

    def test_about_names_the_versions(self) -> None:
        assert all(word in bench.about() for word in ("pyscipopt", "ortools", "cores", "Python"))


OTHER = [f"other,{number},a,solved,True,True,0.500000,,,," for number in range(9)]
OLDER = "\n".join(["# out: before", "# other: then", HEADER, "out,0,a,solved,,,,,,,", *OTHER]) + "\n"
FILLER = """
import itertools, sys
from pathlib import Path
from puzzlekit import bench
def rows():
    for number in itertools.count():
        yield [bench.Measurement(f"{number}", name, "solved", True, True, number / 7) for name in "abc"]
for row in bench.write(rows(), Path(sys.argv[1])):
    print(flush=True)
"""


def older(folder: Path) -> Path:
    """The place of results, where there are some already."""
    (folder / "out.csv").write_text(OLDER, encoding="utf-8")
    return folder / "out.csv"


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if "out" in path.name}


def check_whole(out: Path, count: int | None = None, run: str = "out") -> int:
    """A run's rows are whole, and all that an instance has; returns how many there are."""
    text = out.read_text(encoding="utf-8")
    assert text.endswith("\n")
    lines = text.splitlines()
    assert [line for line in lines if line.startswith(f"# {run}: ")] == [f"# {run}: {bench.about()}"]
    rows = [row for row in csv.DictReader(line for line in lines if line[0] != "#") if row["run"] == run]
    cells = [(f"{number // 3}", "abc"[number % 3]) for number in range(len(rows))]
    assert [(row["instance"], row["formulation"]) for row in rows] == cells
    assert all(list(row) == ["run", *bench.HEADER] and row["cuts"] == "" for row in rows)
    assert count in (None, len(rows))
    return len(rows)


def endless() -> Iterator[list[Measurement]]:
    for number in itertools.count():
        yield [Measurement(f"{number}", name, "solved", True, True, number / 7) for name in "abc"]


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can grow beyond so many bytes, as on a disk that is full."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


class TestNothingIsLost:
    @pytest.mark.parametrize("size", [*range(400, 460, 7), 5000, 20_000])
    def test_on_a_full_disk_whole_rows_stay(self, size: int, tmp_path: Path) -> None:
        written: list[Measurement] = []
        with room_for(size), pytest.raises(PuzzleError, match=r"^cannot write .*\(File too large\): the file") as error:
            written.extend(bench.write(endless(), tmp_path / "out.csv"))
        assert f"the file keeps {len(written)} new rows, and later rows are lost; expected a file" in str(error.value)
        check_whole(tmp_path / "out.csv", len(written))

    @pytest.mark.skipif(sys.platform == "win32", reason="to make a link needs a privilege there")
    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "out.csv").symlink_to(tmp_path / "there.csv")
        next(bench.write(endless(), tmp_path / "out.csv"))
        assert (tmp_path / "out.csv").is_symlink()
        check_whole(tmp_path / "out.csv", 3)

    @pytest.mark.parametrize("trial", [0, *(pytest.param(more, marks=pytest.mark.slow) for more in range(1, 10))])
    def test_killed_at_any_moment_whole_rows_stay(self, trial: int, tmp_path: Path) -> None:
        out = older(tmp_path)
        with subprocess.Popen([sys.executable, "-c", FILLER, out], stdout=subprocess.PIPE) as process:
            for _ in range(7 + 100 * trial):
                process.stdout.readline()
            time.sleep(random.Random(trial).random() / 100)
            process.kill()
        assert check_whole(out, run="out.part") >= 7 + 100 * trial
        assert set(OLDER.splitlines()) < set(out.read_text(encoding="utf-8").splitlines())


class TestSeveralRuns:
    def test_a_new_run_and_one_that_is_replaced(self, tmp_path: Path) -> None:
        out = older(tmp_path)
        list(bench.write(itertools.islice(endless(), 2), out, "new"))
        list(bench.write(itertools.islice(endless(), 3), out))
        check_whole(out, 6, "new")
        check_whole(out, 9)
        lines = out.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if line.startswith("other,")] == OTHER
        comments = [line for line in lines if line.startswith("#")]
        assert comments == ["# other: then", f"# new: {bench.about()}", f"# out: {bench.about()}"]

    def test_two_at_the_same_time(self, tmp_path: Path) -> None:
        out = tmp_path / "out.csv"
        sweeps = [bench.write(itertools.islice(endless(), 4), out, run) for run in ("first", "second")]
        for _ in zip(*sweeps, strict=True):
            pass
        check_whole(out, 12, "first")
        check_whole(out, 12, "second")

    def test_what_is_said_later(self, tmp_path: Path) -> None:
        results = Results(older(tmp_path), bench.HEADER, "so")
        results.add([["1", *[""] * 9], ["2", *[""] * 9]])
        results.say("otherwise\nand more")
        results.add([["3", *[""] * 9]])
        text = results.out.read_text(encoding="utf-8")
        assert text.startswith("# other: then\n# out: otherwise\n# out: and more\nrun,")
        assert (said_of(text, "out"), said_of(text, "ou")) == ("otherwise\nand more", "")
        assert text.endswith("\n".join([*OTHER, *(f"out,{number}{',' * 9}" for number in (1, 2, 3))]) + "\n")

    def test_of_each_run_the_rows_are_read_as_they_were(self, tmp_path: Path) -> None:
        names = ["one\ntwo", "a,b", 'said "so"', "\u2028", "#1"]
        out = tmp_path / "out.csv"
        for run in ("x", "y"):
            list(bench.write([[Measurement(name, "a", "solved")] for name in names], out, run))
        lines = out.read_text(encoding="utf-8").split("\n", 2)[2]
        read = csv.DictReader(io.StringIO(lines, newline=""))
        assert [(row["run"], row["instance"]) for row in read] == list(itertools.product("xy", names))

    @pytest.mark.parametrize("text", ["what?\n", "# out: so\n", OLDER[:-2], OLDER.replace("run,", "was,"), "\udcff"])
    def test_what_is_no_such_table_stays(self, text: str, tmp_path: Path) -> None:
        out = tmp_path / "out.csv"
        out.write_bytes(text.encode(errors="surrogateescape"))
        with pytest.raises(PuzzleError, match=r"^cannot write .*; expected a file that can be written$"):
            list(bench.write(endless(), out))
        assert out.read_bytes() == text.encode(errors="surrogateescape")

    @pytest.mark.parametrize("run", ["", " ", "a: b", "a\nb", "#", "a,b", "a\0b", "\udcff", "a  b"])
    def test_what_is_no_name_of_a_run(self, run: str, tmp_path: Path) -> None:
        with pytest.raises(PuzzleError, match=r"^found the run .*, expected letters"):
            list(bench.write(endless(), tmp_path / "out.csv", run))
        assert files(tmp_path) == {}


def test_the_summary_compares_with_the_last() -> None:
    rows = [
        Measurement(name, formulation, "solved", True, None, 0.0, seconds)
        for formulation, times in (("assignment", (2.0, 8.0, 6.0)), ("cp_sat", (1.0, 2.0, 2.0)))
        for name, seconds in zip("abc", times, strict=True)
    ]
    head, first, last = bench.summary(rows, ["assignment", "cp_sat"]).splitlines()
    assert "cp_sat" in head
    assert "3.00 (4.00)" in first
    assert "1.00 (1.00)" in last


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.once
def test_ctrl_c_keeps_what_is_done(folder: Path, workers: int) -> None:
    """The first three are solved at once; the 25x25 that comes last has its first LP to solve for a minute or more."""
    (folder / "zzz.txt").write_text("\n".join(["." * 25] * 25), encoding="utf-8")
    out = folder / "out.csv"
    words = ["bench", "sudoku", "--instances", folder, "--formulations", "assignment", "--time-limit", 30, "--csv", out]
    start = "import sys; from puzzlekit.entry_point import main; sys.exit(main())"
    command = [sys.executable, "-c", start, *map(str, words), "--workers", str(workers)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, process_group=0, **pipes) as process:
        until(lambda: out.exists() and len(out.read_text(encoding="utf-8").splitlines()) >= 2 + 3)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        told, errors = process.communicate()
    assert process.returncode == 130, errors  # not 0, after the limit of 30 s
    assert "Traceback" not in errors
    assert "stopped" in errors
    assert "assignment" in told
    lines = out.read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[1] for line in lines[2:]] == sorted(PICTURES)
    assert lines[0].startswith("# out: Measured on ")


def test_stopping_reaches_the_caller(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*args: object, **kwargs: object) -> None:
        raise Stopped(None)  # type: ignore[arg-type]

    monkeypatch.setattr(sweeping, "measure", stop)
    with pytest.raises(KeyboardInterrupt):
        swept(folder)
