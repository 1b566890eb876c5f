//! A board that was read, as the user checks and corrects it before anything reaches the position.

use super::{
    super::model::{
        entry::Entry,
        rules::{Clue, Line, SIDE, TILES, Value, tile_name},
        state::{State, Tiles, letter_of},
    },
    Area, Read, Reading,
};
use base::text::{counted, sentence};

/// A board that was read, and what the user makes of it.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What was read. Answers don't change it, and so neither what is asked.
    pub reading: Reading,
    /// The number of the frame, from 1, if the picture is an animation.
    pub frame: Option<usize>,
    /// The clues, rows first.
    pub clues: [Clue; 2 * SIDE],
    /// The tiles row by row, `None` if covered.
    pub tiles: [Option<Value>; TILES],
}

impl Draft {
    /// Begins with what was read.
    pub fn of(reading: Reading, frame: Option<usize>) -> Self {
        let (clues, tiles) = (reading.clues.map(|clue| clue.value), reading.tiles.map(|tile| tile.value));
        Self { reading, frame, clues, tiles }
    }

    /// Says what of the picture wasn't read.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let frame = self.frame.map(|frame| format!("This is frame {frame} of the animation, the first with a board."));
        let other = self.reading.has_other_board.then(|| "The picture has more than one board. This is the largest.".to_owned());
        frame.into_iter().chain(other)
    }

    /// The number of clues and tiles to look at.
    pub fn doubts(&self) -> usize {
        let clues = self.reading.clues.iter().filter(|clue| clue.is_asked_about()).count();
        clues + self.reading.tiles.iter().filter(|tile| tile.is_asked_about()).count()
    }

    /// Says how much to look at.
    pub fn summary(&self) -> String {
        match self.doubts() {
            0 => "All clues and tiles are clear. Point at one to see how certain it is.".to_owned(),
            doubts => format!("Please check {}:", counted(doubts as u64, "place")),
        }
    }

    /// Says what was read at a point of the picture, and how certain it is.
    pub fn read_at(&self, [x, y]: [f32; 2]) -> Option<String> {
        let is_inside = |area: Area| (area.left..area.right).contains(&x) && (area.top..area.bottom).contains(&y);
        let mut clues = Line::all().zip(&self.reading.clues).filter(|(_, clue)| is_inside(clue.area));
        let mut tiles = self.reading.tiles.iter().enumerate().filter(|(_, tile)| is_inside(tile.area));
        let clue = clues.next().map(|(line, clue)| read_as(&line.to_string(), clue, |clue| clue.to_string()));
        clue.or_else(|| {
            let (tile, read) = tiles.next()?;
            Some(read_as(&tile_name(tile), read, |value| letter_of(value).to_string()))
        })
    }

    /// Returns a position with the clues and tiles; level, goal and coins stay.
    pub fn placed(&self, state: &State) -> State {
        let tiles = Tiles(self.tiles);
        let clue = |place: usize| Entry::from(self.clues[place]);
        let (rows, columns) = (std::array::from_fn(clue), std::array::from_fn(|column| clue(SIDE + column)));
        State { rows, columns, tiles, ..state.fresh() }
    }
}

/// Says what was read at a place, and how certain it is, or why people are asked about it.
fn read_as<T: Copy + PartialEq>(place: &str, read: &Read<T>, show: impl Fn(T) -> String) -> String {
    let why = if read.is_asked_about() {
        read.why_asked(&show(read.seen))
    } else {
        format!("{:.1} % certain", (100.0 * read.confidence).min(99.9))
    };
    format!("{}: {}, {why}", sentence(place), show(read.value))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            super::model::entry::entries,
            Mark, read,
            tests::scene::{self, Scene, Spoiling},
        },
        *,
    };

    fn certain() -> (Scene, Draft) {
        let drawn = (0..).map(|seed| scene::draw(seed, Spoiling::Sharp));
        let mut read = drawn.filter_map(|scene| Some((read(&scene.picture).ok()?, scene)));
        let (reading, scene) = read.find(|(reading, _)| reading.is_certain()).unwrap();
        (scene, Draft::of(reading, None))
    }

    #[test]
    fn what_was_read_becomes_a_position_that_keeps_the_level() {
        let (scene, draft) = certain();
        assert_eq!((draft.doubts(), draft.notes().count()), (0, 0));
        let state = draft.placed(&State { level: Some(4), ..State::default() });
        assert_eq!((state.rows, state.columns, state.tiles.0), (entries(scene.clues.rows), entries(scene.clues.columns), scene.tiles));
        assert_eq!(state.level, Some(4));
    }

    #[test]
    fn doubts_are_counted_and_corrected() {
        let (_, Draft { mut reading, .. }) = certain();
        reading.clues[1].confidence = 0.5;
        reading.clues[2].mark = Some(Mark::Unclear);
        reading.clues[7].seen = Clue { sum: 9, voltorbs: 1 };
        reading.tiles[9].confidence = 0.8;
        reading.has_other_board = true;
        let mut draft = Draft::of(reading, Some(3));
        let notes =
            ["This is frame 3 of the animation, the first with a board.", "The picture has more than one board. This is the largest."];
        assert_eq!(draft.notes().collect::<Vec<_>>(), notes);
        for answer in [draft.clues[1], Clue { sum: 3, voltorbs: 2 }] {
            draft.clues[1] = answer;
            assert_eq!((draft.doubts(), draft.summary()), (4, "Please check 4 places:".to_owned()));
            assert_eq!(draft.placed(&State::default()).rows[1], answer.into());
        }
        let reasons = [
            (1, "Row 2", "50 % certain"),
            (2, "Row 3", "much of the board is unclear"),
            (7, "Column 3", "looks like 9/1, which fits the rest less well"),
        ];
        for (place, name, why) in reasons {
            let Read { value, area, .. } = draft.reading.clues[place];
            assert_eq!(draft.read_at(area.centre().into()), Some(format!("{name}: {value}, {why}")));
        }
        assert_eq!(draft.read_at([-1.0; 2]), None);
    }
}
