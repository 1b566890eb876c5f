//! What users read of Virus War, grouped by where they read it. Players, cells and shapes come in as text.

/// The techniques that list turns.
pub mod techniques {
    pub const UNTRACED: &str = "Virus War searches aren't recorded";
    pub const SOURCE: &str = "Quincunx";

    /// Every sequence, with duplicates removed by each of the techniques for triples, in their order.
    pub const ORDERS_DEDUP: [&str; 11] = [
        "orders, bitset",
        "orders, composite 2 hashed",
        "orders, primes hashed",
        "orders, composite hashed",
        "orders, sort 3 hashed",
        "orders, sort hashed",
        "orders, primes",
        "orders, composite 2",
        "orders, composite",
        "orders, sort 3",
        "orders, sort",
    ];

    pub const SEQUENCES_TRIED: &str = "sequences tried";
    pub const TURNS_KEPT: &str = "turns";
}

/// The techniques that remove duplicates from lists of triples.
pub mod triples {
    use crate::text::grouped;

    pub const COMPOSITE2_IDEA: &str = "Like composite, but sorts the three numbers by comparing them directly, without a list.";

    pub const PRIMES_IDEA: &str =
        "Gives each number a prime of its own. The product of three primes identifies the numbers, whatever their order.";

    pub const COMPOSITE_IDEA: &str = "Writes the sorted numbers as one number, with two decimal digits for each.";

    pub const ARTICLE: &str = "Removing duplicates from sets of three integers (2020)";
    /// The article's milliseconds are too short for the fifty million comparisons of 10,000 triples, but not for ten thousand lookups.
    pub const ARTICLE_HASHED: &str =
        "Removing duplicates from sets of three integers (2020); judging by its times, the author's Lisp used a hash table for numbers";
    pub const KEY_HASHED: &str = "the article's key, in a hash set";
    pub const KEY_SCANNED: &str = "the article's key, compared with the key of every triple kept";

    /// What the article measured for a technique.
    pub fn published(seconds: f64, allocated_bytes: u64) -> String {
        let bytes = grouped(allocated_bytes);
        format!(
            "The article's program took {seconds} s and allocated {bytes} bytes for 10,000 random triples (its author's computer, 2020)"
        )
    }
}

/// How a game stands.
pub mod standing {
    use std::fmt::Display;

    pub fn to_move(mover: impl Display, moves_left: u8) -> String {
        match moves_left {
            0 => format!("{mover}'s turn is complete"),
            1 => format!("{mover} to move, 1 move left"),
            _ => format!("{mover} to move, {moves_left} moves left"),
        }
    }

    pub fn wins(winner: impl Display) -> String {
        format!("{winner} wins")
    }

    pub fn game_over(reason: &str, winner: impl Display) -> String {
        format!("{reason}: {}", wins(winner))
    }

    pub fn no_live_virus(loser: impl Display) -> String {
        format!("{loser} has no live viruses left")
    }

    /// Short enough to fit above the smallest board.
    pub fn no_turn(loser: impl Display, moves: u8) -> String {
        match moves {
            1 => format!("{loser} can't make a move"),
            _ => format!("{loser} can't make {} moves", in_words(moves)),
        }
    }

    pub fn unfinished_turn(loser: impl Display, moves_left: u8) -> String {
        let plural = if moves_left == 1 { "" } else { "s" };
        format!("{loser} can't make {} more move{plural}", in_words(moves_left))
    }

    /// The number of a turn's moves, which is at most five.
    fn in_words(moves: u8) -> String {
        ["no", "one", "two", "three", "four", "five"].get(usize::from(moves)).map_or_else(|| moves.to_string(), ToString::to_string)
    }
}

/// The goals of challenges.
pub mod goals {
    use std::fmt::Display;

    use crate::text::counted;

    pub fn not_kills(most: u8) -> String {
        format!("expected from 1 to {most} kills")
    }

    pub fn not_turns(most: u8) -> String {
        format!("expected a win in 1 to {most} turns")
    }

    pub fn not_moves(most: u8) -> String {
        format!("a challenge can have at most {most} moves in a turn")
    }

