//! The versus agent: plays for the difference in points.
//!
//! It looks at three known pieces, own and other, and at what a piece that is not known will do on average. The
//! search is [`versus`](crate::versus); where a budget limits it, or under rules that it does not serve,
//! the general min-max answers with the same terms, but takes the worst reply for the opponent's.

use super::hands::{foreseen, in_order, low_board, placements, prove_nothing};
use super::policy::{keys, tell_the_way};
use crate::position::{Action, Landing, MOST_KNOWN, Position};
use crate::report::EMERGENCY;
use crate::rules::{Ahead, Foreseen, Tetris};
use crate::shape::Placement;
use crate::versus::{Fate, Fates, Foresight, Line, Outlook, Question, Scene, Search, Weights};
use arrayvec::ArrayVec;
use ludex_core::{
    Agent, Bound, Breakdown, Budget, Candidate, Decision, Game, Meter, Result, SearchStats, Seat,
    Term,
};
use ludex_search::common::{Identity, mover, stats, walk};
use ludex_search::minimax::{Minimax, Perspective};

const FALL: &str = "losing together: how likely both are to lose soon, going by imagined games where the pile is high";
const GIVEN: &str =
    "points given away: what the opponent earns in imagined games until the pile is down";
const OFFER: &str =
    "rows offered: those that it lets the opponent clear although another placement would not";

/// The versus agent.
pub(super) struct Versus {
    pub(super) identity: Identity,
    pub(super) weights: Weights,
    pub(super) foresight: Foresight,
}

/// The question as the fast search asks it.
struct Asked<'a> {
    game: &'a Tetris,
    /// The rules and the position of a look ahead.
    ahead: Ahead,
    start: Foreseen,
    scene: Scene,
    pieces: ArrayVec<u8, MOST_KNOWN>,
    seat: Seat,
    outlook: Outlook,
}

impl Asked<'_> {
    /// The first placement of a course with the value of the course, taken apart.
    fn course(&self, line: &[Placement], value: f64) -> Candidate<Action> {
        let line = placements(&self.pieces, line);
        foreseen(&self.ahead, &self.start, (line, value), (&self.outlook, self.seat))
    }

    /// Adds what it costs to leave so many rows to the opponent.
    fn with_offer(&self, mut candidate: Candidate<Action>, offered: u32) -> Candidate<Action> {
        let offer = Term::new("offer", OFFER, offered.into(), self.outlook.weights.offer);
        candidate.value += offer.contribution;
        candidate.terms.push(offer);
        candidate
    }
}

/// Known pieces that are looked at: one's own, the answer to it, and the next.
const LOOKED_AT: usize = 3;
/// The same where a piece can be put aside, which doubles the placements.
const LOOKED_AT_WITH_HOLD: usize = 2;

/// The known pieces that are looked at, in the order in which they are placed.
fn looked_at(game: &Tetris, position: &Position) -> ArrayVec<u8, MOST_KNOWN> {
    let mut pieces = in_order(game, position);
    pieces.truncate(if game.rules().hold { LOOKED_AT_WITH_HOLD } else { LOOKED_AT });
    pieces
}

impl Versus {
    /// The agent as it plays if nothing else is asked for.
    pub(super) fn usual(identity: Identity) -> Self {
        Self { identity, weights: Weights::default(), foresight: Foresight::new(1, 0) }
    }

    /// What counts how much for a decision here.
    fn outlook(&self, position: &Position, lead: f64) -> Outlook {
        Outlook { weights: self.weights.on_guard(position.board.pile_height(), lead), lead }
    }

    fn asked<'a>(
        &self,
        game: &'a Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<Asked<'a>>> {
        let seat = mover(game, position)?;
        let Some(board) = low_board(game, position, budget) else { return Ok(None) };
        let lead = lead(game, position, seat);
        Ok(Some(Asked {
            game,
            ahead: Ahead::known(game),
            start: Foreseen::start(position),
            scene: Scene { board, lead, gift: 0.0, landing: Landing::default() },
            pieces: looked_at(game, position),
            seat,
            outlook: self.outlook(position, lead),
        }))
    }

