//! The menu of games: which one, under which rules, against whom.

use super::keys::Wish;
use super::{App, KeyMap, Origin, Player};
use ludex_core::{AnyRoom, RoomInfo, Seed, Setup, Size, Spec};

/// Ways to share the seats: their names, and which seats are people's.
fn modes(seats: usize) -> Vec<(&'static str, Vec<bool>)> {
    if seats == 1 {
        return vec![("Solo", vec![true]), ("Solo AI", vec![false])];
    }
    let only = |human: usize| (0..seats).map(|seat| seat == human).collect();
    vec![
        ("Vs AI", only(0)),
        ("Vs AI, which starts", only(seats - 1)),
        ("Vs Player", vec![true; seats]),
        ("AI vs AI", vec![false; seats]),
    ]
}

/// Boards between the smallest and the largest.
const STEPS: usize = 8;

/// What the person has chosen so far.
pub(crate) struct Menu<'a> {
    rooms: &'a [Box<dyn AnyRoom>],
    seed: Seed,
    keymap: KeyMap,
    games_begun: u64,
    pub(crate) row: usize,
    rules: usize,
    agent: usize,
    seats: usize,
    /// The board: one of [`Menu::sizes`], or the rules' own.
    size: Option<Size>,
    /// Turns of the clock, where rules have one; 0 for a game without an end.
    turns: usize,
    /// Whether the game halts after each move of an agent.
    pub(crate) explains: bool,
    /// What the game under the cursor is like under the chosen rules.
    info: Option<RoomInfo>,
    /// The board of the rules as they are.
    usual: Option<Size>,
    /// Whether all keys are shown.
    pub(crate) help: bool,
    left: bool,
    /// What went wrong with the last choice.
    pub(crate) complaint: Option<String>,
    chosen: Option<App<'a>>,
}

impl<'a> Menu<'a> {
    pub(crate) fn new(rooms: &'a [Box<dyn AnyRoom>], seed: Seed, keymap: KeyMap) -> Self {
        let (row, rules, agent, seats) = (0, 0, 0, 0);
        let mut menu = Self {
            rooms,
            seed,
            keymap,
            games_begun: 0,
            row,
            rules,
            agent,
            seats,
            size: None,
            turns: 0,
            explains: false,
            info: None,
            usual: None,
            help: false,
            left: false,
            complaint: None,
            chosen: None,
        };
        menu.look_up();
        menu
    }

    /// Looks up seats and usual opponent of the chosen rules.
    fn look_up(&mut self) {
        let setup = Setup { rules: self.spec(), size: None, seed: self.seed };
        let table = self.room().and_then(|room| room.open(&setup).ok());
        self.usual = table.as_ref().map(|table| table.size());
        self.info = table.map(|table| table.info()).or_else(|| self.room().map(AnyRoom::info));
    }

    /// The board that will be played on.
    pub(crate) fn size(&self) -> Option<Size> {
        self.size.or(self.usual)
    }

    /// Boards on offer under the chosen rules, from the smallest to the largest, the usual one among them.
    pub(crate) fn sizes(&self) -> Vec<Size> {
        let (Some(room), Some(usual)) = (self.room(), self.usual) else { return Vec::new() };
        let [_, least, most] = room.info().sizes;
        let between = |part: usize| Size {
            width: (least.width * (STEPS - part) + most.width * part) / STEPS,
            height: (least.height * (STEPS - part) + most.height * part) / STEPS,
        };
        let opens = |size: &Size| {
            let setup = Setup { rules: self.spec(), size: Some(*size), seed: self.seed };
            room.open(&setup).is_ok()
        };
        let mut sizes: Vec<Size> = (0..=STEPS).map(between).chain([usual]).filter(opens).collect();
        sizes.sort_by_key(|size| (size.width * size.height, size.width));
        sizes.dedup();
        sizes
    }

    /// Takes a larger board, or a smaller one.
    fn resize(&mut self, step: isize) {
        let sizes = self.sizes();
        let at = sizes.iter().position(|size| Some(*size) == self.size()).unwrap_or(0);
        match at.checked_add_signed(step).and_then(|at| sizes.get(at)) {
            Some(size) => self.size = Some(*size),
            None if sizes.len() < 2 => {
                self.complaint = Some("These rules have one board only.".into());
            }
            None => self.complaint = Some("No board is larger or smaller than that.".into()),
        }
    }

    /// Whether the person has left.
    pub(crate) fn left(&self) -> bool {
        self.left
    }

    /// The chosen rules with their options.
    pub(crate) fn spec(&self) -> Spec {
        let rules = Spec::named(self.rules().unwrap_or("standard"));
        if self.turns == 0 { rules } else { rules.with("turns", self.turns) }
    }