    // What to do, in a few words: short enough to fit above the smallest board.

    pub fn kill(kills: u8) -> String {
        format!("kill {}", viruses(kills))
    }

    pub fn win(turns: u8) -> String {
        format!("win in {turns} turns")
    }

    pub fn task(mover: impl Display, goal: impl Display) -> String {
        format!("{mover} to move: {goal}")
    }

    fn viruses(count: u8) -> String {
        match count {
            0 => "no viruses".to_owned(),
            1 => "1 virus".to_owned(),
            _ => format!("{count} viruses"),
        }
    }

    // Why a turn doesn't reach its goal.

    pub fn kills_too_few(kills: u8, wanted: u8) -> String {
        format!("This turn kills {}; another one kills {wanted}", viruses(kills))
    }

    pub fn enemy_has_turn(enemy: impl Display, reply: impl Display) -> String {
        format!("{enemy} still has a whole turn, such as {reply}")
    }

    /// The player then can't win within this many turns more.
    pub fn enemy_replies(enemy: impl Display, reply: impl Display, mover: impl Display, turns: u8) -> String {
        match turns {
            1 => format!("{enemy} replies {reply}, and {mover} can't win with the next turn"),
            _ => format!("{enemy} replies {reply}, and {mover} can't force a win in {turns} more turns"),
        }
    }

    pub fn next_turn_fails(
        enemy: impl Display,
        reply: impl Display,
        mover: impl Display,
        next: impl Display,
        left: impl Display,
    ) -> String {
        format!("{enemy} replies {reply}, and {mover} can't win with the next turn: after {next}, {enemy} still has {left}")
    }

    pub fn enemy_wins(enemy: impl Display, reply: impl Display, lost: impl Display) -> String {
        format!("{enemy} replies {reply} and wins at once: {lost}")
    }

    // Hints.

    pub fn play(turn: &str, why: &str) -> String {
        format!("Play {turn}: {why}")
    }

    pub fn why_kills(kills: u8) -> String {
        format!("it kills {}", viruses(kills))
    }

    pub fn why_wins_at_once(enemy: impl Display) -> String {
        format!("{enemy} then has no whole turn and loses")
    }

    /// The player then wins within this many turns more.
    pub fn why_wins(mover: impl Display, enemy: impl Display, turns: u8) -> String {
        format!("{mover} then wins within {}, whatever {enemy} replies", counted(u64::from(turns), "more turn"))
    }

    pub fn why_survives(enemy: impl Display) -> String {
        format!("{enemy} then has no turn that wins at once")
    }
}

/// The list of turns.
pub mod listing {
    use crate::text::counted;

    /// The line below a turn: "1 kill · two, then one · 4 orders".
    pub fn detail(kills: u8, shape: Option<&str>, orders: u8) -> String {
        let kills = (kills > 0).then(|| counted(u64::from(kills), "kill"));
        let orders = counted(u64::from(orders), "order");
        kills.into_iter().chain(shape.map(str::to_owned)).chain([orders]).collect::<Vec<_>>().join(" · ")
    }
}

/// The board, as drawn and as spoken by screen readers.
pub mod board {
    use std::fmt::Display;

    /// What the sign of a mistake means.
    pub fn mistake_played(loss: f64) -> String {
        format!("played, lost {}", super::report::percent(loss))
    }

    pub fn label(side: u8, standing: &str) -> String {
        format!("Virus War on a {side} by {side} board, {standing}")
    }

    pub fn live(player: impl Display) -> String {
        format!("live {player}")
    }

    pub fn killed(player: impl Display, killer: impl Display, is_linked: bool) -> String {
        let link = if is_linked { "linked" } else { "cut off" };
        format!("{player} killed by {killer}, {link}")
    }

    pub fn move_number(number: usize) -> String {
        format!("move {number} of the turn")
    }

    /// A move of a turn that the analysis expects; the mover's next turn is number 1.
    pub fn expected(player: impl Display, turn: usize) -> String {
        format!("{player} is expected here in turn {turn}")
    }

    /// A move of the only turn that is expected, by its place in the turn.
    pub fn expected_move(player: impl Display, number: usize) -> String {
        format!("{player}'s move {number} is expected here")
    }

