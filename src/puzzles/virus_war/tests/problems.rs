use crate::{
    board::Board,
    challenge::Grade,
    puzzles::virus_war::{VirusWar, model::state::State, play::challenge::CHALLENGES},
};

#[test]
fn measure() {
    for grade in Grade::ALL {
        let n: u64 = std::env::var("N").map_or(3, |n| n.parse().unwrap());
        let mut times = vec![];
        for seed in 0..n {
            let t = std::time::Instant::now();
            let made = CHALLENGES.made(&State::default(), grade, seed);
            times.push(t.elapsed().as_secs_f64());
            if seed < 3 {
                if let Some(s) = &made {
                    println!(
                        "{} {:?} {}\n{:?}",
                        VirusWar::write_text(s),
                        s.goal,
                        t.elapsed().as_secs_f64(),
                        crate::puzzles::virus_war::tests::search("once", &s.check().unwrap()).items
                    );
                } else {
                    println!("none")
                }
            }
        }
        times.sort_by(f64::total_cmp);
        println!(
            "{grade:?}: median {:.3} worst {:.3} sum {:.1}",
            times[times.len() / 2],
            times[times.len() - 1],
            times.iter().sum::<f64>()
        );
    }
}
