//! The analysis while the user looks: the best turns of the position on the board, searched further and further ahead until it changes.

use std::sync::{Arc, Mutex};

use egui::Ui;

use crate::{
    gui::{
        sections::Section,
        threads::Threads,
        widgets::{muted, named},
    },
    puzzles::virus_war::{
        VirusWar,
        model::{
            state::{Problem, State},
            turn::Turn,
        },
        search::engine::{
            Engine, Line, Outcome, Ranking,
            known::{self, Finder},
        },
        words::prospects::{PROVED_DRAW, proved},
    },
    text::{bytes, counted, duration, grouped},
    workbench::{
        job::{self, Job, NoThread, Progress, Wake},
        session::Session,
        threads::NamedThreads,
    },
};

/// How many lines are shown. Their places are reserved, so that nothing moves when they arrive.
const LINES: usize = 5;

/// The height reserved for how far it has come: two lines.
const STANDING: f32 = 36.0;

/// The analysis of the position on the board.
pub struct Analysis {
    wake: Wake,
    is_on: bool,
    /// Whether it was shown since the last call of [`Analysis::catch_up`].
    is_shown: bool,
    job: Option<Job<Ranking>>,
    /// The search with its tables, which it keeps from position to position of a game while it is on. A job that was dropped soon leaves
    /// it.
    engine: Option<Arc<Mutex<Engine>>>,
    /// The last ranking of the position, with the work that it took.
    ranking: Option<Ranking>,
    work: Option<Progress>,
    /// The position that is analysed.
    analysed: Option<State>,
    /// The turns of the line that is drawn on the board; none if no line is.
    drawn: Vec<Turn>,
    /// The number of threads that search.
    threads: usize,
    failure: Option<String>,
}

impl Analysis {
    /// An analysis that is switched off.
    pub fn new(wake: Wake) -> Self {
        Self {
            wake,
            is_on: false,
            is_shown: false,
            job: None,
            engine: None,
            ranking: None,
            work: None,
            analysed: None,
            drawn: Vec::new(),
            threads: 1,
            failure: None,
        }
    }

    /// Whether it is searching.
    pub fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// Switches it off if it is searching.
    pub fn stop(&mut self) {
        self.is_on &= self.job.take().is_none();
    }

    /// Analyses the position on the board if it has changed, takes in what was found, and follows the chosen line. While it isn't shown or
    /// `waits`, nothing is searched: the computer as an opponent has the time to itself, and a player isn't helped.
    pub fn catch_up(&mut self, session: &Session<VirusWar>, waits: bool) {
        let waits = !std::mem::take(&mut self.is_shown) || waits;
        if !self.is_on {
            self.engine = None;
        }
        let is_known = self.analysed.as_ref().is_some_and(|analysed| analysed.is_same_game(session.state()));
        if !self.is_on || !is_known || waits {
            self.forget();
        }
        if self.is_on && !waits && self.analysed.is_none() {
            self.begin(session.state());
        }
        if let Some(job) = &self.job {
            self.work = Some(job.progress());
        }
        let mut news = None;
        if let Some(message) = job::drain(&mut self.job, |ranking| news = Some(ranking)) {
            self.failure = Some(message);
        }
        if let Some(ranking) = news {
            if let Some(analysed) = &self.analysed {
                known::remember(&analysed.problem(), &ranking, Finder::Analysis);
            }
            self.ranking = Some(ranking);
        }
        // The line may be better known by now. If it isn't among the best any more, it stays on the board as it was.
        if let Some(line) = self.lines().iter().find(|line| line.turns.first() == self.drawn.first()) {
            self.drawn = line.turns.clone();
        }
    }

    /// The turns to draw on the board, those of the line that the user has chosen.
    pub fn drawn(&self) -> &[Turn] {
        &self.drawn
    }

    fn forget(&mut self) {
        (self.job, self.ranking, self.work, self.analysed) = (None, None, None, None);
        (self.drawn, self.failure) = (Vec::new(), None);
    }

