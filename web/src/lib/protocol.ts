/**
 * The messages of the service, as the page uses them.
 *
 * Written by hand to match `crates/service/src/protocol` until the types generated from there take over.
 */

export type Ink = 'empty' | 'first' | 'second' | 'goal' | 'ghost' | 'fresh' | { piece: number };

export interface Cell {
  text: string;
  ink: Ink;
}

export interface Picture {
  width: number;
  height: number;
  cells: Cell[];
  column_labels: string[];
  row_labels: string[];
  notes: [string, string][];
  focus?: [number, number] | null;
}

export type Proven = 'win' | 'draw' | 'loss';

export interface Term {
  name: string;
  meaning: string;
  amount: number;
  weight: number;
  contribution: number;
}

export interface Candidate {
  action: string;
  value: number;
  order: number;
  rank_before_search: number | null;
  line: string[];
  keys: string[];
  terms: Term[];
  visits: number | null;
  error: number | null;
  proven: Proven | null;
}

export interface SearchStats {
  algorithm: string;
  depth: number;
  nodes: number;
  cutoffs: number;
  table_hits: number;
  seconds: number;
  complete: boolean;
}

export interface StoryStep {
  step: string[];
  backtracked: boolean;
}

export interface Decision {
  agent: string;
  seat: number;
  seed: number;
  chosen: number;
  candidates: Candidate[];
  search: SearchStats;
  story: StoryStep[];
}

export interface Explanation {
  words: string;
  decision: Decision;
}

export interface Difference {
  name: string;
  meaning: string;
  chosen: number;
  instead: number;
  contribution: number;
}

export interface Contrast {
  words: string;
  chosen: Candidate;
  instead: Candidate;
  difference: number;
  lines_part_at: number;
  settling: Difference[];
  others: Difference[];
}

export type Player = { kind: 'human' } | { kind: 'agent'; agent: string };

export interface Settings {
  paused?: boolean | null;
  pace_ms?: number | null;
  think_seconds?: number | null;
  explain?: boolean | null;
  gravity?: boolean | null;
  seats?: Player[] | null;
}

export interface Create {
  game: string;
  rules?: string | null;
  size?: string | null;
  seats?: Player[];
  seed?: number | null;
  position?: string | null;
  settings?: Settings;
}

export interface RunMatch {
  game: string;
  rules?: string | null;
  size?: string | null;
  agents: string[];
  games: number;
  seed?: number | null;
  max_moves?: number | null;
}

export type Ask =
  | { ask: 'hello' }
  | ({ ask: 'create' } & Create)
  | { ask: 'join'; session: string; token?: string | null }
  | { ask: 'leave'; session: string }
  | { ask: 'state'; session: string; ply?: number | null }
  | { ask: 'history'; session: string }
  | { ask: 'act'; session: string; token: string; action: string }
  | { ask: 'key'; session: string; token: string; key: string }
  | { ask: 'point'; session: string; column: number; row: number; ply?: number | null }
  | { ask: 'undo'; session: string; token: string }
  | { ask: 'set'; session: string; token: string; settings: Settings }
  | { ask: 'continue'; session: string; token: string }
  | { ask: 'preview'; session: string; ply?: number | null; actions: string[] }
  | { ask: 'analyse'; session: string; ply?: number | null; agent?: string | null; seconds?: number | null }
  | { ask: 'why_not'; session: string; ply?: number | null; agent?: string | null; instead: string }
  | { ask: 'review'; session: string; agent?: string | null }
  | { ask: 'cancel'; request: number }
  | { ask: 'save'; session: string }
  | { ask: 'load'; record: string; seats?: Player[] }
  | { ask: 'list'; limit?: number | null }
  | ({ ask: 'run' } & RunMatch);

export type Request = { id: number } & Ask;

export interface Choosable {
  name: string;
  help: string;
  seats?: number | null;
  parameters: [string, string, string][];
}

export interface GameView {
  name: string;
  title: string;
  about: string;
  seats: number;
  rules: Choosable[];
  sizes: [string, string, string];
  agents: Choosable[];
  opponent: string;
  metrics: string[];
  input: string;
}

export interface Show {
  game: string;
  rules: string;
  session: string;
}

export interface PlayerView {
  player: string;
  human: boolean;
  here: boolean;
}

export type TurnView = { kind: 'seat'; seat: number } | { kind: 'over' };

export interface Happened {
  ply: number;
  seat: number;
  action: string;
  phrase: string;
  value: number | null;
  scores: number[];
}

export interface SmallPicture {
  name: string;
  picture: Picture;
}

export interface LiveView {
  picture: Picture;
  beside: SmallPicture[];
  level: number;
  interval_ms: number;
  played_ms: number;
  left_ms: number | null;
}

export interface Named {
  name: string;
  value: number;
}

export interface State {
  session: string;
  version: number;
  game: string;
  rules: string;
  size: string;
  seed: number;
  ply: number;
  plies: number;
  players: PlayerView[];
  yours: number[];
  turn: TurnView;
  scores: number[];
  metrics: Named[];
  picture: Picture;
  actions: string[];
  last: Happened | null;
  reasons: Explanation | null;
  live: LiveView | null;
  waiting: boolean;
  paused: boolean;
  undo: boolean;
  settings: Settings;
  result: string | null;
  position: string;
}

export interface Reviewed {
  ply: number;
  seat: number;
  played: string;
  best: string;
  value: number;
  best_value: number;
  proven: Proven | null;
  mistake: boolean;
  words: string | null;
}

export interface SeatResult {
  agent: string;
  wins: number;
  draws: number;
  losses: number;
}

export interface SessionLine {
  session: string;
  game: string;
  rules: string;
  players: string[];
  plies: number;
  scores: number[];
  over: boolean;
  changed: number;
}

export type ErrorKind = 'bad' | 'missing' | 'forbidden' | 'conflict' | 'limit' | 'internal';

export type Answer =
  | { answer: 'welcome'; protocol: number; version: string; games: GameView[]; shows: Show[] }
  | { answer: 'created'; session: string; tokens: (string | null)[]; owner: string; state: State }
  | { answer: 'state'; state: State }
  | { answer: 'history'; moves: Happened[] }
  | { answer: 'pointed'; action: string | null; phrase: string | null }
  | { answer: 'preview'; picture: Picture }
  | { answer: 'analysis'; ply: number; explanation: Explanation }
  | { answer: 'why_not'; ply: number; contrast: Contrast }
  | { answer: 'review'; moves: Reviewed[]; total: number }
  | {
      answer: 'match';
      finished: number;
      games: number;
      seats: SeatResult[];
      metrics: Record<string, number[]>;
      seconds: number;
    }
  | { answer: 'saved'; record: string }
  | { answer: 'listed'; sessions: SessionLine[] }
  | { answer: 'done' }
  | { answer: 'error'; kind: ErrorKind; message: string };

export type Reply = { id: number; last: boolean } & Answer;

export type Event =
  | { event: 'state'; session: string; state: State }
  | { event: 'live'; session: string; live: LiveView }
  | { event: 'thinking'; session: string; seat: number; on: boolean }
  | { event: 'closed'; session: string; reason: string };
