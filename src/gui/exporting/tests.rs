use super::*;
use crate::testing::program;

#[test]
fn a_challenge_is_drawn_only_while_it_is_wanted() {
    let wanted = Arc::new(());
    let look = Look::new(Theme::Dark);
    let weak = Arc::downgrade(&wanted);
    let kind = program().puzzles.with_key("meteor").unwrap().kind;
    let draw = || challenge(kind, &(kind.empty)(), (Grade::Easy, 1), &look, [156.0, 104.0], &weak);
    assert!(draw().starts_with("<svg"));
    drop(wanted);
    assert_eq!(draw(), "");
}
