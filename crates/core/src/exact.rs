//! What a small game is worth, without error.

/// The exact value of a game from its start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExactValue {
    /// The value for the first seat with best play.
    pub value: f64,
    /// Positions that were looked at, those that are alike counted once.
    pub states: u64,
    /// Other exact figures, with names for people.
    pub figures: Vec<(String, f64)>,
    /// A proof for [`Room::check_proof`](crate::Room::check_proof); empty where the game writes none.
    pub proof: Vec<u8>,
}

/// Told how far the work has come: steps done, and steps in all, or 0 as long as that is not known.
pub type Steps<'a> = dyn Fn(u64, u64) + Sync + 'a;
