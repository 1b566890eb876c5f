//! Random positions, and a second solver that is as plain as possible: sets of cells, no bits, no symmetry.

use std::collections::{BTreeMap, BTreeSet};

use glam::IVec3;
use proptest::prelude::*;

use super::{cubes, problem, run};
use packing::{
    model::{
        geometry::Extent,
        state::{FREE, Grid, OUTSIDE, State},
    },
    play::deal::deal,
};

/// A solution: the piece on each cell, as sortable coordinates.
pub(super) type Filling = BTreeMap<[i32; 3], char>;

/// Returns all fillings of the free cells, trying piece after piece in every placement.
pub(super) fn fillings(state: &State) -> BTreeSet<Filling> {
    let grid = state.grid();
    let free: BTreeSet<[i32; 3]> = grid.cells_of(FREE).iter().map(IVec3::to_array).collect();
    let pinned: Filling = grid.pinned().flat_map(|name| grid.cells_of(name).into_iter().map(move |cell| (cell.to_array(), name))).collect();
    let shapes: Vec<(char, Vec<[i32; 3]>)> = state
        .set_pieces()
        .into_iter()
        .filter(|piece| state.pieces.contains(piece.name) && !grid.pinned().any(|name| name == piece.name))
        .map(|piece| (piece.name, piece.cells.iter().map(IVec3::to_array).collect()))
        .collect();
    let mut found = BTreeSet::new();
    fill(&shapes, &free, &pinned, &mut found);
    found
}

fn fill(shapes: &[(char, Vec<[i32; 3]>)], free: &BTreeSet<[i32; 3]>, filling: &Filling, found: &mut BTreeSet<Filling>) {
    if free.is_empty() {
        found.insert(filling.clone());
    }
    let Some(((name, shape), others)) = shapes.split_first() else { return };
    if shapes.iter().map(|(_, shape)| shape.len()).sum::<usize>() < free.len() {
        return;
    }
    fill(others, free, filling, found);
    for cells in placements(shape, free) {
        let remaining = free - &cells;
        let mut with_piece = filling.clone();
        with_piece.extend(cells.iter().map(|&cell| (cell, *name)));
        fill(others, &remaining, &with_piece, found);
    }
}

/// Returns every rotation with its first cell on every free cell, if the other cells are free as well.
pub(super) fn placements(shape: &[[i32; 3]], free: &BTreeSet<[i32; 3]>) -> BTreeSet<BTreeSet<[i32; 3]>> {
    let mut placements = BTreeSet::new();
    for rotated in rotations(shape) {
        for to in free {
            let cells: BTreeSet<[i32; 3]> =
                rotated.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - rotated[0][axis] + to[axis])).collect();
            if cells.is_subset(free) {
                placements.insert(cells);
            }
        }
    }
    placements
}

/// Returns everything that repeated quarter turns about two axes make of the cells.
fn rotations(shape: &[[i32; 3]]) -> BTreeSet<Vec<[i32; 3]>> {
    let mut known = BTreeSet::from([shape.to_vec()]);
    loop {
        let more = known.iter().flat_map(|cells| {
            let about_x = cells.iter().map(|&[x, y, z]| [x, -z, y]).collect();
            let about_z = cells.iter().map(|&[x, y, z]| [-y, x, z]).collect();
            [about_x, about_z]
        });
        let all: BTreeSet<Vec<[i32; 3]>> = known.iter().cloned().chain(more).collect();
        if all.len() == known.len() {
            return known;
        }
        known = all;
    }
}

/// Some pieces of a solution of the cube: a figure that can be filled.
pub(super) fn parts_of_the_cube() -> impl Strategy<Value = State> {
    (any::<prop::sample::Index>(), 1_u8..128, 0_u8..128, 0_u8..128).prop_map(|(which, kept, pinned, available)| {
        let mut grid = which.get(cubes()).grid();
        let bit = |bits: u8, place: usize| bits >> place & 1 == 1;
        let names: Vec<char> = State::default().pieces.chars().collect();
        let mut pieces = String::new();
        let mut kept_count = 0;
        for (place, &name) in names.iter().enumerate() {
            let is_kept = bit(kept, place) && kept_count < 4;
            if !is_kept {
                remove(&mut grid, name);
            } else if !bit(pinned, place) || !bit(available, place) {
                grid.clear(name);
            }
            kept_count += usize::from(is_kept);
            if is_kept || bit(available, place) {
                pieces.push(name);
            }
        }
        State { pieces, ..State::default().with_grid(&grid) }
    })
}

fn remove(grid: &mut Grid, name: char) {
    for mark in grid.marks.iter_mut().filter(|mark| **mark == name) {
        *mark = OUTSIDE;
    }
}

/// Boxes are symmetric, and with spare pieces their solutions can be as well.
pub(super) fn small_boxes() -> impl Strategy<Value = State> {
    (1_usize..=4, 1_usize..=3, 1_usize..=3, prop::sample::subsequence("VLTZABP".chars().collect::<Vec<_>>(), 1..=7))
        .prop_filter("small enough for the judge", |&(x, y, z, _)| x * y * z <= 12)
        .prop_map(|(x, y, z, pieces)| {
            let grid = Grid::filled(Extent::new(x, y, z));
            State { pieces: pieces.into_iter().collect(), ..State::default().with_grid(&grid) }
        })
}

#[test]
fn dealt_cubes_have_one_solution_and_never_change() {
    let dealt: Vec<State> = (0..4).map(|seed| deal(&State::default(), seed)).collect();
    for (seed, state) in dealt.iter().enumerate() {
        assert_eq!(run(&problem(state), "first-cell").items.len(), 1);
        assert_eq!(*state, deal(&State::default(), seed as u64));
        assert!(dealt[..seed].iter().all(|other| other != state));
    }
    assert_eq!(dealt[0].layers.concat().concat(), "VA.V..ZZ.PA.VAA.ZZPP.P.....");
}
