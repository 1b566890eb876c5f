//! Counts all hands of SET by their number of SETs and compares the results with the program's tables. This takes about a minute.
//!
//! `cargo bench --bench set_distribution` prints the tables and fails if any number differs.

use std::{process::ExitCode, time::Instant};

use quincunx::{
    puzzles::set::{
        live::{counting, exact_counts},
        model::{card::DECK, state::Variant},
    },
    text::{duration, grouped},
};

fn main() -> ExitCode {
    let junior = Variant::Junior.deck().len();
    let decks: [(&str, usize, &[&[u64]]); 2] =
        [("WHOLE_DECK", DECK, &exact_counts::WHOLE_DECK), ("JUNIOR_DECK", junior, &exact_counts::JUNIOR_DECK)];
    let mut agrees = true;
    for (name, deck, table) in decks {
        let began = Instant::now();
        let found = counting::count(deck, table.len() - 1);
        let elapsed = duration(began.elapsed());
        print_table(name, &found);
        let different: Vec<usize> = (0..table.len()).filter(|&cards| found[cards] != table[cards]).collect();
        if different.is_empty() {
            eprintln!("{name}: all {} numbers agree with the program, after {elapsed}", table.iter().map(|row| row.len()).sum::<usize>());
        } else {
            eprintln!("{name}: different numbers for hands of {different:?} cards");
            agrees = false;
        }
    }
    if agrees { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_table(name: &str, rows: &[Vec<u64>]) {
    println!("pub static {name}: [&[u64]; {}] = [", rows.len());
    for row in rows {
        let numbers: Vec<String> = row.iter().map(|&number| grouped(number).replace(',', "_")).collect();
        println!("    &[{}],", numbers.join(", "));
    }
    println!("];");
}