    fn search<'a>(&'a self, asked: &'a Asked<'_>) -> Search<'a> {
        Search::new(Question {
            game: asked.game,
            pieces: &asked.pieces,
            weights: &asked.outlook.weights,
            dealt: asked.start.position.dealt,
            foresight: self.foresight,
        })
    }

    /// One placement with its value along the best course, fates left aside.
    fn candidate(
        asked: &Asked<'_>,
        search: &mut Search<'_>,
        (at, offered): (Placement, u32),
    ) -> Candidate<Action> {
        let value = search.weigh(&asked.scene, at);
        asked.with_offer(asked.course(search.line(), value), offered)
    }

    /// The same by the mean over what the report's agent may answer, where that rests on a piece that nobody knows yet.
    fn answered(
        asked: &Asked<'_>,
        search: &mut Search<'_>,
        (at, offered): (Placement, u32),
    ) -> Candidate<Action> {
        let contested = search.is_contested(&asked.scene, at);
        let answers = if contested { search.answers(&asked.scene, at) } else { Vec::new() };
        let (mut parts, mut value, mut likely) = (Breakdown::default(), 0.0, None);
        for &(answer, chance) in &answers {
            let found = search.weigh_answered(&asked.scene, at, answer);
            let course = asked.course(search.line(), found);
            value += chance * found;
            parts.add(course.terms.clone(), chance);
            likely.get_or_insert(course);
        }
        let Some(mut candidate) = likely else {
            return Self::candidate(asked, search, (at, offered));
        };
        candidate.value = value;
        candidate.terms = parts.into_terms(value, "rounding");
        if answers.len() > 1 {
            // What comes after the placement is not sure.
            candidate.line.truncate(1);
        }
        asked.with_offer(candidate, offered)
    }

    /// The imagined games of a decision, if there are to be any.
    fn fates<'a>(&self, asked: &'a Asked<'_>) -> Option<Fates<'a>> {
        let position = &asked.start.position;
        let wanted = self.foresight.games > 0 && asked.game.rules().seats == 2;
        wanted.then(|| Fates {
            game: asked.game,
            weights: &asked.outlook.weights,
            dealt: position.dealt,
            games: self.foresight.games,
            seed: self.identity.seed.derive(asked.game.key(position)),
        })
    }

    /// Adds what imagined games say about a placement. Each of them can only lower its value: once that is below `floor`, the rest are
    /// not played, and the value is a bound.
    fn imagine(
        asked: &Asked<'_>,
        fates: &Fates<'_>,
        candidate: &mut Candidate<Action>,
        floor: f64,
    ) {
        let Action::Place { piece, at, .. } = candidate.action else { return };
        let (mut board, shape) = (asked.scene.board, asked.game.shape(piece, at));
        board.place(shape, at.x.into(), at.y.into());
        let (value, weights, games) = (candidate.value, &asked.outlook.weights, fates.games as f64);
        let terms = |fate: &Fate| {
            let (lost, given) = (fate.lost / games, fate.given / games);
            [
                Term::new("fall", FALL, lost, weights.fall),
                Term::new("given", GIVEN, given, weights.given),
            ]
        };
        let sum = |fate: &Fate| terms(fate).iter().map(|term| term.contribution).sum::<f64>();
        let (fate, whole) = fates.of(&board, &asked.pieces[1..], |fate| value + sum(fate) >= floor);
        candidate.value += sum(&fate);
        candidate.terms.extend(terms(&fate));
        if !whole {
            candidate.bound = Bound::Upper;
        } else if board.pile_height() >= EMERGENCY {
            (candidate.bound, candidate.visits) = (Bound::Sampled, Some(fates.games));
            candidate.error = Some(fate.error(weights, games));
        }
    }

    /// Imagines games for those placements that can still be the best: imagination only lowers a value, so what is below
    /// the best one already stays as it is, a bound.
    fn imagine_best(asked: &Asked<'_>, fates: &Fates<'_>, candidates: &mut [Candidate<Action>]) {
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        let mut best = f64::NEG_INFINITY;
        for candidate in candidates.iter_mut().filter(|candidate| candidate.bound != Bound::None) {
            if candidate.value < best {
                candidate.bound = Bound::Upper;
            } else {
                Self::imagine(asked, fates, candidate, best);
                best = best.max(candidate.value);
            }
        }
    }

    /// Works the answers out for the placements that promise most. Of the others whose answers are not known only a first impression
    /// is left.
    fn answer_best(
        &self,
        asked: &Asked<'_>,
        search: &mut Search<'_>,
        candidates: &mut [(u32, Candidate<Action>)],
    ) {
        candidates.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        let mut left = self.foresight.answered;
        for (offered, candidate) in candidates {
            let Action::Place { at, .. } = candidate.action else { continue };
            if !search.is_contested(&asked.scene, at) {
                continue;
            }
            if left > 0 {
                left -= 1;
                let rank = candidate.rank_before_search;
                *candidate = Self::answered(asked, search, (at, *offered));
                candidate.rank_before_search = rank;
            } else {
                (candidate.bound, candidate.depth) = (Bound::None, 0);
                candidate.line.truncate(1);
            }
        }
    }

    /// Every placement with its value, most promising first.
    fn candidates(
        &self,
        asked: &Asked<'_>,
        meter: &Meter,
    ) -> (Vec<Candidate<Action>>, SearchStats) {
        let mut search = self.search(asked);
        let mut candidates = Vec::new();
        for (rank, first) in search.first(&asked.scene).into_iter().enumerate() {
            let mut candidate = Self::candidate(asked, &mut search, first);
            candidate.rank_before_search = Some(rank);
            candidates.push((first.1, candidate));
        }
        if self.foresight.answered > 0 {
            self.answer_best(asked, &mut search, &mut candidates);
        }
        let mut candidates: Vec<_> =
            candidates.into_iter().map(|(_, candidate)| candidate).collect();
        if let Some(fates) = self.fates(asked) {
            Self::imagine_best(asked, &fates, &mut candidates);
        }
        let mut stats = stats("minimax", asked.pieces.len() as u32, meter);
        (stats.nodes, stats.cutoffs) = (search.nodes, search.cutoffs);
        (candidates, stats)
    }

    /// The general search for this position, and the position as a look ahead sees it.
    fn general(&self, game: &Tetris, position: &Position) -> (Ahead, Foreseen, Minimax<Outlook>) {
        let depth = looked_at(game, position).len() as u32;
        let lead = lead(game, position, Seat(position.mover.into()));
        let search = Minimax::new(self.identity.clone(), self.outlook(position, lead), depth);
        let alone = game.rules().seats == 1;
        let perspective = if alone { Perspective::MaxMax } else { Perspective::Max };
        (Ahead::known(game), Foreseen::start(position), Minimax { perspective, ..search })
    }
}

