//! Which Pente is played: board, variant, what wins.

use ludex_core::{Error, Result, Size, Spec};

/// The rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Pairs are captured; five or more in a row win.
    Pente,
    /// Pairs and triples are captured.
    Keryo,
    /// Only exactly five in a row win; longer rows do not.
    ExactFive,
    /// A pair that a player completes between two stones of the opponent is lost as well.
    Poof,
    /// Nothing is captured, and the first stone may go anywhere.
    Gomoku,
}

impl Variant {
    /// Every rule set, the usual one first.
    pub const ALL: [Variant; 5] =
        [Variant::Pente, Variant::Keryo, Variant::ExactFive, Variant::Poof, Variant::Gomoku];

    /// Its name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pente => "pente",
            Self::Keryo => "keryo",
            Self::ExactFive => "exact-five",
            Self::Poof => "poof",
            Self::Gomoku => "gomoku",
        }
    }

    /// The rule set of this name.
    pub fn named(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|variant| variant.name() == name);
        found.ok_or_else(|| Error::unknown("rule set", name, Self::ALL.map(Self::name)))
    }

    /// How many stones one of the `captures` to win stands for.
    ///
    /// Keryo counts stones, since it captures triples too; the others count pairs.
    pub const fn stones_per_capture(self) -> u8 {
        match self {
            Self::Keryo => 1,
            _ => 2,
        }
    }
}

/// Everything that can be chosen about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Points along each side: odd, 5 to 19.
    pub side: u8,
    /// Which rule set.
    pub variant: Variant,
    /// How many stones in a row win: 3 to 5.
    pub row: u8,
    /// How many captures win: pairs, or stones in Keryo. 1 to 40.
    pub captures: u8,
    /// Whether the first player's second stone must keep away from the centre.
    pub tournament: bool,
    /// How many stones are laid by lot near the centre before the players choose for themselves, behind the first one where that must lie
    /// on the centre: without it two players who draw no lots play the same game every time.
    pub lots: u8,
}

/// Longest row that can be asked for; what lies four points off decides about it.
const LONGEST_ROW: u8 = 5;
const MOST_CAPTURES: u8 = 40;
const MOST_LOTS: u8 = 6;

/// How far from the centre stones are laid by lot at most.
pub(crate) const LOT_DISTANCE: usize = 3;

/// How far from the centre the tournament rule wants the first player's second stone.
pub(crate) const TOURNAMENT_DISTANCE: usize = 3;

impl Settings {
    /// Board sizes: default, least, most.
    pub const SIZES: [Size; 3] = [Size::new(19, 19), Size::new(5, 5), Size::new(19, 19)];

    /// What is usual for a variant on a board with this side.
    pub fn usual(side: u8, variant: Variant) -> Self {
        let (pairs, row) = match side {
            ..=7 => (5, 4),
            8..=9 => (7, 4),
            10..=13 => (10, 5),
            _ => (5, 5),
        };
        // Fifteen stones stand in Keryo where ten stand in Pente.
        let captures = if variant == Variant::Keryo { 3 * pairs } else { pairs };
        Self { side, variant, row, captures, tournament: false, lots: 0 }
    }

    /// Reads a rule set with its parameters.
    pub fn read(rules: &Spec, board: Option<Size>) -> Result<Self> {
        let side = read_side(board.unwrap_or(Self::SIZES[0]))?;
        let usual = Self::usual(side, Variant::named(&rules.name)?);
        let settings = Self {
            row: rules.get_in("row", usual.row, 3..=LONGEST_ROW)?,
            captures: rules.get_in("captures", usual.captures, 1..=MOST_CAPTURES)?,
            tournament: rules.flag("tournament")?,
            lots: rules.get_in("lots", 0, 0..=MOST_LOTS)?,
            ..usual
        };
        if settings.tournament && usize::from(side / 2) < TOURNAMENT_DISTANCE {
            let reason = "the tournament rule needs a board of 7x7 or larger";
            return Err(Error::bad("size", format!("{side}x{side}"), reason));
        }
        Ok(settings)
    }

    /// The rule set as text, with only what differs from the usual.
    pub fn spec(&self) -> Spec {
        let usual = Self::usual(self.side, self.variant);
        let mut spec = Spec::named(self.variant.name());
        if self.row != usual.row {
            spec = spec.with("row", self.row);
        }
        if self.captures != usual.captures {
            spec = spec.with("captures", self.captures);
        }
        if self.lots > 0 {
            spec = spec.with("lots", self.lots);
        }
        if self.tournament { spec.with("tournament", true) } else { spec }
    }
}

fn read_side(size: Size) -> Result<u8> {
    let [_, least, most] = Settings::SIZES;
    size.between(least, most)?;
    if size.width != size.height || size.width.is_multiple_of(2) {
        let reason = "Pente needs a centre: give a square with an odd side, such as 13x13";
        return Err(Error::bad("size", size.to_string(), reason));
    }
    Ok(size.width as u8)
}
