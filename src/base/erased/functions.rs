//! Makes the functions of any puzzle from those of one.

use std::ops::ControlFlow;

use super::{
    Erased, Kind,
    value::{Insight, Place, Problem, Solution, Spot, State, Summary, View},
};
use crate::{
    board::{Board, BoardExtras, By, Form, Forms, Games, Heading, Input, Lines, ListFilter, Order, Printed, Record, Reply, Scene},
    challenge::{Grade, Miss, Rating, Step},
    game::Game,
    look::Look,
    mesh::PrintSettings,
    picture::{Picture, Target},
    puzzle::{
        Analysis, BurrTools, Challenges, Exercises, Extras, Filtering, Flaw, Mistakes, Moment, Steps, Tasks, Technique, Try, Verdict,
        Walkthrough,
    },
    save_file::{self, SaveFile},
    search::{Counts, Hint, Observer, Tally, Task, Threads, TraceStep},
    xmpuzzle::Imported,
};

/// Makes a kind of puzzle whose types are not known from one whose types are. Its parts stay until the program ends.
///
/// All of it is compiled where it is called, so only a puzzle's own package calls it, in its function `kind`.
pub fn erase<P: Board>() -> Kind {
    Kind {
        key: P::KEY,
        title: P::TITLE,
        presets: P::presets(),
        techniques: Vec::leak(P::techniques().iter().map(|technique| erased_technique::<P>(technique)).collect()),
        extras: extras::<P>(),
        board_extras: board_extras::<P>(),
        empty: &|| State::of(P::State::default()),
        view: &|| View::of(P::View::default()),
        summary: &|| Summary::of(P::Summary::default()),
        check: keep(|state: &State| match P::check(state.get()) {
            Ok(problem) => Ok(Problem::of(problem)),
            Err(flaws) => Err(of_flaws(flaws)),
        }),
        add_to_summary: &|summary, solution| summary.change(|summary| P::add_to_summary(summary, solution.get())),
        analyze: &|problem, observer| P::analyze(problem.get(), &mut Mapped { observer, map: Insight::of }),
        deal: &|seed| State::of(P::deal(seed)),
        read: &|text| {
            let (header, document) = save_file::read::<P::State>(text)?;
            Ok((header, document.map(State::of)))
        },
        write: &|document| save_file::write(P::KEY, document.clone().map(State::take::<P::State>)),
        write_json: &|solution, writer| serde_json::to_writer(writer, solution.get::<P::Solution>()),
        summary_json: &|summary| serde_json::to_value(summary.get::<P::Summary>()),
        insight_json: &|insight| serde_json::to_value(insight.get::<P::Insight>()),
        steps: &|solution| P::steps(solution.get()),
        caption: &|solution| P::caption(solution.get()),
        draw: keep(|scene: &Scene<'_, Erased>| of_picture(draw::<P>(scene))),
        thumbnail: keep(|state: &State, view: &View, solution: &Solution, look: &Look| {
            of_picture(P::thumbnail(state.get(), view.get(), solution.get(), look))
        }),
        act: keep(|state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>| {
            let (spot, input) = (spot.map(Spot::get), self::input(input));
            of_reply(state.change(|state| view.change(|view| P::act(state, view, spot, input))))
        }),
        facts: &|state, insight, summary| P::facts(state.get(), insight.map(Insight::get), summary.get()),
        write_text: &|state| P::write_text(state.get()),
        read_text: &|text, state| P::read_text(text, state.get()).map(State::of),
    }
}

/// Keeps a function until the program ends, as all puzzles are.
pub fn keep<F>(function: F) -> &'static F {
    Box::leak(Box::new(function))
}

/// A step of a search trace or a walkthrough.
type StepOf = TraceStep<Solution, Spot>;

