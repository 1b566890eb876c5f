#!/usr/bin/env python3
"""Runs other programs beside Quincunx, in turns and on the same positions, and prints the tables of docs/performance.md.

    benches/peers.py [--quincunx PROGRAM] [--runs N] [--polysolve PROGRAM] [--pentomino-solvers PROGRAM] [--burrtxt PROGRAM FILE.xmpuzzle...]

It fetches and builds nothing: docs/performance.md says where the programs are found and how they are built. One that isn't given is left
out. The times are processor times of whole processes on one thread, the shortest of N runs each (default: 3). It is an error if two
programs find different numbers of solutions. Quincunx is target/dist/quincunx by default, which packaging/build makes.
"""

import argparse
import collections
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SAVES = ROOT / "saves"

# Flat boards: the name, the file, and the argument for PentominoSolvers, which knows boards of all pentominoes only.
BOARDS = [
    ("`kanoodle.ron`, 5 x 11", SAVES / "polyominoes/kanoodle.ron", None),
    ("`pentominoes-6x10.ron`", SAVES / "polyominoes/pentominoes-6x10.ron", "6x10"),
    ("`pentominoes-5x12.ron`", SAVES / "polyominoes/pentominoes-5x12.ron", "5x12"),
    ("`pentominoes-8x8.ron`", SAVES / "polyominoes/pentominoes-8x8.ron", "8x8"),
    ("`calendar.ron`, 29 February", SAVES / "polyominoes/calendar.ron", None),
    ("`genius-square.ron`", SAVES / "polyominoes/genius-square.ron", None),
    ("`contest.ron`, hexagons", SAVES / "meteor/contest.ron", None),
]


class Wrong(Exception):
    """What a program did that it shouldn't."""


