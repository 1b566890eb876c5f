//! Counts and times on the plain cube from the articles.

use std::time::Duration;

use base::{
    puzzle::{Figure, Published},
    search::Stage,
};
use packing::model::problem::Problem;

/// What most was measured on; the articles do not name the machine.
const HASKELL: &str = "Haskell (ghc -O2), 2012";
const WHOLE_PROGRAM: &str = "The time of the whole program, including its output";

/// The article's numbers for placing piece by piece, fewest orientations first.
pub const SORTED: &[Published] = &[
    Published {
        figure: Figure::Stages(&stages([
            (4, 4),
            (256, 130),
            (9_360, 2_334),
            (168_048, 16_625),
            (1_596_000, 26_403),
            (2_534_688, 4_080),
            (587_520, 240),
        ])),
        remark: "",
    },
    Published { figure: Figure::Explored(4_895_876), remark: "" },
    Published { figure: Figure::Kept(49_816), remark: "" },
    Published { figure: Figure::Time { elapsed: Duration::from_millis(70), on: HASKELL }, remark: WHOLE_PROGRAM },
    Published { figure: Figure::Time { elapsed: Duration::from_millis(32), on: "C++ (g++ -O2), 2012" }, remark: WHOLE_PROGRAM },
];

/// The article's numbers for placing piece by piece as listed.
pub const UNSORTED: &[Published] = &[
    Published {
        figure: Figure::Stages(&stages([
            (64, 64),
            (6_144, 2_544),
            (244_224, 38_448),
            (5_536_512, 805_584),
            (58_002_048, 1_817_232),
            (130_840_704, 552_384),
            (2_209_536, 240),
        ])),
        remark: "",
    },
    Published { figure: Figure::Explored(196_839_232), remark: "" },
    Published { figure: Figure::Kept(3_216_496), remark: "" },
    Published {
        figure: Figure::Time { elapsed: Duration::from_millis(3_594), on: HASKELL },
        remark: "The time of the whole program, including counting its work",
    },
    Published {
        figure: Figure::Time { elapsed: Duration::from_millis(1_200), on: HASKELL },
        remark: "An earlier version that doesn't count its work; the article says about 1.2 seconds",
    },
];

/// The article's numbers for orientations as text.
pub const STRINGS: &[Published] = &[
    Published { figure: Figure::Count { count: 240, of: "solutions" }, remark: "" },
    Published { figure: Figure::Time { elapsed: Duration::from_millis(240_143), on: HASKELL }, remark: WHOLE_PROGRAM },
];

const fn stages<const N: usize>(pairs: [(u64, u64); N]) -> [Stage; N] {
    let mut stages = [Stage { explored: 0, kept: 0 }; N];
    let mut index = 0;
    while index < N {
        let (explored, kept) = pairs[index];
        stages[index] = Stage { explored, kept };
        index += 1;
    }
    stages
}

/// Returns the article's numbers if this is the plain cube, the only figure that it covers.
pub fn of_cube(problem: &Problem, published: &'static [Published]) -> &'static [Published] {
    if problem.is_plain_cube() { published } else { &[] }
}