fn draw<P: Board>(scene: &Scene<'_, Erased>) -> Picture<P::Spot> {
    let flaws: Vec<Flaw<P::Spot>> = scene.flaws.iter().map(Flaw::of).collect();
    let marks: Vec<P::Spot> = scene.marks.iter().map(|spot| spot.get()).collect();
    P::draw(&Scene {
        state: scene.state.get(),
        flaws: &flaws,
        insight: scene.insight.map(Insight::get),
        shown: scene.shown.map(|(solution, step)| (solution.get(), step)),
        view: scene.view.get(),
        pointed: scene.pointed.map(Spot::get),
        marks: &marks,
        look: scene.look,
    })
}

fn erased_technique<P: Board>(technique: &'static Technique<P>) -> Technique<Erased> {
    let Technique { key, title, idea, source, explored, kept, search, trace, tasks, published } = *technique;
    Technique {
        key,
        title,
        idea,
        source,
        explored,
        kept,
        search: keep(move |problem: &Problem, observer: &mut dyn Observer<Solution>| {
            search(problem.get(), &mut Mapped { observer, map: Solution::of })
        }),
        trace: trace.map(|trace| {
            keep(move |problem: &Problem, range, observer: &mut dyn Observer<StepOf>| {
                trace(problem.get(), range, &mut Mapped { observer, map: of_step })
            }) as _
        }),
        tasks: tasks.map(|tasks| keep(erased_tasks::<P>(tasks))),
        published: published.map(|published| keep(move |problem: &Problem| published(problem.get())) as _),
    }
}

fn erased_tasks<P: Board>(tasks: &'static Tasks<P>) -> Tasks<Erased> {
    let Tasks { identify, split, run, to_counts, from_counts, to_text, from_text } = *tasks;
    Tasks {
        identify: keep(move |problem: &Problem| identify(problem.get())),
        split: keep(move |problem: &Problem, tasks, at_least, may_continue: &mut dyn FnMut() -> bool| {
            split(problem.get(), tasks, at_least, may_continue)
        }),
        run: keep(move |problem: &Problem, task: &Task, observer: &mut dyn Observer<Solution>| {
            run(problem.get(), task, &mut Mapped { observer, map: Solution::of })
        }),
        to_counts: keep(move |summary: &Summary| to_counts(summary.get())),
        from_counts: keep(move |counts: &Counts| from_counts(counts).map(Summary::of)),
        to_text: keep(move |solution: &Solution| to_text(solution.get())),
        from_text: keep(move |problem: &Problem, text: &str| from_text(problem.get(), text).map(Solution::of)),
    }
}

fn extras<P: Board>() -> Extras<Erased> {
    let Extras {
        noun,
        reference,
        only_compared,
        rank,
        analysis,
        analysis_flaws,
        dead_end,
        hints,
        filtering,
        challenges,
        walkthroughs,
        burr_tools,
        mistakes,
    } = P::EXTRAS;
    Extras {
        noun: keep(move |state: &State| noun(state.get())),
        reference,
        only_compared,
        rank: rank.map(|rank| keep(move |solution: &Solution| rank(solution.get())) as _),
        analysis: analysis.map(|analysis| {
            keep(move || -> Analysis<Erased> {
                let mut analysis = analysis();
                Box::new(move |problem, observer| analysis(problem.get(), &mut Mapped { observer, map: Insight::of }))
            }) as _
        }),
        analysis_flaws: analysis_flaws.map(|flaws| keep(move |insight: &Insight| of_flaws(flaws(insight.get()))) as _),
        dead_end: dead_end.map(|dead_end| keep(move |problem: &Problem| dead_end(problem.get()).map(of_flaw)) as _),
        hints: hints.map(|hints| {
            keep(move |problem: &Problem, insight: Option<&Insight>, observer: &mut dyn Observer<Hint<Spot>>| {
                hints(problem.get(), insight.map(Insight::get), &mut Mapped { observer, map: of_hint })
            }) as _
        }),
        filtering: filtering.map(|Filtering { applies, filter }| Filtering {
            applies: keep(move |before: &Problem, after: &Problem| applies(before.get(), after.get())),
            filter: keep(move |problem: &Problem, solutions: &[Solution], observer: &mut dyn Observer<Solution>| {
                let solutions: Vec<P::Solution> = solutions.iter().map(|solution| solution.get::<P::Solution>().clone()).collect();
                filter(problem.get(), &solutions, &mut Mapped { observer, map: Solution::of })
            }),
        }),
        challenges: challenges.map(|challenges| erased_challenges::<P>(challenges)),
        walkthroughs: Vec::leak(walkthroughs.iter().map(|walkthrough| erased_walkthrough::<P>(walkthrough)).collect()),
        burr_tools: burr_tools.map(|BurrTools { read, write }| BurrTools {
            read: keep(move |text: &str| {
                let erased =
                    |imported: Imported<P::State>| Imported { document: imported.document.map(State::of), left_out: imported.left_out };
                Ok(read(text)?.into_iter().map(erased).collect())
            }),
            write: keep(move |document: SaveFile<State>| write(document.map(State::take))),
        }),
        mistakes: mistakes.map(erased_mistakes::<P>),
    }
}

