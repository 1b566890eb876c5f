//! Counts the hands of SET by their number of SETs, which takes about a minute, and compares every number with the tables of the program.
//!
//! `cargo bench --bench set_distribution` prints the tables and fails if a number differs.

use std::{process::ExitCode, time::Instant};

use quincunx::{
    puzzles::set::{
        live::{counted, counting},
        model::{card::DECK, state::Variant},
    },
    text::{duration, grouped},
};

fn main() -> ExitCode {
    let junior = Variant::Junior.deck().len();
    let decks: [(&str, usize, &[&[u64]]); 2] = [("WHOLE_DECK", DECK, &counted::WHOLE_DECK), ("JUNIOR_DECK", junior, &counted::JUNIOR_DECK)];
    let mut is_right = true;
    for (name, deck, table) in decks {
        let began = Instant::now();
        let found = counting::count(deck, table.len() - 1);
        let elapsed = duration(began.elapsed());
        print_table(name, &found);
        let wrong: Vec<usize> = (0..table.len()).filter(|&cards| found[cards] != table[cards]).collect();
        if wrong.is_empty() {
            eprintln!("{name}: all {} numbers are as in the program, in {elapsed}", table.iter().map(|row| row.len()).sum::<usize>());
        } else {
            eprintln!("{name}: other numbers for hands of {wrong:?} cards");
            is_right = false;
        }
    }
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_table(name: &str, rows: &[Vec<u64>]) {
    println!("pub static {name}: [&[u64]; {}] = [", rows.len());
    for row in rows {
        let numbers: Vec<String> = row.iter().map(|&number| grouped(number).replace(',', "_")).collect();
        println!("    &[{}],", numbers.join(", "));
    }
    println!("];");
}