    /// Why a cell is accessible, cell by cell: "X can move here: next to g7 and through a chain of 4".
    pub fn can_move_here(mover: impl Display, viruses: &[String], chain: usize) -> String {
        let beside = (!viruses.is_empty()).then(|| format!("next to {}", viruses.join(" ")));
        let through = (chain > 0).then(|| through_chain(chain));
        format!("{mover} can move here: {}", beside.into_iter().chain(through).collect::<Vec<_>>().join(" and "))
    }

    /// Why a player who has had no virus can move on the cell.
    pub fn first_goes_here(mover: impl Display) -> String {
        format!("{mover}'s first virus goes here")
    }

    /// Why the cell under the pointer is accessible, in short.
    pub fn reached(cell: impl Display, mover: impl Display, viruses: usize, chain: usize) -> String {
        match (viruses, chain) {
            (_, 0) => format!("{cell}: next to {viruses} of {mover}'s live viruses"),
            (0, _) => format!("{cell}: {}", through_chain(chain)),
            _ => format!("{cell}: next to {viruses} of {mover}'s live viruses and a chain of {chain}"),
        }
    }

    fn through_chain(cells: usize) -> String {
        format!("through a chain of {cells}")
    }
}

/// The report of a game.
pub mod report {
    use std::fmt::Display;

    use crate::text::{counted, grouped};

    pub fn label(points: usize) -> String {
        format!("Turns and sequences at {} of the game", counted(points as u64, "point"))
    }

    /// A point of the graph: "before turn 2 (X): 56 turns, 105 sequences".
    pub fn point(turn: usize, mover: impl Display, turns: u64, sequences: u64) -> String {
        format!("before turn {turn} ({mover}): {}, {}", counted(turns, "turn"), counted(sequences, "sequence"))
    }

    /// A label of the vertical axis.
    pub fn tick(number: u64) -> String {
        grouped(number)
    }

    pub fn chances_label(points: usize) -> String {
        format!("Chances of winning at {} of the game", counted(points as u64, "point"))
    }

    pub fn percent(share: f64) -> String {
        format!("{:.0} %", share * 100.0)
    }

    pub fn wins(player: impl Display) -> String {
        format!("{player} wins")
    }

    /// A point of the graph of chances: "before turn 2 (X): 61 % to win; the turn lost 23 %".
    pub fn judged_point(turn: usize, mover: impl Display, chance: f64, loss: Option<f64>) -> String {
        let loss = loss.map_or(String::new(), |loss| format!("; the turn lost {}", percent(loss)));
        format!("before turn {turn} ({mover}): {} to win{loss}", percent(chance))
    }
}

/// What happened in each move of a game, on the timeline.
pub mod timeline {
    use std::fmt::Display;

    pub fn plays(turn: usize, mover: impl Display, cell: impl Display) -> String {
        format!("Turn {turn}: {mover} plays {cell}")
    }

    pub fn kills(turn: usize, mover: impl Display, cell: impl Display) -> String {
        format!("Turn {turn}: {mover} kills {cell}")
    }

    pub fn passes(turn: usize, mover: impl Display) -> String {
        format!("Turn {turn}: {mover} passes")
    }
}

/// Why a move, a pass or a takeback isn't possible.
pub mod refusals {
    use std::fmt::Display;

    use crate::text::grouped;

    pub const FLAWED: &str = "Fix the position first (see the status bar)";
    pub const NOTHING_TO_TAKE_BACK: &str = "There is no move to take back";

    pub fn tree_is_full(most: usize) -> String {
        format!("The game has {} turns with its variations, and can't have more", grouped(most as u64))
    }

    pub fn game_over(end: impl Display) -> String {
        format!("The game is over. {end}")
    }

    pub fn killed(cell: impl Display) -> String {
        format!("You can't play {cell}: killed viruses stay for good")
    }

    pub fn own(cell: impl Display, mover: impl Display) -> String {
        format!("{cell} already has a live {mover}")
    }

    /// On a board that was empty at the start.
    pub fn not_first(cell: impl Display, mover: impl Display, first: impl Display) -> String {
        format!("{mover} can't play {cell} now: its first virus belongs on {first}")
    }