fn erased_walkthrough<P: Board>(walkthrough: &'static Walkthrough<P>) -> Walkthrough<Erased> {
    let Walkthrough { title, hint, steps } = walkthrough;
    let steps = match *steps {
        Steps::OfPosition(steps) => Steps::OfPosition(keep(move |problem: &Problem, observer: &mut dyn Observer<StepOf>| {
            steps(problem.get(), &mut Mapped { observer, map: of_step })
        })),
        Steps::TowardsSolution(steps) => {
            Steps::TowardsSolution(keep(move |problem: &Problem, solution: Option<&Solution>, observer: &mut dyn Observer<StepOf>| {
                steps(problem.get(), solution.map(Solution::get), &mut Mapped { observer, map: of_step })
            }))
        }
        Steps::OfSolution(steps) => {
            Steps::OfSolution(keep(move |problem: &Problem, solution: &Solution, observer: &mut dyn Observer<StepOf>| {
                steps(problem.get(), solution.get(), &mut Mapped { observer, map: of_step })
            }))
        }
    };
    Walkthrough { title, hint, steps }
}

fn erased_challenges<P: Board>(challenges: Challenges<P>) -> Challenges<Erased> {
    let Challenges { rater, grades, make, images, rate, has_goal, is_solved, refute, exercises } = challenges;
    Challenges {
        rater,
        grades: keep(move |state: &State| grades(state.get())),
        make: keep(move |state: &State, grade: Grade, seed, observer: &mut dyn Observer<State>| {
            make(state.get(), grade, seed, &mut Mapped { observer, map: State::of })
        }),
        images: keep(move |state: &State| images(state.get()).into_iter().map(State::of).collect()),
        rate: keep(move |problem: &Problem, observer: &mut dyn Observer<Rating>| rate(problem.get(), observer)),
        has_goal: keep(move |state: &State| has_goal(state.get())),
        is_solved: keep(move |problem: &Problem| is_solved(problem.get())),
        refute: refute.map(|refute| {
            keep(move |problem: &Problem, observer: &mut dyn Observer<Miss<Spot>>| {
                refute(problem.get(), &mut Mapped { observer, map: of_miss })
            }) as _
        }),
        exercises: exercises.map(erased_exercises::<P>),
    }
}

fn erased_exercises<P: Board>(exercises: Exercises<P>) -> Exercises<Erased> {
    let Exercises { kinds, make, is_answered, judge, hints } = exercises;
    Exercises {
        kinds,
        make: keep(move |state: &State, kind: Step, seed, observer: &mut dyn Observer<State>| {
            make(state.get(), kind, seed, &mut Mapped { observer, map: State::of })
        }),
        is_answered: keep(move |problem: &Problem| is_answered(problem.get())),
        judge: keep(move |problem: &Problem, kind: Step, observer: &mut dyn Observer<Result<String, Miss<Spot>>>| {
            judge(problem.get(), kind, &mut Mapped { observer, map: |judged: Result<String, Miss<P::Spot>>| judged.map_err(of_miss) })
        }),
        hints: keep(move |problem: &Problem, kind: Step, observer: &mut dyn Observer<Hint<Spot>>| {
            hints(problem.get(), kind, &mut Mapped { observer, map: of_hint })
        }),
    }
}