    /// Whether the chosen rules know turns of a clock.
    fn has_turns(&self) -> bool {
        let rules = self.room().map_or(&[][..], |room| room.info().rules);
        let chosen = rules.iter().find(|choice| Some(choice.name) == self.rules());
        chosen.is_some_and(|choice| choice.parameters.iter().any(|p| p.name == "turns"))
    }

    /// The games on offer.
    pub(crate) fn infos(&self) -> Vec<RoomInfo> {
        self.rooms.iter().map(|room| room.info()).collect()
    }

    fn room(&self) -> Option<&'a dyn AnyRoom> {
        self.rooms.get(self.row).map(AsRef::as_ref)
    }

    /// The rule set chosen for the game under the cursor.
    pub(crate) fn rules(&self) -> Option<&'static str> {
        let rules = self.room()?.info().rules;
        Some(rules.get(self.rules % rules.len().max(1))?.name)
    }

    /// The agents to meet: the usual one, then all.
    fn agents(&self) -> Vec<&'static str> {
        let Some(info) = self.info else { return Vec::new() };
        let others = info.agents.iter().map(|agent| agent.name);
        std::iter::once(info.opponent).chain(others.filter(|name| *name != info.opponent)).collect()
    }

    /// The agent chosen for the game under the cursor.
    pub(crate) fn agent(&self) -> &'static str {
        let agents = self.agents();
        agents.get(self.agent % agents.len().max(1)).copied().unwrap_or("random")
    }

    /// Who sits where.
    pub(crate) fn players(&self) -> Vec<Player> {
        let agent = || Player::from(self.agent().parse().unwrap_or_else(|_| Spec::named("random")));
        let player = |human: &bool| if *human { Player::Human } else { agent() };
        self.mode().1.iter().map(player).collect()
    }

    /// The chosen way to share the seats: its name, and which of them are people's.
    pub(crate) fn mode(&self) -> (&'static str, Vec<bool>) {
        let mut modes = modes(self.info.map_or(1, |info| info.seats));
        modes.swap_remove(self.seats % modes.len())
    }

    pub(crate) fn obey(&mut self, wish: &Wish) {
        let count = self.agents().len().max(1);
        self.complaint = None;
        if std::mem::take(&mut self.help) {
            return;
        }
        match wish {
            Wish::Help => self.help = true,
            Wish::Quit => self.left = true,
            Wish::Size(step) => self.resize(*step),
            Wish::Row(row) if *row == self.row => self.begin(),
            Wish::Row(row) => self.go_to(*row),
            Wish::Arrow("up") => self.go_to(self.row.saturating_sub(1)),
            Wish::Arrow("down") => self.go_to(self.row + 1),
            Wish::Arrow("right") => self.agent = (self.agent + 1) % count,
            Wish::Arrow(_) => self.agent = (self.agent + count - 1) % count,
            Wish::Rules => {
                (self.rules, self.agent, self.seats, self.turns) = (self.rules + 1, 0, 0, 0);
                self.size = None;
                self.look_up();
            }
            Wish::Seats => self.seats += 1,
            Wish::Turns if self.has_turns() => self.turns = (self.turns + 1) % 6,
            Wish::Turns => self.complaint = Some("These rules have no clock: v for others.".into()),
            Wish::Explain => self.explains = !self.explains,
            Wish::Confirm => self.begin(),
            _ => {}
        }
    }

    /// Moves to another game; choices belong to the game they were made for.
    fn go_to(&mut self, row: usize) {
        let row = row.min(self.rooms.len().saturating_sub(1));
        if row != self.row {
            (self.row, self.rules, self.agent, self.seats, self.turns) = (row, 0, 0, 0, 0);
            self.size = None;
            self.look_up();
        }
    }

    fn begin(&mut self) {
        let Some(room) = self.room() else { return };
        let rules = self.spec();
        let seed =
            if self.games_begun == 0 { self.seed } else { self.seed.of_game(self.games_begun) };
        let origin = Origin { room, setup: Setup { rules, size: self.size, seed }, position: None };
        self.games_begun += 1;
        match App::new(origin, self.players(), None) {
            Ok(app) => {
                let app = app.with_keys(self.keymap.clone()).with_explanations(self.explains);
                self.chosen = Some(app);
            }
            Err(error) => self.complaint = Some(error.to_string()),
        }
    }

    /// The game that was begun, once.
    pub(crate) fn take_game(&mut self) -> Option<App<'a>> {
        self.chosen.take()
    }
}
