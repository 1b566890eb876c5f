#!/usr/bin/env python3
"""Lets another program, trimesh, judge 3D models of Soma: watertight, consistently wound and of the right volume.

    tests/watertight.py target/debug/quincunx

Needs `pip install trimesh`.
"""

import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

import trimesh

SAVES = Path(__file__).parent.parent / "saves" / "soma"

# Cells that touch only along edges and at corners, within a piece and between pieces.
PINCHED = """Quincunx(version: 1, puzzle: "soma", state: (set: Custom, pieces: "RD", layers: [
    ["RR#", "R#R", "RRR"], ["##D", "###", "###"], ["##D", "###", "###"],
], shapes: [
    (name: 'R', layers: [["RR.", "R.R", "RRR"]]),
    (name: 'D', layers: [["D"], ["D"]]),
]))"""


def model(program, position, out, *options):
    subprocess.run([program, "draw", position, "-o", out, "--force", *options], check=True)
    return trimesh.load(out)


def check_files(program, folder):
    """Plates for a small bed, and a file for each piece: together they have all cells, and plates fit on the bed."""
    checked = 0
    for name, options, files, cells in [
        ("plates", ["--bed", "135x100"], 2, 27), ("plates", ["--bed", "60x40"], 7, 27), ("pieces", ["--pieces"], 7, 27),
    ]:
        own = folder / f"{name}-{files}"
        own.mkdir()
        subprocess.run([program, "draw", SAVES / "cube.ron", "-o", own / "cube.stl", "--gap", "0", "--solution", "1", *options], check=True)
        models = [trimesh.load(path) for path in sorted(own.iterdir())]
        assert len(models) == files, f"{options}: {sorted(own.iterdir())}"
        for mesh in models:
            assert mesh.is_watertight and mesh.is_winding_consistent and mesh.is_volume, f"{options}: not a solid"
            if name == "plates":
                bed = [float(side) for side in options[1].split("x")]
                assert all(side <= most for side, most in zip(mesh.extents, bed)), f"{options}: {mesh.extents}"
        volume = sum(mesh.volume for mesh in models)
        assert abs(volume / (cells * 20.0**3) - 1) < 0.001, f"{options}: {volume} cubic millimetres"
        checked += len(models)
    return checked


def main():
    program = sys.argv[1]
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        out, pinched = Path(folder) / "model.stl", Path(folder) / "pinched.ron"
        pinched.write_text(PINCHED)
        # A position, the options that place its pieces, and the number of cells. Bedlam's pieces and pentominoes aren't placed.
        figures = [(SAVES / f"{name}.ron", ["--solution", solution], 27) for name, solution in [("cube", "1"), ("cube", "240"), ("elephant", "1")]]
        figures += [(pinched, [], 9)]
        models = list(itertools.product(figures, ["0", "0.004", "0.2", "10"], [[], ["--apart"]]))
        models += [((SAVES / f"{name}.ron", [], cells), gap, ["--apart"]) for name, cells in [("bedlam", 64), ("pentominoes-3x4x5", 60)] for gap in ["0", "0.2"]]
        for (position, options, cells), gap, apart in models:
            mesh = model(program, position, out, *options, "--gap", gap, *apart)
            what = f"{position.name} {options} with a gap of {gap} {apart}"
            assert mesh.is_watertight, f"{what}: not watertight"
            assert mesh.is_winding_consistent and mesh.is_volume, f"{what}: not a solid"
            full = cells * 20.0**3
            assert 0 < mesh.volume < full * 1.001, f"{what}: {mesh.volume} of {full} cubic millimetres"
            assert gap != "0" or full * 0.999 < mesh.volume, f"{what}: {mesh.volume} of {full} cubic millimetres"
            checked += 1
        checked += check_files(program, Path(folder))
    print(f"{checked} models are watertight, says trimesh {trimesh.__version__}")


if __name__ == "__main__":
    main()