fn erased_mistakes<P: Board>(mistakes: Mistakes<P>) -> Mistakes<Erased> {
    let Mistakes { task, presses, prepare, pass, is_whole, judge } = mistakes;
    Mistakes {
        task: keep(move |state: &State| task(state.get())),
        presses,
        prepare: keep(move |view: &mut View| view.change(prepare)),
        pass: keep(move |state: &State| pass(state.get())),
        is_whole: keep(move |state: &State, tried: &Try<Erased>| is_whole(state.get(), &of_try::<P>(tried))),
        judge: keep(move |state: &State, tried: Option<&Try<Erased>>, observer: &mut dyn Observer<Verdict<Spot>>| {
            let map = |Verdict { is_good, words, best, against }: Verdict<P::Spot>| Verdict {
                is_good,
                words,
                best: numbers(best),
                against: numbers(against),
            };
            judge(state.get(), tried.map(of_try::<P>).as_ref(), &mut Mapped { observer, map })
        }),
    }
}

fn of_try<P: Board>(tried: &Try<Erased>) -> Try<P> {
    match tried {
        Try::Pressed(pressed) => Try::Pressed(spots(pressed)),
        Try::Made(state) => Try::Made(state.get::<P::State>().clone()),
    }
}

fn board_extras<P: Board>() -> BoardExtras<Erased> {
    let extras = P::BOARD_EXTRAS;
    BoardExtras {
        adopt: extras
            .adopt
            .map(|adopt| keep(move |state: &State, solution: &Solution| adopt(state.get(), solution.get()).map(State::of)) as _),
        follow_hint: extras
            .follow_hint
            .map(|follow| keep(move |state: &State, named: &[Spot]| follow(state.get(), &spots(named)).map(State::of)) as _),
        record: extras.record.map(erased_record::<P>),
        is_same_problem: extras.is_same_problem.map(|is_same| keep(move |one: &State, other: &State| is_same(one.get(), other.get())) as _),
        games: extras.games.map(erased_games::<P>),
        cleared: extras.cleared.map(|cleared| keep(move |state: &State| State::of(cleared(state.get()))) as _),
        keeps_position: extras.keeps_position,
        by_rank: extras.by_rank,
        orders: Vec::leak(extras.orders.iter().map(erased_order::<P>).collect()),
        filter: extras.filter.map(erased_filter::<P>),
        about_list: extras
            .about_list
            .map(|about| keep(move |count, summary: &Summary, view: &View| about(count, summary.get(), view.get())) as _),
        about_captions: extras.about_captions,
        listing: extras.listing.map(|listing| {
            keep(move |state: &State, solutions: &[Solution]| {
                let solutions: Vec<P::Solution> = solutions.iter().map(|solution| solution.get::<P::Solution>().clone()).collect();
                listing(state.get(), &solutions)
            }) as _
        }),
        contest_output: extras.contest_output.map(|output| keep(move |summary: &Summary| output(summary.get())) as _),
        portrait: extras.portrait.map(|portrait| keep(move |state: &State, look: &Look| of_picture(portrait(state.get(), look))) as _),
        sheet: extras.sheet.map(|sheet| {
            keep(move |state: &State, solution: Option<&Solution>, heading: &Heading| {
                of_picture(sheet(state.get(), solution.map(Solution::get), heading))
            }) as _
        }),
        printed: extras.printed.map(|Printed { rules, board, pieces, emptied }| Printed {
            rules: keep(move |state: &State| rules(state.get())),
            board: keep(move |state: &State, solution: Option<&Solution>, look: &Look| {
                of_picture(board(state.get(), solution.map(Solution::get), look))
            }),
            pieces: keep(move |state: &State, look: &Look| {
                pieces(state.get(), look).into_iter().map(|(name, picture)| (name, of_picture(picture))).collect()
            }),
            emptied: keep(move |state: &State| State::of(emptied(state.get()))),
        }),
        models: extras.models.map(|models| {
            keep(move |state: &State, solution: Option<&Solution>, settings: &PrintSettings| {
                models(state.get(), solution.map(Solution::get), settings)
            }) as _
        }),
    }
}

