//! A game whose agent counts its searches: one for each move, whatever is asked about it.

use crate::drive;
use ludex_core::{
    Agent, Bound, Budget, Candidate, Choice, Decision, Error, Game, Notation, Picture, Result,
    Room, RoomInfo, SearchStats, Seat, Seed, Setup, Size, Spec, Turn, mix, room,
};
use ludex_table::desk::{Desk, Outcome, Stream};
use ludex_table::protocol::{Answer, Ask};
use ludex_table::{Event, Machine, Player, TableSettings};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Two climb a ladder of forty rungs, one to three at a time; who is at the top has won.
#[derive(Clone)]
struct Ladder;

static SEARCHES: AtomicUsize = AtomicUsize::new(0);

impl Game for Ladder {
    type Position = (u8, usize);
    type Action = u8;
    type Undo = ();

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> (u8, usize) {
        (40, 0)
    }

    fn turn(&self, &(rungs, mover): &(u8, usize)) -> Turn {
        if rungs == 0 { Turn::Over } else { Turn::Seat(Seat(mover)) }
    }

    fn actions(&self, &(rungs, _): &(u8, usize), out: &mut Vec<u8>) {
        out.extend(1..=rungs.min(3));
    }

    fn play(&self, position: &mut (u8, usize), action: u8) {
        *position = (position.0 - action, 1 - position.1);
    }

    fn undo(&self, position: &mut (u8, usize), action: u8, (): ()) {
        *position = (position.0 + action, 1 - position.1);
    }

    fn score(&self, &(rungs, mover): &(u8, usize), seat: Seat) -> f64 {
        match (rungs, seat.0 == mover) {
            (0, true) => -1.0,
            (0, false) => 1.0,
            _ => 0.0,
        }
    }

    fn key(&self, &(rungs, mover): &(u8, usize)) -> u64 {
        mix(u64::from(rungs) * 2 + mover as u64)
    }
}

impl Notation for Ladder {
    fn action_text(&self, action: u8) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<u8> {
        text.parse().map_err(|_| Error::bad("move", text, "give 1 to 3"))
    }

    fn position_text(&self, (rungs, mover): &(u8, usize)) -> String {
        format!("{rungs} {mover}\n")
    }

    fn read_position(&self, _: &str) -> Result<(u8, usize)> {
        Ok(self.start())
    }

    fn picture(&self, _: &(u8, usize), _: &[u8]) -> Picture {
        Picture::new(1, 1)
    }
}

/// Climbs by one, and has looked at all but the last candidate in earnest.
struct Climber;

impl Agent<Ladder> for Climber {
    /// Playing on needs no search.
    fn choose(&self, game: &Ladder, at: &(u8, usize), _: &Budget) -> Result<u8> {
        let mut actions = Vec::new();
        game.actions(at, &mut actions);
        Ok(actions[0])
    }

    fn decide(&self, game: &Ladder, at: &(u8, usize), _: &Budget) -> Result<Decision<u8>> {
        SEARCHES.fetch_add(1, Ordering::Relaxed);
        let mut actions = Vec::new();
        game.actions(at, &mut actions);
        let last = actions.len() - 1;
        let candidate = |(order, &action): (usize, &u8)| Candidate {
            order,
            bound: if order == last && order > 0 { Bound::Upper } else { Bound::Exact },
            ..Candidate::new(action, -f64::from(action))
        };
        Ok(Decision {
            agent: "climber".into(),
            seat: at.1,
            seed: Seed(1),
            chosen: 0,
            candidates: actions.iter().enumerate().map(candidate).collect(),
            search: SearchStats { complete: true, ..SearchStats::default() },
            story: Vec::new(),
        })
    }
}

impl Room for Ladder {
    const INFO: RoomInfo = RoomInfo {
        name: "ladder",
        title: "Ladder",
        about: "",
        seats: 2,
        rules: &[Choice { name: "standard", help: "", parameters: &[] }],
        sizes: [Size::new(1, 40); 3],
        agents: &[Choice { name: "climber", help: "", parameters: &[] }],
        opponent: "climber",
        metrics: &["plies"],
        input: "",
        perft_counts_paths: false,
    };