    pub fn first_of(cell: impl Display, enemy: impl Display) -> String {
        format!("{cell} is reserved for {enemy}'s first virus")
    }

    pub fn out_of_reach(cell: impl Display, mover: impl Display) -> String {
        format!("{mover} can't play {cell} now: the cell touches no live {mover} and no chain linked to one")
    }
}

/// What is wrong with a game.
pub mod flaws {
    use std::fmt::Display;

    use crate::text::{counted, quoted};

    pub fn number_of_rows(rows: usize, fewest: u8, most: u8) -> String {
        format!("The board has {}; it needs {fewest} to {most}", counted(rows as u64, "row"))
    }

    pub fn too_long(most: usize) -> String {
        format!("the record or the board is longer than {} KiB", most >> 10)
    }

    pub fn length_of_rank(rank: usize, cells: usize, expected: usize) -> String {
        format!("Row {rank} has {}; on this board it needs {expected}", counted(cells as u64, "cell"))
    }

    pub fn not_a_cell(symbol: char) -> String {
        format!("{} isn't a cell; use one of . O X o x", quoted(symbol))
    }

    pub fn moves_of_turn(moves: u8, most: usize) -> String {
        format!("A turn can't have {}; it has 1 to {most}", counted(u64::from(moves), "move"))
    }

    pub fn moves_of_first_turn(moves: u8, most: u8) -> String {
        format!("The first turn can't have {}; it has 1 to {most}", counted(u64::from(moves), "move"))
    }

    pub fn moves_left(left: u8, moves: u8) -> String {
        format!("There can't be {} left; a turn has {moves}", counted(u64::from(left), "move"))
    }

    pub fn moves_left_at_start(left: u8, moves: u8) -> String {
        format!("O can't have {} left at the start; the first turn has {moves}", counted(u64::from(left), "move"))
    }

    /// A player who has had no virus on a board that was empty at the start.
    pub fn first_cell_taken(cell: impl Display, player: impl Display) -> String {
        format!("{cell} must be empty until {player} has put its first virus there")
    }

    pub fn number_of_triple(number: u8, largest: u8) -> String {
        format!("{number} is too large for the duplicate tool; its numbers are 0 to {largest}")
    }

    /// What is wrong with a turn of the record.
    pub fn in_record(turn: usize, player: impl Display, message: &str) -> String {
        format!("Turn {turn} of the record: {player} {message}")
    }

    pub const PASS_WITHIN_TURN: &str = "can't pass within a turn";
    pub const PASS_FORBIDDEN: &str = "can't pass: the rules don't allow it";
    pub const PASS_WHEN_LOST: &str = "can't pass: a player who can't make a whole turn has lost";

    pub fn not_on_board(name: &str) -> String {
        format!("plays {}, which isn't a cell of this board", quoted(name))
    }

    pub fn wrong_number_of_moves(made: u8, left: u8, expected: u8) -> String {
        let left = if left == 0 { String::new() } else { format!(" and has {left} left") };
        format!("made {}{left}, but this turn has {expected}", counted(u64::from(made), "move"))
    }

    /// A move on a cell that is not accessible after these earlier moves of the turn.
    pub fn not_accessible(cell: impl Display, earlier: &[String]) -> String {
        let after = if earlier.is_empty() { String::new() } else { format!(" after {}", earlier.join(" ")) };
        format!("can't play {cell}: it isn't accessible{after}")
    }

    /// The first move of a player on a board that was empty at the start.
    pub fn not_first(cell: impl Display, first: impl Display) -> String {
        format!("can't play {cell}: the first virus belongs on {first}")
    }

    /// A move that can't have led to what the board shows afterwards.
    pub fn other_on_board(cell: impl Display, found: char) -> String {
        format!("plays {cell}, but the board has {found} there afterwards")
    }
}

/// What is wrong with the turns of a game as they are written.
pub mod notation {
    use crate::text::{grouped, quoted};

    pub fn expected_turn(found: char) -> String {
        format!("expected the number of a turn, as in \"2. g7 f6 e5\", not {}", quoted(found))
    }