fn erased_record<P: Board>(Record { moves, rewound, caption, is_next_game, lines }: Record<P>) -> Record<Erased> {
    Record {
        moves: keep(move |state: &State| moves(state.get())),
        rewound: keep(move |state: &State, moves| State::of(rewound(state.get(), moves))),
        caption: keep(move |state: &State, number| caption(state.get(), number)),
        is_next_game: is_next_game.map(|is_next| keep(move |before: &State, after: &State| is_next(before.get(), after.get())) as _),
        lines: lines.map(|Lines { place, has_same_moves, is_same_game }| Lines {
            place: keep(move |state: &State| place(state.get())),
            has_same_moves: keep(move |one: &State, other: &State| has_same_moves(one.get(), other.get())),
            is_same_game: keep(move |one: &State, other: &State| is_same_game(one.get(), other.get())),
        }),
    }
}

fn erased_games<P: Board>(Games { saved, started, resume, is_on, leave, follow }: Games<P>) -> Games<Erased> {
    Games {
        saved: keep(move |state: &State, view: &View| saved(state.get(), view.get())),
        started: keep(move |view: &View| started(view.get())),
        resume: keep(move |state: &State, view: &mut View, game: &Game| view.change(|view| resume(state.get(), view, game))),
        is_on: keep(move |view: &View| is_on(view.get())),
        leave: keep(move |view: &mut View| view.change(leave)),
        follow: keep(move |state: &State, view: &mut View, elapsed| view.change(|view| follow(state.get(), view, elapsed))),
    }
}

fn erased_order<P: Board>(order: &'static Order<P>) -> Order<Erased> {
    let by = match order.by {
        By::Number(number) => By::Number(keep(move |state: &State, solution: &Solution| number(state.get(), solution.get()))),
        By::Comparison(compare) => By::Comparison(keep(move |one: &Solution, other: &Solution| compare(one.get(), other.get()))),
    };
    Order { key: order.key, title: order.title, by }
}

fn erased_filter<P: Board>(ListFilter { is_on, passes, is_same, clear, write, read, forms }: ListFilter<P>) -> ListFilter<Erased> {
    ListFilter {
        is_on: keep(move |view: &View| is_on(view.get())),
        passes: keep(move |state: &State, view: &View, solution: &Solution| passes(state.get(), view.get(), solution.get())),
        is_same: keep(move |before: &View, after: &View| is_same(before.get(), after.get())),
        clear: keep(move |view: &mut View| view.change(|view| clear(view))),
        write: keep(move |view: &View| write(view.get())),
        read: keep(move |view: &mut View, text: &str| view.change(|view| read(view, text))),
        forms: forms.map(|Forms { of, about }| Forms {
            of: keep(move |state: &State, view: &View, solution: &Solution| {
                let Form { listed, passing } = of(state.get(), view.get(), solution.get());
                Form { listed: listed.map(Solution::of), passing }
            }),
            about: keep(move |count, summary: &Summary, view: &View| about(count, summary.get(), view.get())),
        }),
    }
}

/// Passes what is found on to another observer, in another form.
struct Mapped<'a, B, F> {
    observer: &'a mut dyn Observer<B>,
    map: F,
}

impl<A, B, F: FnMut(A) -> B> Observer<A> for Mapped<'_, B, F> {
    fn found(&mut self, item: A) -> ControlFlow<()> {
        self.observer.found((self.map)(item))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }

    fn threads(&self) -> Box<dyn Threads> {
        self.observer.threads()
    }
}

/// The spots of these numbers.
fn spots<S: Place>(spots: &[Spot]) -> Vec<S> {
    spots.iter().map(|spot| spot.get()).collect()
}

fn numbers<S: Place>(spots: Vec<S>) -> Vec<Spot> {
    spots.into_iter().map(Spot::of).collect()
}

impl<S: Place> Flaw<S> {
    /// The flaw of a puzzle whose spots are known.
    pub fn of(Flaw { message, spots, path }: &Flaw<Spot>) -> Self {
        Self { message: message.clone(), spots: self::spots(spots), path: path.clone() }
    }
}