/// Own points less those of the other.
fn lead(game: &Tetris, position: &Position, seat: Seat) -> f64 {
    let rival = if game.rules().seats == 2 { position.points[seat.other().0] } else { 0 };
    f64::from(position.points[seat.0]) - f64::from(rival)
}

impl Agent<Tetris> for Versus {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        // Answers are worked out and games imagined for placements with known values, so all of them are looked at.
        if self.identity.random || self.foresight.answered > 0 || self.foresight.games > 0 {
            return Ok(self.decide(game, position, budget)?.best().action);
        }
        if let Some(asked) = self.asked(game, position, budget)? {
            let mut search = self.search(&asked);
            search.best(&asked.scene);
            if let Some(&action) = placements(&asked.pieces, search.line()).first() {
                return Ok(action);
            }
        }
        let (ahead, start, search) = self.general(game, position);
        search.choose(&ahead, &start, budget)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let mut decision = if let Some(asked) = self.asked(game, position, budget)? {
            let (candidates, stats) = self.candidates(&asked, &budget.start());
            self.identity.conclude(game.key(position), asked.seat, candidates, stats)
        } else {
            let (ahead, start, search) = self.general(game, position);
            search.decide(&ahead, &start, budget)?
        };
        tell_the_way(game, position, &mut decision);
        decision.candidates.iter_mut().for_each(prove_nothing);
        Ok(decision)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        let asked = self.asked(game, position, budget)?;
        let mut candidate = if let (Some(asked), Action::Place { at, .. }) = (asked, action) {
            game.check(position, action)?;
            let mut search = self.search(&asked);
            let offered = search.first(&asked.scene).into_iter().find(|first| first.0 == at);
            let mut found = Self::answered(&asked, &mut search, offered.unwrap_or((at, 0)));
            if let Some(fates) = self.fates(&asked) {
                Self::imagine(&asked, &fates, &mut found, f64::NEG_INFINITY);
            }
            found
        } else {
            let (ahead, start, search) = self.general(game, position);
            search.weigh(&ahead, &start, action, budget)?
        };
        candidate.keys = keys(game, position, action);
        prove_nothing(&mut candidate);
        Ok(candidate)
    }

    fn unfold(
        &self,
        game: &Tetris,
        position: &Position,
        path: &[Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<Action>>> {
        let Some(asked) = self.asked(game, position, budget)? else {
            let (ahead, start, search) = self.general(game, position);
            return search.unfold(&ahead, &start, path, budget);
        };
        walk(&asked.ahead, &asked.start, path)?;
        let place = |action: &Action| match *action {
            Action::Place { at, .. } => Some(at),
            Action::Deal(_) | Action::Press(_) => None,
        };
        let path: ArrayVec<Placement, MOST_KNOWN> = path.iter().filter_map(place).collect();
        let mut search = self.search(&asked);
        let found = search.unfold(&asked.scene, &path);
        let left = &asked.pieces[path.len().min(asked.pieces.len())..];
        let candidate = |(order, (value, line)): (usize, (f64, Line))| {
            let line = placements(left, &line);
            let depth = line.len() as u32;
            Candidate { order, depth, line: line.clone(), ..Candidate::new(line[0], value) }
        };
        Ok(found.into_iter().enumerate().map(candidate).collect())
    }
}
