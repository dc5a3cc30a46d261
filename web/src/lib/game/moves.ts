import type { Happened, State } from '../protocol';

/** What was played since one looked last. A game that is opened in the middle does not begin with what happened before. */
export class NewMoves {
  #seen: number | null = null;

  since({ now, history }: { now: State | null; history: Happened[] }): Happened[] {
    if (!now) return [];
    const from = this.#seen ?? now.plies;
    // The list of moves may still be on its way; it is then looked at again.
    this.#seen = Math.min(now.plies, Math.max(from, history.length));
    return history.slice(from, now.plies);
  }
}