impl Moment<State> {
    /// Moments of a puzzle whose positions are known.
    pub fn erased<S: PartialEq + Send + Sync + 'static>(moments: Vec<Moment<S>>) -> Vec<Self> {
        moments.into_iter().map(|moment| moment.map(State::of)).collect()
    }
}

fn of_flaw<S: Place>(Flaw { message, spots, path }: Flaw<S>) -> Flaw<Spot> {
    Flaw { message, spots: numbers(spots), path }
}

fn of_flaws<S: Place>(flaws: Vec<Flaw<S>>) -> Vec<Flaw<Spot>> {
    flaws.into_iter().map(of_flaw).collect()
}

fn of_miss<S: Place>(Miss { reason, spots, is_mistake }: Miss<S>) -> Miss<Spot> {
    Miss { reason, spots: numbers(spots), is_mistake }
}

fn of_hint<S: Place>(hint: Hint<S>) -> Hint<Spot> {
    match hint {
        Hint::Advice { message, spots, detail } => Hint::Advice { message, spots: numbers(spots), detail },
        Hint::DeadEnd { reason, spots, removes } => Hint::DeadEnd { reason, spots: numbers(spots), removes: removes.map(Spot::of) },
    }
}

fn of_step<A: PartialEq + Send + Sync + 'static, S: Place>(step: TraceStep<A, S>) -> TraceStep<Solution, Spot> {
    let TraceStep { event, partial, remark, spots, explored, kept } = step;
    TraceStep { event, partial: Solution::of(partial), remark, spots: numbers(spots), explored, kept }
}

fn of_reply<S: Place>(reply: Reply<S>) -> Reply<Spot> {
    match reply {
        Reply::Ignored => Reply::Ignored,
        Reply::Done => Reply::Done,
        Reply::Focus(spot) => Reply::Focus(Spot::of(spot)),
        Reply::Refused(why) => Reply::Refused(why),
        Reply::Later => Reply::Later,
    }
}

fn input<S: Place>(input: Input<Spot>) -> Input<S> {
    match input {
        Input::Press => Input::Press,
        Input::SecondaryPress => Input::SecondaryPress,
        Input::Character(character) => Input::Character(character),
        Input::Shifted(character) => Input::Shifted(character),
        Input::Delete => Input::Delete,
        Input::Tab { back } => Input::Tab { back },
        Input::Cancel => Input::Cancel,
        Input::Arrow(right, down) => Input::Arrow(right, down),
        Input::Drag { right, down } => Input::Drag { right, down },
        Input::Sweep { from } => Input::Sweep { from: from.get() },
        Input::Drop { from } => Input::Drop { from: from.get() },
        Input::Wheel(notches) => Input::Wheel(notches),
    }
}

fn of_picture<S: Place>(picture: Picture<S>) -> Picture<Spot> {
    let Picture { min, max, label, shapes, targets, outlines, remark, on_paper } = picture;
    let target = |Target { spot, outline, label, focusable }| Target { spot: Spot::of(spot), outline, label, focusable };
    let targets = targets.into_iter().map(target).collect();
    let outlines = outlines.into_iter().map(|(spot, outline)| (Spot::of(spot), outline)).collect();
    Picture { min, max, label, shapes, targets, outlines, remark, on_paper }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lends threads that never begin.
    struct Lends;

    impl Threads for Lends {
        fn beside(&self, _help: &(dyn Fn() + Sync), _own: &mut dyn FnMut()) {}
    }

    impl Observer<u32> for Lends {
        fn found(&mut self, _item: u32) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn threads(&self) -> Box<dyn Threads> {
            Box::new(Self)
        }
    }

    #[test]
    fn the_threads_of_the_caller_reach_a_search() {
        let mapped: Mapped<'_, u32, fn(u8) -> u32> = Mapped { observer: &mut Lends, map: u32::from };
        let mut has_begun = false;
        mapped.threads().beside(&|| (), &mut || has_begun = true);
        assert!(!has_begun, "it got other threads");
    }
}
