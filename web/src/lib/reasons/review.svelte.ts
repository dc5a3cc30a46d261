import type { Client, Stream } from '../engine/client';
import type { Table } from '../game/table.svelte';
import type { Reviewed } from '../protocol';
import { accuracy, gradeLosses, type GradedLoss } from './losses';

/** A finished game that is gone through for training. */
export class Review {
  moves = $state.raw<Reviewed[]>([]);
  total = $state(0);
  running = $state(false);
  trouble = $state('');
  /** Moves whose better alternative has been shown. */
  revealed = $state.raw<ReadonlySet<number>>(new Set());
  #work: Stream | null = null;

  constructor(
    private readonly client: Client,
    private readonly table: Table,
  ) {}

  /** Every move with what it gave away. */
  readonly losses: GradedLoss[] = $derived.by(() =>
    gradeLosses(this.moves, this.table.now?.zero_sum ?? true),
  );

  /** Those worth a second look. */
  readonly slips: GradedLoss[] = $derived.by(() => this.losses.filter(({ grade }) => grade !== 'fine'));

  /** How close a seat's moves came to the best ones, 0 to 100; none if none of them was judged. */
  accuracyOf(seat: number): number | null {
    return accuracy(this.losses.filter(({ move }) => move.seat === seat));
  }

  /** The move that would be made at the place that is looked at, if it was judged. */
  get here(): GradedLoss | undefined {
    const at = this.table.past?.ply;
    return this.losses.find(({ move }) => move.ply === at);
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
    this.revealed = new Set();
    this.trouble = '';
    this.running = true;
    const ask = { ask: 'review', session: this.table.session, agent } as const;
    const work = this.client.stream('review', ask, (answer) => {
      this.moves = [...this.moves, ...answer.moves];
      this.total = answer.total;
    });
    this.#work = work;
    await work.done.catch((error: Error) => (this.trouble = error.message));
    if (this.#work === work) this.running = false;
  }

  stop(): void {
    this.#work?.cancel();
  }
}