    fn begin(&mut self, state: &State) {
        self.analysed = Some(state.clone());
        let Ok(problem) = state.check() else { return };
        match analyse(problem, self.threads, self.engine.get_or_insert_default().clone(), self.wake.clone()) {
            Ok(job) => self.job = Some(job),
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    fn lines(&self) -> &[Line] {
        self.ranking.as_ref().map_or(&[], |ranking| &ranking.lines)
    }

    /// Shows the switch, and the lines that it has found.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session<VirusWar>) {
        self.is_shown = true;
        Section::open("virus-war.analysis", "Analysis").show(ui, |ui| {
            ui.checkbox(&mut self.is_on, "Analyse while I look")
                .on_hover_text("Searches for the best turns of the position on the board, further and further ahead, until it changes");
            if self.is_on {
                self.threads_ui(ui);
                self.found_ui(ui, session);
            }
        });
    }

    /// Shows the number of threads. Another one takes effect at once: the tables keep what was found.
    fn threads_ui(&mut self, ui: &mut Ui) {
        let threads = Threads::all("virus-war.analysis");
        threads.ui(ui, "Number of threads that search. With more than one, chances differ slightly from time to time");
        let threads = threads.number(ui.ctx());
        if threads != std::mem::replace(&mut self.threads, threads) {
            self.forget();
        }
    }

    fn found_ui(&mut self, ui: &mut Ui, session: &Session<VirusWar>) {
        ui.scope(|ui| {
            ui.set_min_height(STANDING);
            muted(ui, &self.standing(session));
        });
        let mut clicked = None;
        for i in 0..LINES {
            let Some(line) = self.lines().get(i) else {
                // The place of a line that may come.
                ui.allocate_space(egui::vec2(ui.available_width(), ui.spacing().interact_size.y));
                continue;
            };
            let is_drawn = line.turns.first() == self.drawn.first();
            let turns: Vec<String> = line.turns.iter().map(Turn::to_string).collect();
            let text = format!("{}  {}", line.prospect(), turns.join(" / "));
            let button = ui.add(egui::Button::selectable(is_drawn, &text).truncate());
            let button = named(button, &text).on_hover_text(line_hint(&text, u64::from(line.depth)));
            if button.clicked() {
                clicked = Some(if is_drawn { Vec::new() } else { line.turns.clone() });
            }
        }
        if let Some(clicked) = clicked {
            self.drawn = clicked;
        }
        let Progress { tally, elapsed, .. } = self.work.clone().unwrap_or_default();
        muted(
            ui,
            &format!("Looked at {} in {}, with {} of memory", counted(tally.explored, "turn"), duration(elapsed), bytes(tally.memory)),
        );
    }

    /// How far the analysis has come, or why there is none.
    fn standing(&self, session: &Session<VirusWar>) -> String {
        if let Some(failure) = &self.failure {
            return format!("The analysis failed: {failure}");
        }
        match &self.ranking {
            None if !session.flaws().is_empty() => "Fix the position first (see the status bar)".to_owned(),
            None if session.state().problem().is_over() => "The game is over".to_owned(),
            None if self.job.is_none() => "Waiting…".to_owned(),
            None => "Searching…".to_owned(),
            Some(Ranking { outcome: Some(Outcome::Win(turns)), .. }) => proved(session.state().to_move, *turns),
            Some(Ranking { outcome: Some(Outcome::Loss(turns)), .. }) => proved(session.state().to_move.other(), *turns),
            Some(Ranking { outcome: Some(Outcome::Draw), .. }) => PROVED_DRAW.to_owned(),
            Some(Ranking { depth, searched, turns, .. }) => {
                format!("{} ahead, best {} of {}", counted(u64::from(*depth), "turn"), grouped(*searched), counted(*turns, "turn"))
            }
        }
    }
}

fn line_hint(line: &str, depth: u64) -> String {
    let depth = counted(depth, "turn");
    format!(
        "{line}\n\nThe mover's chance of winning, estimated {depth} ahead, and the expected turns. Click to draw them on the board; click \
         again to hide them"
    )
}

/// Starts to analyse the problem.
fn analyse(problem: Problem, count: usize, engine: Arc<Mutex<Engine>>, wake: Wake) -> Result<Job<Ranking>, NoThread> {
    let threads = NamedThreads { name: "virus-war analysis board".to_owned(), count };
    Job::start(threads.name.clone(), wake, move |observer| {
        // After a panic its tables may be wrong.
        let mut tables = engine.lock().unwrap_or_else(|poisoned| {
            let mut tables = poisoned.into_inner();
            *tables = Engine::default();
            engine.clear_poison();
            tables
        });
        tables.search_on(&threads, &problem, LINES, observer)
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::{
        puzzle::Puzzle,
        workbench::{file, job::News},
    };

    #[test]
    fn it_waits_while_it_is_not_shown() {
        let document = file::read::<VirusWar>(VirusWar::presets()[0].ron).unwrap();
        let session = Session::new(document, None, Arc::new(|| ()));
        let mut analysis = Analysis { is_on: true, ..Analysis::new(Arc::new(|| ())) };
        for is_shown in [false, true, true, false, true] {
            analysis.is_shown = is_shown;
            analysis.catch_up(&session, false);
            assert_eq!(analysis.is_running(), is_shown);
        }
        analysis.is_shown = true;
        analysis.catch_up(&session, true);
        assert!(!analysis.is_running(), "the computer has the time to itself");
    }

    #[test]
    fn an_analysis_stops_within_50_ms_and_has_found_something() {
        let document = file::read::<VirusWar>(VirusWar::presets()[0].ron).unwrap();
        for threads in [1, 2] {
            let job = analyse(VirusWar::check(&document.state).unwrap(), threads, Arc::default(), Arc::new(|| ())).unwrap();
            let mut rankings = Vec::new();
            let mut stopped = None;
            loop {
                match job.news() {
                    Some(News::Found(found)) => rankings.extend(found),
                    Some(end) => {
                        assert_eq!(end, News::Stopped);
                        break;
                    }
                    None => std::thread::yield_now(),
                }
                if stopped.is_none() && rankings.iter().any(|ranking: &Ranking| ranking.depth >= 3) {
                    job.stop();
                    stopped = Some(Instant::now());
                }
            }
            assert!(rankings.iter().all(|ranking| ranking.lines.len() == LINES && ranking.outcome.is_none()));
            // Generous, since the machine may be busy.
            assert!(stopped.is_some_and(|stopped| stopped.elapsed() < Duration::from_millis(500)), "{threads} threads");
        }
    }
}
