//! Checks the promises that every puzzle has to keep, for each puzzle in the list.

#![allow(clippy::unwrap_used, reason = "a failing unwrap fails the test")]

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    ops::ControlFlow,
    path::Path,
    thread,
};

use proptest::{prelude::*, test_runner::TestRunner};
use quincunx::{
    board::{Board, Input, Reply, Scene},
    book,
    challenge::{Grade, Rating},
    for_every_puzzle,
    look::{Look, Theme},
    picture::Shape,
    puzzle::{Puzzle, Steps, Tasks, Technique},
    puzzles,
    search::{Found, Hint, Observer, Tally, TraceStep, first},
    workbench::{file, threads},
};

#[cfg(windows)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

macro_rules! tests {
    ($($puzzle:ty),* $(,)?) => { tests! { @each [$($puzzle),*] keys_are_unique presets_round_trip_to_the_same_text techniques_agree
                searches_stop_at_once progress_never_falls solutions_round_trip_as_text deals_never_change challenges_never_change text_forms_round_trip messages_stay_short
        pictures_are_sound walkthroughs_are_sound any_input_leaves_a_state_that_can_be_saved messages_are_written_alike } };
    (@each $puzzles:tt $($test:ident)*) => { $(tests! { @one $test $puzzles })* };
    (@one $test:ident [$($puzzle:ty),*]) => {
        #[test]
        fn $test() {
            // A thread for each, since one puzzle's check takes longer than all others together.
            thread::scope(|scope| {
                $(small_thread(<$puzzle as Puzzle>::KEY).spawn_scoped(scope, checks::$test::<$puzzle>).unwrap();)*
            });
        }
    };
}
for_every_puzzle!(tests);

/// Returns what starts a thread with a quarter of the stack that searches have elsewhere.
fn small_thread(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.to_owned()).stack_size(threads::STACK / 4)
}

mod checks {
    use super::*;

