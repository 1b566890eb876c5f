//! A puzzle with only what is required: which two numbers add up to ten? A real one has its parts in files of their own.

use std::ops::ControlFlow;

use super::{
    Flaw, Key, Preset, Puzzle, Technique, Types,
    board::{Board, Caption, Fact, Input, Reply, Scene, TextError},
};
use crate::{
    chance::Random,
    look::Look,
    picture::{Picture, Shape, Stroke, Target, at, rectangle},
    search::{Observer, Tally},
};

#[derive(Clone, Copy, Debug)]
pub enum Tens {}

impl Types for Tens {
    type State = Vec<u64>;
    type Problem = Vec<u64>;
    type Solution = [usize; 2];
    type Summary = ();
    type Insight = ();
    type Spot = usize;
    type View = ();
}

impl Puzzle for Tens {
    const KEY: &'static str = "tens";
    const TITLE: &'static str = "Tens";

    fn presets() -> &'static [Preset] {
        &[Preset { key: "three", ron: include_str!("example.ron") }]
    }

    fn techniques() -> &'static [Technique<Self>] {
        const { &[PAIRS] }
    }

    fn check(state: &Vec<u64>) -> Result<Vec<u64>, Vec<Flaw<usize>>> {
        let flaw = |at| Flaw { message: format!("{} is more than 10", state[at]), spots: vec![at], path: vec![Key::Index(at)] };
        let flaws: Vec<_> = (0..state.len()).filter(|&at| 10 < state[at]).map(flaw).collect();
        if flaws.is_empty() { Ok(state.clone()) } else { Err(flaws) }
    }

    fn add_to_summary((): &mut (), _: &[usize; 2]) {}

    fn analyze(_: &Vec<u64>, observer: &mut dyn Observer<()>) -> ControlFlow<()> {
        observer.progress(1.0, &Tally::default())
    }

    fn deal(seed: u64) -> Vec<u64> {
        let mut random = Random::new(seed);
        (0..8).map(|_| random.below(11)).collect()
    }
}

const PAIRS: Technique<Tens> = Technique {
    key: "pairs",
    title: "all pairs",
    idea: "Tries each number with each one before it.",
    source: "an example",
    explored: "pairs tried",
    kept: "pairs that add up to ten",
    search: &|numbers, observer| search(numbers, observer),
    trace: Err("it has no steps worth showing"),
    tasks: None,
    published: None,
};

fn search(numbers: &[u64], observer: &mut dyn Observer<[usize; 2]>) -> ControlFlow<()> {
    let mut tally = Tally::default();
    for one in 0..numbers.len() {
        for other in 0..one {
            observer.progress(one as f32 / numbers.len() as f32, &tally)?;
            tally.explored += 1;
            if numbers[one] + numbers[other] == 10 {
                tally.kept += 1;
                observer.found([other, one])?;
            }
        }
    }
    observer.progress(1.0, &tally)
}

impl Board for Tens {
    fn steps(_: &[usize; 2]) -> usize {
        2
    }

    fn caption([one, other]: &[usize; 2]) -> Caption {
        Caption { title: format!("numbers {} and {}", one + 1, other + 1), detail: String::new() }
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<usize> {
        let mut picture = Picture::new(at(0.0, 0.0), at(scene.state.len().max(1) as f32, 1.0), Self::TITLE);
        let taken = scene.shown.map_or(&[][..], |(solution, step)| &solution[..step]);
        for (spot, number) in scene.state.iter().enumerate() {
            let (min, max) = (at(spot as f32, 0.0), at(spot as f32 + 1.0, 1.0));
            let fill = if taken.contains(&spot) { scene.look.colors.accent } else { scene.look.colors.raised };
            picture.shapes.push(Shape::Rectangle { min, max, radius: 0.1, fill, stroke: Stroke::NONE });
            picture.text((min + max) / 2.0, 0.5, false, fill.ink(), number.to_string());
            picture.targets.push(Target { spot, outline: rectangle(min, max), label: number.to_string(), focusable: true });
        }
        picture
    }

    fn thumbnail(state: &Vec<u64>, view: &(), solution: &[usize; 2], look: &Look) -> Picture<usize> {
        let shown = Some((solution, 2));
        Self::draw(&Scene { state, flaws: &[], insight: None, shown, view, pointed: None, marks: &[], look })
    }

    fn act(state: &mut Vec<u64>, (): &mut (), spot: Option<usize>, input: Input<usize>) -> Reply<usize> {
        let (Some(spot), Input::Press) = (spot, input) else { return Reply::Ignored };
        state[spot] = (state[spot] + 1) % 11;
        Reply::Done
    }

    fn facts(state: &Vec<u64>, _: Option<&()>, (): &()) -> Vec<Fact> {
        vec![Fact { label: "Numbers".to_owned(), value: state.len().to_string(), tooltip: "" }]
    }

    fn write_text(state: &Vec<u64>) -> String {
        state.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }

    fn read_text(text: &str, _: &Vec<u64>) -> Result<Vec<u64>, TextError> {
        let wrong = |_| TextError { line: 1, column: 1, message: "expected whole numbers with spaces between them".to_owned() };
        text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map_err(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        erased::{Spot, State, erase},
        search::Found,
    };

    #[test]
    fn what_is_required_is_enough() {
        let kind = erase::<Tens>();
        let (_, document) = (kind.read)(kind.presets[0].ron).unwrap();
        let mut state = document.state;
        let problem = (kind.check)(&state).ok().unwrap();
        let mut found = Found::default();
        assert!((kind.techniques[0].search)(&problem, &mut found).is_continue());
        assert_eq!((kind.json(&found.items[0]).as_deref(), found.items.len(), found.tally.explored), (Some("[0,2]"), 1, 3));
        assert_eq!((kind.act)(&mut state, &mut (kind.view)(), Some(Spot::of(0_usize)), Input::Press), Reply::Done);
        assert_eq!(((kind.write_text)(&state), (kind.read_text)("4 4 7", &state)), ("4 4 7".to_owned(), Ok(state.clone())));
        assert_eq!(kind.portrait(&state, &Look::default()).targets.len(), 3);
        assert!((kind.check)(&State::of(vec![11_u64])).is_err());
    }
}