    fn open(_: &Spec, _: Option<Size>) -> Result<Self> {
        Ok(Ladder)
    }

    fn rules(&self) -> Spec {
        Spec::named("standard")
    }

    fn size(&self) -> Size {
        Size::new(1, 40)
    }

    fn agent(&self, _: &Spec, _: Seed) -> Result<Box<dyn Agent<Self>>> {
        Ok(Box::new(Climber))
    }

    fn metrics(&self, _: &(u8, usize), plies: u64) -> Vec<f64> {
        vec![plies as f64]
    }
}

fn answer(desk: &mut Desk, ask: &Ask) -> Answer {
    let stream = Stream {
        stop: ludex_core::Stop::default(),
        send: Box::new(|_| false),
        clock: Box::new(|| Duration::ZERO),
    };
    match desk.answer(ask, 0, Duration::ZERO).expect("an outcome") {
        Outcome::Answer(answer) => answer,
        Outcome::Work(work) => work.run(&stream).expect("an answer"),
    }
}

#[test]
fn whatever_is_asked_about_a_move_it_was_searched_once() {
    let setup = Setup { rules: Spec::named("standard"), size: None, seed: Seed(1) };
    let table = room::<Ladder>().open(&setup).expect("a table");
    let players = vec![Player::Agent(Spec::named("climber")); 2];
    let mut machine = Machine::new(table, players, TableSettings::default(), Duration::ZERO);
    drive(&mut machine, Duration::ZERO, 10);
    let searches = || SEARCHES.load(Ordering::Relaxed);
    assert_eq!((machine.plies(), searches()), (10, 10));
    let mut desk = Desk::new("ladder".into(), machine, || "secret".into());
    let session = "ladder".to_owned();

    let analyse =
        Ask::Analyse { session: session.clone(), ply: Some(4), agent: None, seconds: None };
    let Answer::Analysis { explanation, .. } = answer(&mut desk, &analyse) else {
        panic!("reasons")
    };
    let state = Ask::State { session: session.clone(), ply: Some(5) };
    let Answer::State { state } = answer(&mut desk, &state) else { panic!("a state") };
    assert_eq!(state.last.expect("a move").ply, 4);
    assert_eq!(state.reasons.as_deref(), Some(&*explanation), "stepping back shows the reasons");
    let why_not = |instead: &str| Ask::WhyNot {
        session: session.clone(),
        ply: Some(4),
        agent: Some("climber".into()),
        instead: instead.into(),
    };
    answer(&mut desk, &why_not("2"));
    let Answer::Review { moves, .. } =
        answer(&mut desk, &Ask::Review { session: session.clone(), agent: None })
    else {
        panic!("a review")
    };
    assert_eq!(moves.len(), 10);
    assert_eq!(searches(), 10, "everything is made of the decisions that were taken");
    answer(&mut desk, &why_not("3"));
    assert_eq!(searches(), 11, "what was only bounded is weighed on demand");

    let now = Ask::Analyse { session: session.clone(), ply: None, agent: None, seconds: None };
    answer(&mut desk, &now);
    assert_eq!(searches(), 12, "nobody has decided here yet");
    let instead = "2".to_owned();
    answer(&mut desk, &Ask::WhyNot { session, ply: None, agent: None, instead });
    assert_eq!(searches(), 12, "why not asks the analysis");
}

#[test]
fn a_long_game_keeps_the_reasons_of_its_last_moves_and_all_its_moves() {
    let rules = Spec::named("standard");
    let mut machine = crate::machine(crate::table("snake", &rules, Seed(1)), &["random"]);
    let mut now = Duration::ZERO;
    let (mut games, mut longest) = (0, 0);
    while games < 3 {
        now = drive(&mut machine, now, usize::MAX);
        longest = longest.max(machine.plies());
        assert!(machine.decision(machine.plies() - 1).is_some());
        assert!(machine.take_events().iter().any(|event| matches!(event, Event::Over)));
        games += 1;
        let seed = Seed(1).of_game(games);
        machine = crate::machine(crate::table("snake", &rules, seed), &["random"]);
    }
    assert!(longest > 5);
}