    pub fn not_a_number(digits: &str) -> String {
        format!("{} isn't the number of a turn; write it with a dot, as in \"2. g7 f6 e5\"", quoted(digits))
    }

    pub fn not_a_cell(word: &str) -> String {
        format!("{} isn't a cell; use a letter from a to k and a number from 1 to 11, like e5", quoted(word))
    }

    pub fn not_a_mark(symbol: &str) -> String {
        format!("{} isn't a mark; use one of !! ! !? ?! ? ??", quoted(symbol))
    }

    pub fn long_comment(most: usize) -> String {
        format!("this comment has more than {} characters", grouped(most as u64))
    }
}

/// What is wrong with the turns and variations of a game.
pub mod tree {
    use std::fmt::Display;

    use crate::text::grouped;

    pub fn wrong_number(number: usize, most: usize) -> String {
        match most {
            1 => format!("expected turn 1, not turn {number}"),
            _ => format!("expected a turn from 1 to {most}, not turn {number}"),
        }
    }

    /// `index` counts the strings of the tree in the file from 1.
    pub fn unread(index: usize, message: &str) -> String {
        format!("Entry {index} of the tree: {message}")
    }

    pub fn in_tree(index: usize, turn: usize, message: &str) -> String {
        format!("Entry {index} of the tree, turn {turn}: {message}")
    }

    /// What is wrong with a player's turn, as [`super::flaws`] says.
    pub fn turn_of(player: impl Display, message: &str) -> String {
        format!("{player} {message}")
    }

    pub fn too_many(turns: usize, most: usize) -> String {
        format!("The tree has {} turns; it can have at most {}", grouped(turns as u64), grouped(most as u64))
    }

    pub fn not_in_tree(turn: usize) -> String {
        format!("Turn {turn} of the record isn't in the line that the tree shows; put * before that line's last turn")
    }
}

/// The text form of a game.
pub mod game_text {
    use crate::text::grouped;

    pub const MOVES: &str = "moves a turn";
    pub const OPENING: &str = "in the first turn";
    pub const PASSING: &str = "passing allowed";
    pub const NO_PASSING: &str = "no passing";
    pub const EMPTY_START: &str = "empty board with O's first virus at";
    pub const RULES: &str = "expected rules, as in \"Rules: 3 moves a turn, 1 in the first turn, no passing\"";

    /// The rules of a game, as [`RULES`] says.
    pub fn rules(moves: u8, opening: u8, passing: bool, empty_start: Option<&str>) -> String {
        let start = empty_start.map_or(String::new(), |corner| format!(", {EMPTY_START} {corner}"));
        format!("{moves} {MOVES}, {opening} {OPENING}, {}{start}", if passing { PASSING } else { NO_PASSING })
    }

    pub fn expected_number(expected: usize, found: usize) -> String {
        format!("expected turn {expected}, not turn {found}")
    }

    pub fn too_many(most: usize) -> String {
        format!("a game can have at most {} turns, variations included", grouped(most as u64))
    }
}

/// What is wrong with the text form of a list of triples. `found` names a token.
pub mod triple_errors {
    use crate::text::quoted;

    pub fn not_a_number(word: &str, largest: u8) -> String {
        format!("{} isn't a number from 0 to {largest}", quoted(word))
    }

    pub fn unexpected_bracket(found: &str) -> String {
        format!("unexpected {found} in a list that starts without brackets; put all triples in brackets or none")
    }

    pub fn never_closed(bracket: &str) -> String {
        format!("this {bracket} is never closed")
    }

    pub fn expected_triple(found: &str) -> String {
        format!("expected a triple like (1 2 3), not {found}")
    }

    pub fn after_end_of_list(found: &str) -> String {
        format!("unexpected {found} after the end of the list")
    }

    pub fn expected_closing(bracket: char, found: &str) -> String {
        format!("expected {bracket} after three numbers, not {found}")
    }

    /// `which` is "first", "second" or "third".
    pub fn expected_number(which: &str, found: &str) -> String {
        format!("expected the {which} of three numbers, not {found}")
    }
}

/// Hints on the best turn.
pub mod hints {
    use std::fmt::Display;

