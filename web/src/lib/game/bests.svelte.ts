import type { Cell, Picture, State } from '../protocol';
import type { Client } from '../engine/client';
import type { Table } from './table.svelte';

/** What the best game under some rules is: the shortest, or the one with the most points. */
export interface BestKind {
  rules: string;
  by: 'time' | 'score';
  /** Rows with which it is done; 0 if the clock ends it. */
  goal: number;
}

/** The board after a move of the best game, for the replay that runs along. */
export interface Frame {
  /** Milliseconds played. */
  at: number;
  rows: number;
  score: number;
  /** The lowest rows, from the top, a character for each cell. */
  cells: string;
}

export interface Best {
  ms: number;
  rows: number;
  score: number;
  /** When, in milliseconds since 1970. */
  on: number;
  /** The game itself, as `load` takes it. */
  record: string;
  frames: Frame[];
}

const KEY = 'ludex.bests';
/** Rows that people see. */
const ROWS = 20;

/** What counts under the rules of a game, if anything does: one person alone, with an end. */
export function bestKind(state: State | null): BestKind | null {
  if (!state || state.players.length !== 1 || !state.players[0]?.human) return null;
  return kindOf(state.rules);
}

/** The same by the rules alone. */
export function kindOf(rules: string): BestKind | null {
  const [name, options = ''] = rules.split(':');
  const values = new Map(options.split(',').map((option) => option.split('=') as [string, string]));
  const goal = Number(values.get('goal') ?? 0);
  if (name !== 'guideline' || (goal === 0 && !values.has('seconds'))) return null;
  const by = goal > 0 && !values.has('seconds') && values.get('levels') === '0' ? 'time' : 'score';
  return { rules, by, goal };
}

/** Whether one result is better than another of its kind. */
export function isBetter(kind: BestKind, one: Best, other: Best | undefined): boolean {
  if (!other) return true;
  return kind.by === 'time' ? one.ms < other.ms : one.score > other.score;
}

export function bests(store: Storage = localStorage): Record<string, Best> {
  try {
    const read: unknown = JSON.parse(store.getItem(KEY) ?? '{}');
    const all = typeof read === 'object' && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(all.filter(([, best]) => isBest(best))) as Record<string, Best>;
  } catch {
    return {};
  }
}

export function keepBest(rules: string, best: Best, store: Storage = localStorage): void {
  try {
    store.setItem(KEY, JSON.stringify({ ...bests(store), [rules]: best }));
  } catch {
    // A full or forbidden store costs the replay of the best, not the game.
  }
}

function isBest(value: unknown): value is Best {
  const best = value as Partial<Best> | null;
  return typeof best?.ms === 'number' && typeof best.score === 'number' && Array.isArray(best.frames);
}

/** The board in few characters: rows above the pile are left out. */
export function pack({ width, height, cells }: Picture): string {
  const sign = ({ ink, text }: Cell) => {
    if (ink === 'empty' || ink === 'ghost') return '.';
    return typeof ink === 'object' && text === '#' ? String(ink.piece % 10) : '#';
  };
  const text = cells
    .slice(Math.max(0, height - ROWS) * width)
    .map(sign)
    .join('');
  return text.slice(Math.floor(text.search(/[^.]|$/) / width) * width);
}

/** The same board, to be drawn. */
export function unpack(packed: string, width: number): Picture {
  const text = packed.padStart(ROWS * width, '.');
  const cells = [...text].map((sign): Cell => {
    if (sign === '.') return { text: '.', ink: 'empty' };
    return sign === '#' ? { text: '#', ink: 'lying' } : { text: '#', ink: { piece: Number(sign) } };
  });
  return { width, height: ROWS, cells, column_labels: [], row_labels: [], notes: [] };
}

/** The frame that was on the board after so much time; before anything was seen, the first. */
export function frameAt(frames: Frame[], ms: number): Frame | undefined {
  return frames.findLast((frame) => frame.at <= ms) ?? frames[0];
}

/** Time played at the place that is looked at. */
export function elapsed({ past, live, now }: Table): number {
  return past?.played_ms ?? (past ? null : live?.played_ms) ?? now?.played_ms ?? 0;
}

function metric({ metrics }: State, name: string): number {
  return metrics.find((figure) => figure.name === name)?.value ?? 0;
}

/** The best game so far, running along with this one; and this one, in case it becomes the best. */
export class Ghost {
  best = $state.raw<Best | undefined>(undefined);
  kind = $state.raw<BestKind | null>(null);
  /** Set when the game has ended as the best. */
  isNewBest = $state(false);
  #frames: Frame[] = [];
  #plies = -1;
  /** Whether a move was taken back: then it is practice. */
  #practice = false;
  #judged = false;

  constructor(private readonly client: Client) {}

  /** Hears how the game stands. */
  hear(table: Table, state: State, kind: BestKind): void {
    if (!this.kind) this.best = bests()[kind.rules];
    this.kind = kind;
    if (this.#plies > state.plies) this.#practice = true;
    if (state.plies === this.#plies + 1 || (state.plies === 0 && this.#plies < 0))
      this.#frames.push({
        at: state.played_ms ?? 0,
        rows: metric(state, 'lines'),
        score: metric(state, 'score'),
        cells: pack(state.picture),
      });
    // Whoever came in the middle has no replay to show.
    else if (this.#plies < 0) this.#frames = [];
    this.#plies = state.plies;
    if (state.turn.kind === 'over' && !this.#judged) void this.#judge(table, state, kind);
  }

  async #judge(table: Table, state: State, kind: BestKind): Promise<void> {
    this.#judged = true;
    const rows = metric(state, 'lines');
    if (this.#practice || (kind.by === 'time' && rows < kind.goal)) return;
    const saved = await this.client.ask('saved', { ask: 'save', session: table.session }).catch(() => null);
    const frames = this.#frames[0]?.rows === 0 ? this.#frames : [];
    const score = metric(state, 'score');
    const best = {
      ms: state.played_ms ?? 0,
      rows,
      score,
      on: Date.now(),
      record: saved?.record ?? '',
      frames,
    };
    if (best.ms === 0 || !isBetter(kind, best, this.best)) return;
    this.isNewBest = true;
    keepBest(kind.rules, best);
    this.best = best;
  }
}
