//! Proofs and their certificates.

use crate::game;
use ludex_core::Budget;
use ludex_pente::exact;

const SEVEN: &[u8] = include_bytes!("../../data/7x7.win");
const NINE: &[u8] = include_bytes!("../../data/9x9.win");

#[test]
fn the_kept_certificates_hold() {
    let checked = exact::check(SEVEN).unwrap();
    assert_eq!((checked.settings.side, checked.plies), (7, 13));
    let checked = exact::check(NINE).unwrap();
    assert_eq!((checked.settings.side, checked.plies), (9, 13));
}

#[test]
fn a_changed_certificate_is_refused() {
    let refusal = |bytes: &[u8]| exact::check(bytes).unwrap_err().to_string();
    assert!(refusal(&SEVEN[..SEVEN.len() - 1]).contains("no stone is named"));
    assert!(refusal(&[SEVEN, &[0]].concat()).contains("stones left"));
    assert!(refusal(b"").contains("first lines read"));
    assert!(refusal(b"ludex pente win\npente 8x8 13\n").contains("odd side"));
    let sooner = String::from_utf8_lossy(SEVEN).replace("7x7 13", "7x7 11");
    assert!(refusal(sooner.as_bytes()).contains("13 plies"), "{}", refusal(sooner.as_bytes()));
    // A stone somewhere else loses the win, or is not legal, or leads to positions without a stone.
    let header = SEVEN.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).unwrap().0 + 1;
    let mut changed = SEVEN.to_vec();
    changed[header] = 0;
    assert!(exact::check(&changed).is_err());
}

#[test]
fn a_small_board_is_solved_and_the_proof_holds() {
    let game = game("pente:row=3", 5);
    let solution = exact::solve(&game, &Budget::unlimited()).unwrap().unwrap();
    assert_eq!((solution.plies, solution.shortest), (5, true));
    let checked = exact::check(&solution.certificate.bytes).unwrap();
    assert_eq!(checked.plies, 5);
}

#[test]
fn what_cannot_be_proved_is_refused() {
    let error = exact::solve(&game("keryo", 7), &Budget::unlimited()).unwrap_err().to_string();
    assert!(error.contains("give `pente`"), "{error}");
    assert!(exact::solve(&game("pente", 19), &Budget::unlimited()).is_err());
    assert!(exact::solve(&game("pente", 7), &Budget::nodes(100)).unwrap().is_none());
}
