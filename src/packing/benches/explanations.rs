//! Proves the explanations of 1,000 challenges of each grade on each lattice, and prints a table.

use std::time::Instant;

use base::challenge::Grade;

#[path = "../tests/proof.rs"]
mod proof;

const SEEDS: u64 = 1000;

fn main() {
    for (title, figure) in proof::figures() {
        for grade in Grade::ALL {
            let start = Instant::now();
            let proven = proof::prove(&figure, grade, SEEDS).unwrap_or_else(|why| panic!("{title}, {why}"));
            let proof::Proven { challenges, steps, claims } = proven;
            println!("{title:12} {:7} {challenges} challenges, {steps} steps, {claims} claims, {:.1?}", grade.key(), start.elapsed());
        }
    }
}
