use super::*;
use crate::puzzles::meteor::{Meteor, model::state::State};

#[test]
fn a_challenge_is_drawn_only_while_it_is_wanted() {
    let wanted = Arc::new(());
    let look = Look::new(Theme::Dark);
    let drawing = challenge::<Meteor>(&State::default(), Grade::Easy, 1, look, [156.0, 104.0], Arc::downgrade(&wanted));
    assert!(drawing.make().starts_with("<svg"));
    drop(wanted);
    assert_eq!(drawing.make(), "");
}
