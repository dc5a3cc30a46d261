import type { Client, Stream } from '../engine/client';
import type { Table } from '../game/table.svelte';
import type { Measure, Reviewed, SeatReview } from '../protocol';

/** A finished game that is gone through for training. */
export class Review {
  moves = $state.raw<Reviewed[]>([]);
  total = $state(0);
  /** What losses are measured by. */
  measure = $state<Measure>('middling');
  /** What each seat gave away, and what chance did. */
  seats = $state.raw<SeatReview[]>([]);
  running = $state(false);
  trouble = $state('');
  /** Moves whose better alternative has been shown. */
  revealed = $state.raw<ReadonlySet<number>>(new Set());
  #work: Stream | null = null;

  constructor(
    private readonly client: Client,
    private readonly table: Table,
  ) {}

  /** The moves worth a second look. */
  readonly slips: Reviewed[] = $derived.by(() => this.moves.filter(({ grade }) => grade !== 'fine'));

  /** Slips that stay: what other values than chances are measured by is known when all moves are judged. */
  readonly settled: Reviewed[] = $derived.by(() =>
    this.measure === 'chance' || !this.running ? this.slips : [],
  );

  /** The slip that was made after `ply` moves, if there was one. */
  slipAt(ply: number): Reviewed | undefined {
    return this.settled.find((slip) => slip.ply === ply);
  }

  /** What a seat gave away; nothing if none of its moves was judged. */
  of(seat: number): SeatReview | undefined {
    return this.seats.find((found) => found.seat === seat);
  }

  isRevealed(ply: number): boolean {
    return this.revealed.has(ply);
  }

  reveal(ply: number): void {
    this.revealed = new Set(this.revealed).add(ply);
  }

  /** Has every move judged. */
  async start(agent?: string): Promise<void> {
    this.#work?.cancel();
    this.moves = [];
    this.seats = [];
    this.revealed = new Set();
    this.trouble = '';
    this.running = true;
    const ask = { ask: 'review', session: this.table.session, agent } as const;
    const work = this.client.stream('review', ask, (answer) => {
      // The last answer has all moves once more, graded by what the whole game is like.
      const news = new Set(answer.moves.map(({ ply }) => ply));
      this.moves = [...this.moves.filter(({ ply }) => !news.has(ply)), ...answer.moves];
      ({ total: this.total, measure: this.measure, seats: this.seats } = answer);
    });
    this.#work = work;
    await work.done.catch((error: Error) => (this.trouble = error.message));
    if (this.#work === work) this.running = false;
  }

  stop(): void {
    this.#work?.cancel();
  }
}