    use crate::text::{counted, listed};

    pub fn look_for(kills: u8) -> String {
        if kills == 0 {
            "Look for a turn without kills".to_owned()
        } else {
            format!("Look for a turn with {}", counted(u64::from(kills), "kill"))
        }
    }

    pub fn begin_with(cell: impl Display, is_kill: bool) -> String {
        format!("{} {cell}: it's one of the turn's cells", if is_kill { "Kill" } else { "Play" })
    }

    /// The turn, what it does, and what it leads to: "Play e5 f6 g7: it kills 2 viruses and opens …; O wins in 2 turns".
    pub fn play(turn: &str, reasons: &[String], prospects: &str) -> String {
        match reasons {
            [] => format!("Play {turn}: {prospects}"),
            _ => format!("Play {turn}: it {}; {prospects}", listed(reasons, "and")),
        }
    }

    pub fn kills(viruses: usize) -> String {
        format!("kills {}", if viruses == 1 { "1 virus".to_owned() } else { format!("{viruses} viruses") })
    }

    /// Several chains may be cut off at once.
    pub fn cuts_off(viruses: usize) -> String {
        format!("cuts off {}", killed(viruses))
    }

    pub fn out_of_reach(enemy: impl Display, cells: usize) -> String {
        format!("puts {} out of {enemy}'s reach", counted(cells as u64, "cell"))
    }

    pub fn links(viruses: usize) -> String {
        format!("links {}", killed(viruses))
    }

    fn killed(viruses: usize) -> String {
        format!("{viruses} killed {}", if viruses == 1 { "virus" } else { "viruses" })
    }

    pub fn leaves(enemy: impl Display, [before, after]: [usize; 2]) -> String {
        format!("leaves {enemy} {} to move to ({before} before)", counted(after as u64, "cell"))
    }

    pub fn opens(mover: impl Display, [before, after]: [usize; 2]) -> String {
        format!("gives {mover} {} to move to ({before} before)", counted(after as u64, "cell"))
    }

    /// How far the search looked that expects this.
    pub fn looking(prospects: &str, depth: u8) -> String {
        format!("{prospects}, looking {} ahead", counted(u64::from(depth), "turn"))
    }

    pub fn wins(mover: impl Display, turns: u8) -> String {
        format!("{mover} {}", super::prospects::wins_in(turns))
    }

    pub fn loses(mover: impl Display, turns: u8) -> String {
        format!("{mover} {} whatever it plays", super::prospects::loses_in(turns))
    }

    pub fn probably_wins(mover: impl Display) -> String {
        format!("{mover} probably wins")
    }

    pub fn probably_loses(mover: impl Display) -> String {
        format!("{mover} probably loses")
    }

    pub fn chance(mover: impl Display, chance: f64) -> String {
        format!("{mover} then wins with a chance of about {}", super::prospects::chance(chance))
    }
}

/// What the search expects of a turn.
pub mod prospects {
    use std::fmt::Display;

    use crate::text::counted;

    /// A chance of winning, from 0 to 1. It never reads as certain, since only a proof is.
    pub fn chance(chance: f64) -> String {
        format!("{:.0} %", (chance * 100.0).clamp(1.0, 99.0))
    }

    /// A proved win. `turns` counts the turns of both players until the end.
    pub fn wins_in(turns: u8) -> String {
        format!("wins in {}", of_winner(turns))
    }

    /// A proved loss.
    pub fn loses_in(turns: u8) -> String {
        format!("loses in {}", of_winner(turns))
    }

    pub fn proved(winner: impl Display, turns: u8) -> String {
        format!("Proved: {winner} {}", wins_in(turns))
    }

    /// The winner's own turns. The winner makes the last turn.
    fn of_winner(turns: u8) -> String {
        counted(u64::from(turns.div_ceil(2)), "turn")
    }
}

/// A game against the computer or between two people.
pub mod battle {
    use std::ops::RangeInclusive;

    use crate::text::grouped;

    pub fn not_a_time(times: RangeInclusive<u64>) -> String {
        format!("\"time_ms\" is from {} to {}", grouped(*times.start()), grouped(*times.end()))
    }
}
