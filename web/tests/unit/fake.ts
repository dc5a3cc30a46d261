import type { Happened, Reply, Request, State } from '../../src/lib/protocol';
import type { Incoming, Transport } from '../../src/lib/engine/transport';
import { Frames } from '../../src/lib/page/frames';

/** A way to an engine that a test plays by hand. */
export class FakeTransport implements Transport {
  onmessage: (message: Incoming) => void = () => undefined;
  onstatus: (open: boolean) => void = () => undefined;
  sent: Request[] = [];
  up = false;

  open(): void {
    this.up = true;
    this.onstatus(true);
  }

  close(): void {
    this.up = false;
    this.onstatus(false);
  }

  send(message: Request): boolean {
    if (this.up) this.sent.push(message);
    return this.up;
  }

  /** Answers the newest question. */
  answer(reply: Omit<Reply, 'id' | 'last'>, last = true, id = this.sent.at(-1)?.id ?? 0): void {
    this.onmessage({ id, last, ...reply } as Reply);
  }
}

/** Frames that come when a test wants them. */
export class FakeFrames extends Frames {
  #due: (() => void)[];
  #time: { ms: number };

  constructor(update: () => void = () => undefined) {
    const due: (() => void)[] = [];
    const time = { ms: 0 };
    super(
      (frame) => due.push(frame),
      update,
      () => time.ms,
    );
    [this.#due, this.#time] = [due, time];
  }

  /** Whether a frame was asked for. */
  get wanted(): boolean {
    return this.#due.length > 0;
  }

  /** The next frame, which comes after so many milliseconds. */
  next(after = 16): void {
    this.#time.ms += after;
    this.#due.splice(0).forEach((frame) => frame());
  }
}

/** A move of Tris. */
export const move = (ply: number, action = 'b2'): Happened => ({
  ply,
  seat: ply % 2,
  action,
  bare: action,
  phrase: action,
  value: null,
  chance: null,
  scores: [0, 0],
  waited_ms: 0,
  feats: [],
});

/** A game of Tris after some moves. */
export function state(version: number, plies: number, more: Partial<State> = {}): State {
  const player = { player: 'human', human: true, here: true };
  return {
    session: 's',
    played_ms: null,
    version,
    game: 'tris',
    rules: 'standard',
    size: '3x3',
    seed: 1,
    ply: plies,
    plies,
    players: [player, { player: 'minimax', human: false, here: true }],
    yours: [0],
    turn: { kind: 'seat', seat: plies % 2 },
    zero_sum: true,
    usual: 'minimax',
    chance: false,
    scores: [0, 0],
    metrics: [],
    picture: { width: 0, height: 0, cells: [], column_labels: [], row_labels: [], notes: [] },
    actions: [],
    last: plies > 0 ? move(plies - 1) : null,
    reasons: null,
    live: null,
    waiting: false,
    paused: false,
    undo: true,
    settings: {},
    result: null,
    position: '',
    ...more,
  };
}
