import { client } from '../engine/service.svelte';
import type { PuzzleAsk, PuzzleMove, PuzzleStep, PuzzleView } from '../protocol';

/** Which puzzle is meant: by its code, by a date, a list of one's own, or a new one of some kind. */
export type Which = Pick<PuzzleAsk, 'code' | 'date' | 'list' | 'width' | 'buffer' | 'kind' | 'seed'>;

/** A puzzle that somebody plays. What can be played and what becomes of it, the service says. */
export class PuzzleGame {
  view = $state.raw<PuzzleView | null>(null);
  moves = $state.raw<string[]>([]);
  trouble = $state('');
  busy = $state(false);
  /** The waiting piece that is in the hand: its place among those that wait. */
  place = $state(0);
  /** What of its turns and columns is aimed at; the nearest that there is counts. */
  #turn = $state(0);
  #column = $state(0);
  /** The answer, step by step, while somebody goes through it. */
  proof = $state.raw<PuzzleStep[] | null>(null);
  step = $state(0);
  #asked = 0;

  /** The piece in the hand. */
  get piece(): number | undefined {
    return this.view?.waiting[this.place] ?? this.view?.waiting[0];
  }

  /** Where the piece in the hand would go: the possible move that is nearest to what is aimed at. */
  get aim(): PuzzleMove | undefined {
    const own = this.view?.moves.filter((move) => move.piece === this.piece) ?? [];
    const turns = [...new Set(own.map((move) => move.rotation))];
    const turn = turns[this.#turn % Math.max(1, turns.length)];
    const row = own.filter((move) => move.rotation === turn);
    return row.toSorted((a, b) => Math.abs(a.column - this.#column) - Math.abs(b.column - this.#column))[0];
  }

  /** Opens a puzzle, with moves that were made in it. */
  async open(which: Which, moves: string[] = []): Promise<void> {
    await this.#ask({ ...which, moves });
    if (this.trouble) return;
    this.proof = null;
    this.#rest();
  }

  /** Plays the move that is aimed at. */
  async drop(move = this.aim): Promise<void> {
    if (!move || !this.view || this.busy) return;
    const moves = [...this.moves, move.put];
    // Where nothing can follow, it is time to say how it stands.
    await this.#ask({ code: this.view.code, moves });
    if (this.view.moves.length === 0) await this.judge();
    this.#rest();
  }

  /** Takes back the last move, or all from one on. */
  async undo(to = this.moves.length - 1): Promise<void> {
    if (!this.view || to < 0) return;
    await this.#ask({ code: this.view.code, moves: this.moves.slice(0, to) });
    this.#rest();
  }

  /** Asks whether it can still be done. */
  judge(): Promise<void> {
    return this.#again({ verdict: true });
  }

  /** Asks for a move that keeps the goal in reach, and takes it into the hand. */
  async hint(): Promise<void> {
    await this.#again({ hint: true, verdict: true });
    const move = this.view?.moves.find(({ put }) => put === this.view?.hint?.put);
    if (move) this.aimAt(move);
  }

  /** Asks for the answer from here, to go through it. */
  async prove(): Promise<void> {
    await this.#again({ proof: true, verdict: true });
    this.proof = this.view?.proof?.length ? this.view.proof : null;
    this.step = 0;
  }

  take(place: number): void {
    if (place < (this.view?.waiting.length ?? 0)) this.place = place;
  }

  turn(): void {
    this.#turn += 1;
  }

  shift(columns: number): void {
    this.#column = (this.aim?.column ?? this.#column) + columns;
  }

  /** Aims so that the piece lies around a column. */
  point(column: number): void {
    const cells = this.aim?.cells.map((spot) => spot.column) ?? [0];
    const width = Math.max(...cells) - Math.min(...cells) + 1;
    this.#column = column - Math.floor((width - 1) / 2);
  }

  aimAt(move: PuzzleMove): void {
    this.place = Math.max(0, this.view?.waiting.indexOf(move.piece) ?? 0);
    const own = this.view?.moves.filter(({ piece }) => piece === move.piece) ?? [];
    this.#turn = [...new Set(own.map(({ rotation }) => rotation))].indexOf(move.rotation);
    this.#column = move.column;
  }

  #rest(): void {
    this.place = 0;
    this.#turn = 0;
    this.#column = Math.floor((this.view?.width ?? 0) / 2) - 1;
  }

  #again(wish: Partial<PuzzleAsk>): Promise<void> {
    return this.view ? this.#ask({ code: this.view.code, moves: this.moves, ...wish }) : Promise.resolve();
  }

  async #ask(ask: PuzzleAsk): Promise<void> {
    const mine = ++this.#asked;
    this.busy = true;
    this.trouble = '';
    try {
      const { puzzle } = await client.ask('puzzle', { ask: 'puzzle', ...ask });
      if (mine !== this.#asked) return;
      this.view = puzzle;
      this.moves = ask.moves ?? [];
    } catch (error) {
      if (mine === this.#asked) this.trouble = (error as Error).message;
    } finally {
      if (mine === this.#asked) this.busy = false;
    }
  }
}