def run(command):
    """Returns the processor time of the program in seconds, and its output."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        except OSError as error:
            raise Wrong(f"{command[0]} doesn't start: {error.strerror}") from error
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if process.returncode != 0:
            raise Wrong(f"{' '.join(map(str, command))}: {errors.read().decode(errors='replace').strip() or 'failed without a word'}")
        return usage.ru_utime + usage.ru_stime, output.read().decode(errors="replace")


def in_turns(programs, runs):
    """Runs each (name, command, function from output to result) in turn. Returns the shortest time and the result of each by name."""
    best = {}
    for _ in range(runs):
        for name, command, read in programs:
            time, output = run(command)
            result = read(output)
            shortest, before = best.get(name, (time, result))
            if result != before:
                raise Wrong(f"{name} finds {before} once, and then {result}")
            best[name] = (min(time, shortest), result)
    return best


def number(pattern):
    """Returns the function that finds a number in an output."""

    def read(output):
        found = re.findall(pattern, output)
        if not found:
            raise Wrong(f"no number of solutions in: {output[-200:]}")
        return int(found[-1])

    return read


def time_text(seconds):
    return f"{seconds:.2f} s" if 0.1 <= seconds else f"{1000 * seconds:.1f} ms"


def cell_of_table(time, ours):
    return f"{time_text(time)}: {time / ours:.1f} times"


def puzzle_for_polysolve(path, answer):
    """The board and the pieces of a position, as they are in one of its solutions."""
    width = len(re.search(r'board: \[\s*"([^"]*)"', path.read_text()).group(1).replace(" ", ""))
    is_hexagonal = path.parent.name == "meteor"
    pieces = collections.defaultdict(list)
    for index, mark in enumerate(answer):
        y, x = divmod(index, width)
        if mark not in "#+":
            # Each other row of hexagons lies half a cell to the right; polysolve has them along two axes.
            pieces[mark].append([x + (y + 1) // 2 if is_hexagonal else x, y])
    return {
        "grid": "hexagon" if is_hexagonal else "square",
        "board": {"coords": sum(pieces.values(), [])},
        "shapes": [{"name": name, "mobility": "mirror", "morphs": [{"coords": cells}]} for name, cells in sorted(pieces.items())],
    }


def table(head, rows, cells):
    """Prints a table with the cells of each row, and returns what was wrong."""
    wrong = []
    print("\n| " + " | ".join(head) + " |\n" + "| --- " * len(head) + "|")
    for row in rows:
        try:
            print("| " + " | ".join(cells(*row)) + " |", flush=True)
        except (Wrong, OSError) as error:
            wrong.append(str(error))
    return wrong


def flat_board(arguments, folder, peers, title, path, size):
    """Returns the cells of a row."""
    # The frontier graph, the fastest for Meteor, is built on one thread and refuses to be told so.
    threads = [] if path.parent.name == "meteor" else ["--threads", "1"]
    solve = [arguments.quincunx, "solve", path, "--json", *threads]
    programs = [("Quincunx", [*solve, "--count"], lambda output: [json.loads(output)[key] for key in ("raw", "classes")])]
    if arguments.polysolve:
        answer = json.loads(run([*solve, "--limit", "1"])[1])["answers"][0]
        puzzle = folder / f"{path.stem}.json"
        puzzle.write_text(json.dumps(puzzle_for_polysolve(path, answer)))
        options = ["--num-threads", "1", "-pl", "0", "--discard-solution"]
        programs.append(("polysolve", [arguments.polysolve, *options, puzzle], number(r"number of solutions = (\d+)")))
    if arguments.pentomino_solvers and size:
        programs.append(("PentominoSolvers", [arguments.pentomino_solvers, size], number(r"(\d+)\s*$")))
    best = in_turns(programs, arguments.runs)
    ours, (raw, classes) = best["Quincunx"]
    # polysolve finds all, PentominoSolvers one of each class.
    for name, expected in [("polysolve", raw), ("PentominoSolvers", classes)]:
        if name in best and best[name][1] != expected:
            raise Wrong(f"{path}: {name} finds {best[name][1]:,} solutions, and Quincunx {expected:,}")
    return [title, f"{raw:,}", time_text(ours), *(cell_of_table(best[name][0], ours) if name in best else "" for name in peers)]


def assemblies(output):
    """What burrTxt found: how many assemblies, how many of them come apart, and how often each level occurs."""
    found = re.search(r"(\d+) assemblies and (\d+) solutions", output)
    if not found:
        raise Wrong(f"no number of assemblies in: {output[-200:]}")
    return int(found[1]), int(found[2]), dict(collections.Counter(re.findall(r"level: ([0-9.]+)", output)))


def our_assemblies(output):
    found = json.loads(output)
    return found["assemblies"], found["come_apart"], found["levels"]


def problems(path):
    """Returns the path with the number of each problem in the file, from 0."""
    try:
        data = path.read_bytes()
        text = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    except (OSError, EOFError) as error:
        sys.exit(f"{path} can't be read: {error}")
    return [(path, problem) for problem in range(len(re.findall(rb"<problem[ >]", text)))]


def burr(arguments, path, problem):
    """Returns the cells of a row."""
    ours = [arguments.quincunx, "disassemble", path, "--threads", "1", "--json", "--problem", str(problem + 1)]
    theirs = [arguments.burrtxt, "-d", "-o", str(problem), path]
    best = in_turns([("Quincunx", ours, our_assemblies), ("BurrTools", theirs, assemblies)], arguments.runs)
    (our_time, found), (their_time, expected) = best["Quincunx"], best["BurrTools"]
    if found != expected:
        raise Wrong(f"{path}, problem {problem + 1}: BurrTools finds {expected}, and Quincunx {found}")
    return [f"`{path.stem}` {problem + 1}", f"{found[0]:,}", f"{found[1]:,}", time_text(our_time), cell_of_table(their_time, our_time)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], epilog="The head of this file says more.")
    parser.add_argument("--quincunx", type=Path, default=ROOT / "target/dist/quincunx", metavar="PROGRAM")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="of each program; default: %(default)s")
    parser.add_argument("--polysolve", type=Path, metavar="PROGRAM")
    parser.add_argument("--pentomino-solvers", type=Path, metavar="PROGRAM", help="solver.c of PentominoSolvers")
    parser.add_argument("--burrtxt", type=Path, metavar="PROGRAM", help="of BurrTools")
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE.xmpuzzle", help="for burrTxt")
    arguments = parser.parse_args()
    if bool(arguments.burrtxt) != bool(arguments.files):
        parser.error("--burrtxt needs files of BurrTools, and they need --burrtxt")
    for option in ["polysolve", "pentomino_solvers", "burrtxt"]:
        if not vars(arguments)[option]:
            print(f"Left out, since it isn't given: --{option.replace('_', '-')}")
    wrong = []
    peers = [name for name, program in [("polysolve", arguments.polysolve), ("PentominoSolvers", arguments.pentomino_solvers)] if program]
    if peers:
        with tempfile.TemporaryDirectory() as folder:
            head = ["board", "solutions", "Quincunx", *peers]
            wrong += table(head, BOARDS, lambda *board: flat_board(arguments, Path(folder), peers, *board))
    if arguments.burrtxt:
        head = ["file and problem", "assemblies", "that come apart", "Quincunx", "BurrTools"]
        wrong += table(head, sum(map(problems, arguments.files), []), lambda *problem: burr(arguments, *problem))
    for line in wrong:
        print(f"WRONG: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
