//! Pictures of Voltorb Flip boards, which the tests of the puzzle draw.

#[path = "../puzzles/voltorb_flip/reading/tests/fonts.rs"]
#[allow(dead_code, reason = "not all fonts are needed here")]
mod fonts;
#[path = "../puzzles/voltorb_flip/reading/tests/scene.rs"]
#[allow(dead_code, reason = "not all scenes are needed here")]
pub mod scene;

use base::{chance::Random, fonts as typeface};
use voltorb_flip::{model::rules, play::deal, reading::Reading};