    pub fn keys_are_unique<P: Board>() {
        assert!(P::KEY.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", P::KEY);
        let mut keys = HashSet::new();
        assert!(P::techniques().iter().all(|technique| keys.insert(technique.key)));
        let mut keys = HashSet::new();
        assert!(P::presets().iter().all(|preset| keys.insert(preset.key)));
        assert!(!P::techniques().is_empty() && !P::presets().is_empty());
        assert!(P::EXTRAS.reference.is_none_or(|key| P::techniques().iter().any(|technique| technique.key == key)));
        let mut keys = HashSet::new();
        for order in P::BOARD_EXTRAS.orders {
            let is_plain = order.key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            assert!(keys.insert(order.key) && is_plain && !order.key.is_empty(), "{}", order.key);
        }
    }

    pub fn presets_round_trip_to_the_same_text<P: Board>() {
        for preset in P::presets() {
            let document = puzzles::read::<P>(preset.ron).unwrap_or_else(|error| panic!("{}/{}: {error}", P::KEY, preset.key));
            assert!(document.title.is_some(), "{}/{} has no title", P::KEY, preset.key);
            assert_eq!(puzzles::write::<P>(&document), preset.ron, "{}/{}", P::KEY, preset.key);
            let on_disk = std::fs::read_to_string(format!("saves/{}/{}.ron", P::KEY, preset.key)).unwrap();
            assert_eq!(on_disk, preset.ron);
        }
    }

    /// Compares techniques on each problem that the first one finishes quickly: at least one other must agree there, and each technique
    /// must be compared on some problem that has solutions. The limit is work, not time, so that every machine compares the same ones.
    pub fn techniques_agree<P: Board>() {
        // A thread for each problem, since a few take longer than all others together.
        let compared: HashSet<&str> = thread::scope(|scope| {
            let spawn = |(name, problem): (String, _)| {
                let thread = small_thread(&name);
                thread.spawn_scoped(scope, move || agreeing_techniques::<P>(&name, &problem)).unwrap()
            };
            let threads: Vec<_> = problems::<P>().into_iter().map(spawn).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        for technique in P::techniques() {
            assert!(compared.contains(technique.key), "{}: {} was never compared on a problem with solutions", P::KEY, technique.key);
        }
    }

    /// Returns the techniques that were compared and agree, if the problem has solutions.
    fn agreeing_techniques<P: Board>(name: &str, problem: &P::Problem) -> Vec<&'static str> {
        let [first, others @ ..] = P::techniques() else { panic!("{} has no techniques", P::KEY) };
        let Some(expected) = all_found::<P>(first, problem, QUICK) else { return Vec::new() };
        let mut agree = vec![first.key];
        for technique in others {
            if let Some(found) = all_found::<P>(technique, problem, MOST_WORK) {
                assert_eq!(found, expected, "{name}: {} and {} disagree in count and digest", technique.key, first.key);
                agree.push(technique.key);
            }
        }
        assert!(1 < agree.len(), "{name}: no technique was compared with {}", first.key);
        let (count, _) = expected;
        if 0 < count { agree } else { Vec::new() }
    }

    /// Returns the number of solutions that the technique finds and their digest, or `None` if it takes more work than this.
    fn all_found<P: Board>(technique: &Technique<P>, problem: &P::Problem, most_work: u64) -> Option<(u64, u64)> {
        let mut limited = Limited::<P> { most_work, ..Limited::default() };
        if (technique.search)(problem, &mut limited).is_break() {
            return None;
        }
        assert_eq!(limited.last_done, 1.0, "{} by {}: the last call of progress must report 1", P::KEY, technique.key);
        Some((limited.count, limited.digest))
    }

    pub fn searches_stop_at_once<P: Board>() {
        for (name, problem) in problems::<P>().into_iter().take(2) {
            for technique in P::techniques() {
                stops_at_once::<P::Solution>(&format!("{name} by {}", technique.key), |observer| (technique.search)(&problem, observer));
            }
            stops_at_once::<P::Insight>(&format!("{name}, analysis"), |observer| P::analyze(&problem, observer));
            if let Some(hints) = P::EXTRAS.hints {
                stops_at_once::<Hint<P::Spot>>(&format!("{name}, hints"), |observer| hints(&problem, None, observer));
            }
            if let Some(challenges) = &P::EXTRAS.challenges {
                stops_at_once::<Rating>(&format!("{name}, rating"), |observer| (challenges.rate)(&problem, observer));
                let make = |observer: &mut dyn Observer<P::State>| (challenges.make)(&P::State::default(), Grade::Easy, 1, observer);
                stops_at_once::<P::State>(&format!("{name}, challenge"), make);
            }
            for walkthrough in P::EXTRAS.walkthroughs {
                walkthrough_stops_at_once::<P>(&format!("{name}, {}", walkthrough.title), &problem, &walkthrough.steps);
            }
        }
    }

    fn walkthrough_stops_at_once<P: Board>(name: &str, problem: &P::Problem, steps: &Steps<P>) {
        match steps {
            Steps::OfPosition(steps) => stops_at_once::<TraceStep<P::Solution, P::Spot>>(name, |observer| steps(problem, observer)),
            Steps::TowardsSolution(steps) => {
                stops_at_once::<TraceStep<P::Solution, P::Spot>>(name, |observer| steps(problem, None, observer));
            }
            Steps::OfSolution(steps) => {
                let go_on = |_, _: &Tally| ControlFlow::Continue(());
                let solution = first(|first| (P::techniques()[0].search)(problem, first), go_on);
                let ControlFlow::Continue(Some(solution)) = solution else { return };
                stops_at_once::<TraceStep<P::Solution, P::Spot>>(name, |observer| steps(problem, &solution, observer));
            }
        }
    }

    fn stops_at_once<T>(name: &str, search: impl Fn(&mut dyn Observer<T>) -> ControlFlow<()>) {
        for patience in [0, 1, 10, 1000] {
            let mut observer = Impatient { patience, calls_after: 0, last_done: 0.0 };
            let outcome = search(&mut observer);
            assert!(outcome.is_break() || observer.last_done == 1.0, "{name}: ended with progress {}", observer.last_done);
            assert_eq!(observer.calls_after, 0, "{name}: calls after it was stopped at call {patience}");
            assert_eq!(outcome.is_break(), observer.patience == u32::MAX, "{name}");
        }
    }

    pub fn progress_never_falls<P: Board>() {
        for (name, problem) in problems::<P>().into_iter().take(3) {
            for technique in P::techniques() {
                let mut limited = Limited::<P>::default();
                let _ = (technique.search)(&problem, &mut limited);
                assert!(!limited.fell, "{name} by {}", technique.key);
            }
        }
    }

    /// Compares deals with files that `quincunx new PUZZLE --seed N` wrote once. No later version may deal anything else.
    pub fn solutions_round_trip_as_text<P: Board>() {
        for technique in P::techniques() {
            let Some(tasks) = technique.tasks else { continue };
            let mut written = 0;
            for (name, problem) in problems::<P>() {
                let mut texts = Texts { tasks, problem: &problem, name: &name, written: 0, calls: 0 };
                let _whole = (technique.search)(&problem, &mut texts);
                written += texts.written;
            }
            assert!(0 < written, "{}: {} never found a solution", P::KEY, technique.key);
        }
    }

    /// Writes each solution as text and reads it again.
    struct Texts<'a, P: Board> {
        tasks: &'static Tasks<P>,
        problem: &'a P::Problem,
        name: &'a str,
        written: u32,
        calls: u64,
    }

    impl<P: Board> Observer<P::Solution> for Texts<'_, P> {
        fn found(&mut self, solution: P::Solution) -> ControlFlow<()> {
            let text = (self.tasks.to_text)(&solution);
            assert_eq!((self.tasks.from_text)(self.problem, &text).as_ref(), Some(&solution), "{}: {text:?}", self.name);
            assert!((self.tasks.from_text)(self.problem, &text[1..]) != Some(solution), "{}: {text:?}", self.name);
            self.written += 1;
            if self.written < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }

        fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
            self.calls += 1;
            if tally.explored.max(self.calls) < QUICK { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    pub fn deals_never_change<P: Board>() {
        let dealt = [0, 1, 2, u64::MAX].map(|seed| {
            let state = P::deal(seed);
            assert!(P::check(&state).is_ok(), "{} seed {seed}", P::KEY);
            let path = format!("tests/cases/deals/{}/{seed}.ron", P::KEY);
            let known = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert_eq!(state, puzzles::read::<P>(&known).unwrap().state, "{path}");
            state
        });
        assert_ne!(dealt[1], dealt[2]);
    }

    /// Compares challenges with files that `quincunx new PUZZLE --difficulty GRADE --seed N` wrote once, and their ratings with the notes
    /// in these. No later version may make or rate them otherwise.
    pub fn challenges_never_change<P: Board>() {
        let Some(challenges) = &P::EXTRAS.challenges else { return };
        let default = P::State::default();
        assert_eq!((challenges.grades)(&default), Grade::ALL, "{}", P::KEY);
        // A book prints solutions, which the searches of such a puzzle need not find in time.
        assert!(book::has_books(puzzles::of::<P>()) || challenges.refute.is_some(), "{} has no printed form for challenges", P::KEY);
        for (grade, seed) in Grade::ALL.into_iter().flat_map(|grade| [(grade, 0), (grade, 1), (grade, u64::MAX)]) {
            let mut made = Found::default();
            assert!((challenges.make)(&default, grade, seed, &mut made).is_continue());
            let path = format!("tests/cases/challenges/{}/{}-{seed}.ron", P::KEY, grade.key());
            let known = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            let known = puzzles::read::<P>(&known).unwrap();
            assert_eq!(made.items, std::slice::from_ref(&known.state), "{path}");
            let mut rated = Found::default();
            let problem = P::check(&known.state).ok().unwrap();
            assert!((challenges.rate)(&problem, &mut rated).is_continue());
            let Rating { grade: rated_grade, steps, .. } = &rated.items[0];
            assert_eq!(*rated_grade, grade, "{path}");
            let steps: Vec<String> = steps.iter().map(|steps| format!("{} {}", steps.count, steps.step.title())).collect();
            assert_eq!(known.note, Some(steps.join(", ")), "{path}");
            assert!(!(challenges.is_solved)(&problem), "{path}");
        }
    }

    pub fn text_forms_round_trip<P: Board>() {
        for state in states::<P>() {
            let text = P::write_text(&state);
            let read = P::read_text(&text, &state).unwrap_or_else(|error| panic!("{}: {error}\n{text}", P::KEY));
            assert_eq!(P::write_text(&read), text);
        }
    }

    pub fn messages_stay_short<P: Board>() {
        for part in ["/", ".", "1", "5/1 ", "12345678901234567890", "xOX", "3obu ", "oval, ", "V=", "a1b2", "\u{1F9E9}", "..../....\n"] {
            // A pasted text may be twice as long.
            let Err(error) = P::read_text(&part.repeat(8192 / part.len()), &P::State::default()) else { continue };
            assert!(error.message.chars().count() < 300, "{}: {}", P::KEY, error.message);
        }
    }

    pub fn pictures_are_sound<P: Board>() {
        for state in states::<P>() {
            let flaws = P::check(&state).err().unwrap_or_default();
            for theme in [Theme::Dark, Theme::Light] {
                let look = Look::new(theme);
                let view = P::View::default();
                let scene = |pointed| Scene::<P> {
                    state: &state,
                    flaws: &flaws,
                    insight: None,
                    shown: None,
                    view: &view,
                    pointed,
                    marks: &[],
                    look: &look,
                };
                let picture = P::draw(&scene(None));
                assert!(picture.size().min_element() > 0.0 && !picture.label.is_empty());
                let mut focusable = HashSet::new();
                for target in picture.targets.iter().filter(|target| target.focusable) {
                    assert!(focusable.insert(target.spot), "{}: two targets for {:?} are focusable", P::KEY, target.spot);
                    assert!(!target.label.is_empty(), "{}: {:?} has no spoken name", P::KEY, target.spot);
                }
                assert!(!focusable.is_empty(), "{}", P::KEY);
                for shape in picture.shapes {
                    assert!(points(&shape).into_iter().all(|point| point.is_finite()), "{}: {shape:?}", P::KEY);
                }
                for &spot in &focusable {
                    P::draw(&scene(Some(spot)));
                }
            }
        }
    }

    pub fn walkthroughs_are_sound<P: Board>() {
        for walkthrough in P::EXTRAS.walkthroughs {
            let mut complete = 0;
            for (number, state) in states::<P>().into_iter().enumerate() {
                let Ok(problem) = P::check(&state) else { continue };
                let mut told = ToldSteps::<P>::default();
                let flow = match &walkthrough.steps {
                    Steps::OfPosition(steps) => steps(&problem, &mut told),
                    Steps::TowardsSolution(steps) => steps(&problem, None, &mut told),
                    Steps::OfSolution(steps) => {
                        let mut solutions = ToldSteps::<P>::default();
                        let found = first(|first| (P::techniques()[0].search)(&problem, first), |_, _| solutions.count());
                        let ControlFlow::Continue(Some(solution)) = found else { continue };
                        steps(&problem, &solution, &mut told)
                    }
                };
                let name = format!("{} state {number}, {}", P::KEY, walkthrough.title);
                assert!(flow.is_break() || !told.steps.is_empty(), "{name}: something is always told");
                complete += u32::from(flow.is_continue());
                for step in told.steps.iter().take(40) {
                    assert!(!step.remark.is_empty() && !step.remark.ends_with('.'), "{name}: {}", step.remark);
                    check_step::<P>(&name, &state, step);
                }
            }
            assert!(0 < complete, "{}, {}: takes too long for every example", P::KEY, walkthrough.title);
        }
    }

    /// Keeps the steps of a walkthrough, and stops it after a while.
    struct ToldSteps<P: Board> {
        steps: Vec<TraceStep<P::Solution, P::Spot>>,
        reports: u32,
    }

    impl<P: Board> Default for ToldSteps<P> {
        fn default() -> Self {
            Self { steps: Vec::new(), reports: 0 }
        }
    }

    impl<P: Board> ToldSteps<P> {
        fn count(&mut self) -> ControlFlow<()> {
            self.reports += 1;
            if self.reports < 2_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    impl<P: Board> Observer<TraceStep<P::Solution, P::Spot>> for ToldSteps<P> {
        fn found(&mut self, step: TraceStep<P::Solution, P::Spot>) -> ControlFlow<()> {
            self.steps.push(step);
            ControlFlow::Continue(())
        }

        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            self.count()
        }
    }

    fn check_step<P: Board>(name: &str, state: &P::State, step: &TraceStep<P::Solution, P::Spot>) {
        let (look, view) = (Look::default(), P::View::default());
        let shown = Some((&step.partial, P::steps(&step.partial)));
        let scene = Scene::<P> { state, flaws: &[], insight: None, shown, view: &view, pointed: None, marks: &step.spots, look: &look };
        let picture = P::draw(&scene);
        let targets: HashSet<P::Spot> = picture.targets.iter().map(|target| target.spot).collect();
        assert!(step.spots.iter().all(|spot| targets.contains(spot)), "{name}: {:?} aren't on the board", step.spots);
        for shape in picture.shapes {
            assert!(points(&shape).into_iter().all(|point| point.is_finite()), "{name}: {shape:?}");
        }
    }

    pub fn any_input_leaves_a_state_that_can_be_saved<P: Board>() {
        let states = states::<P>();
        let mut runner = TestRunner::deterministic();
        let inputs = prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..15_u8), 1..40);
        let outcome = runner.run(&(0..states.len(), inputs), |(start, inputs)| {
            let mut state = states[start].clone();
            let mut view = P::View::default();
            for (spot, other, kind) in inputs {
                let look = Look::default();
                let flaws = P::check(&state).err().unwrap_or_default();
                flaws.iter().for_each(|flaw| check_message::<P>(&flaw.message));
                let scene = Scene::<P> {
                    state: &state,
                    flaws: &flaws,
                    insight: None,
                    shown: None,
                    view: &view,
                    pointed: None,
                    marks: &[],
                    look: &look,
                };
                let spots: Vec<P::Spot> = P::draw(&scene).targets.iter().map(|target| target.spot).collect();
                let from = spots[other.index(spots.len())];
                let spot = (kind != 0).then(|| spots[spot.index(spots.len())]);
                let characters: Vec<char> = "0123456789VLTZABPrRfFxyz#.?/oOX -s".chars().collect();
                let input = match kind {
                    0 | 1 => Input::Press,
                    2 => Input::SecondaryPress,
                    3..6 => Input::Character(characters[other.index(characters.len())]),
                    6 => Input::Delete,
                    7 => [Input::Arrow(1, 0), Input::Arrow(-1, 0), Input::Arrow(0, 1), Input::Arrow(0, -1)][other.index(4)],
                    8 => Input::Drag { right: 3.0, down: -2.0 },
                    9 => Input::Sweep { from },
                    10 => Input::Drop { from },
                    11 => Input::Wheel(other.index(5) as i32 - 2),
                    12 => Input::Shifted(characters[other.index(10)]),
                    13 => Input::Cancel,
                    _ => Input::Tab { back: other.index(2) == 0 },
                };
                if let Reply::Refused(reason) = P::act(&mut state, &mut view, spot, input) {
                    check_message::<P>(&reason);
                }
                let document = file::SaveFile::untitled(state.clone());
                let text = puzzles::write::<P>(&document);
                let read = puzzles::read::<P>(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
                prop_assert_eq!(&read.state, &state);
            }
            Ok(())
        });
        if let Err(error) = outcome {
            panic!("{}: {error}", P::KEY);
        }
    }

    pub fn messages_are_written_alike<P: Board>() {
        for (_, problem) in problems::<P>() {
            let mut told = Told::default();
            if let Some(hints) = P::EXTRAS.hints {
                let _stopped = hints(&problem, None, &mut told);
            }
            told.messages.iter().for_each(|message| check_message::<P>(message));
        }
        for text in ["", "?", ".\n?\n", "O.X\n??"] {
            if let Err(error) = P::read_text(text, &P::State::default()) {
                check_message::<P>(&error.message);
            }
        }
    }

    /// A message of a puzzle begins with a small letter or a name and has no full stop. What shows it adds a capital and a full stop.
    fn check_message<P: Board>(message: &str) {
        const NAMES: [&str; 2] = ["Voltorb", "Voltorbs"];
        let first: String = message.chars().take_while(|character| character.is_alphanumeric()).collect();
        let is_name =
            first.chars().count() == 1 || !first.contains(char::is_lowercase) || first.ends_with("SET") || NAMES.contains(&first.as_str());
        assert!((!first.starts_with(char::is_uppercase) || is_name) && !message.ends_with('.'), "{}: {message}", P::KEY);
    }

    /// The messages of hints, from a search that isn't waited for.
    #[derive(Default)]
    struct Told {
        messages: Vec<String>,
        calls: u32,
    }

    impl<S> Observer<Hint<S>> for Told {
        fn found(&mut self, hint: Hint<S>) -> ControlFlow<()> {
            let (Hint::Advice { message, .. } | Hint::DeadEnd { reason: message, .. }) = hint;
            self.messages.push(message);
            ControlFlow::Continue(())
        }

        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            self.calls += 1;
            if self.calls < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    /// Returns the presets, some deals, the empty board, and a position that even the slowest technique finishes if no preset is easy
    /// enough.
    fn states<P: Board>() -> Vec<P::State> {
        let presets = P::presets().iter().map(|preset| preset.ron.to_owned());
        let easy = Path::new("tests/cases/easy").join(P::KEY).with_extension("ron");
        let easy = easy.exists().then(|| std::fs::read_to_string(&easy).unwrap());
        let read = presets.chain(easy).map(|ron| puzzles::read::<P>(&ron).unwrap_or_else(|error| panic!("{}: {error}", P::KEY)).state);
        read.chain((0..3).map(P::deal)).chain([P::State::default()]).collect()
    }

    fn problems<P: Board>() -> Vec<(String, P::Problem)> {
        let named = states::<P>().into_iter().enumerate();
        named.filter_map(|(index, state)| Some((format!("{} state {index}", P::KEY), P::check(&state).ok()?))).collect()
    }

    fn points(shape: &Shape) -> Vec<quincunx::picture::Vec2> {
        match shape {
            Shape::Polygon { points, .. } | Shape::Line { points, .. } => points.clone(),
            Shape::Rectangle { min, max, .. } => vec![*min, *max],
            Shape::Circle { center, .. } => vec![*center],
            Shape::Text { at, .. } => vec![*at],
        }
    }

    /// Counts solutions, and stops when the work exceeds a limit.
    struct Limited<P: Board> {
        most_work: u64,
        calls: u64,
        count: u64,
        /// The sum of the hashes of all solutions, which doesn't depend on their order.
        digest: u64,
        last_done: f32,
        fell: bool,
        puzzle: std::marker::PhantomData<P>,
    }

    impl<P: Board> Default for Limited<P> {
        fn default() -> Self {
            let (calls, count, digest) = (0, 0, 0);
            Self { most_work: MOST_WORK, calls, count, digest, last_done: 0.0, fell: false, puzzle: std::marker::PhantomData }
        }
    }

    /// The limit of work, counted in nodes explored or in calls of the observer, if these are more.
    const MOST_WORK: u64 = 1_000_000;
    /// The limit for the first technique, which is the fastest. Problems beyond it are too hard for the others.
    const QUICK: u64 = 200_000;
    /// The limit of solutions. Some techniques compare each solution with all earlier ones, which is work that they don't count.
    const MOST_FOUND: u64 = 5_000;

    impl<P: Board> Observer<P::Solution> for Limited<P> {
        fn found(&mut self, solution: P::Solution) -> ControlFlow<()> {
            self.count += 1;
            let mut hasher = DefaultHasher::new();
            serde_json::to_string(&solution).unwrap().hash(&mut hasher);
            self.digest = self.digest.wrapping_add(hasher.finish());
            if self.count < MOST_FOUND { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }

        fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
            self.calls += 1;
            self.fell |= done < self.last_done;
            self.last_done = done;
            let is_short = tally.explored.max(self.calls) < self.most_work;
            if is_short { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    /// Breaks after `patience` calls, and counts the calls after that.
    struct Impatient {
        patience: u32,
        calls_after: u32,
        last_done: f32,
    }

    impl Impatient {
        fn call(&mut self) -> ControlFlow<()> {
            match self.patience {
                u32::MAX => {
                    self.calls_after += 1;
                    ControlFlow::Break(())
                }
                0 => {
                    self.patience = u32::MAX;
                    ControlFlow::Break(())
                }
                _ => {
                    self.patience -= 1;
                    ControlFlow::Continue(())
                }
            }
        }
    }

    impl<T> Observer<T> for Impatient {
        fn found(&mut self, _item: T) -> ControlFlow<()> {
            self.call()
        }

        fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
            self.last_done = done;
            self.call()
        }
    }
}
