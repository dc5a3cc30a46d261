import type { State } from '../protocol';
import { isPractice, markPractice } from './saved';

const KEY = 'ludex.scores';

/** The best scores kept here, by game, rules and size. */
export function bestScores(store: Storage = localStorage): Record<string, number> {
  try {
    const read: unknown = JSON.parse(store.getItem(KEY) ?? '{}');
    const all = typeof read === 'object' && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(all.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  } catch {
    return {};
  }
}

function keep(kind: string, score: number, store: Storage): void {
  try {
    store.setItem(KEY, JSON.stringify({ ...bestScores(store), [kind]: score }));
  } catch {
    // A full or forbidden store costs the best score, not the game.
  }
}

/**
 * The best score of a person alone. It grows while the game is played. A game in which a move was taken back, that an agent
 * played for a while or that began in the middle is practice and counts for nothing.
 */
export class BestScore {
  best = $state(0);
  /** Whether this game has made it, and that is worth a word: in the first game every move would. */
  isNew = $state(false);
  /** Whether there is a best to be told: in the first game it is the score itself. */
  isKnown = $state(false);
  /** The best before this game. */
  #before: number | null = null;
  #made = false;
  #plies = 0;

  constructor(private readonly store: Storage = localStorage) {}

  /** Hears how a game for one stands. */
  hear({ session, game, rules, size, players, plies, turn, scores: [score = 0] }: State): void {
    const kind = `${game} ${rules} ${size}`;
    this.best = bestScores(this.store)[kind] ?? 0;
    if (!players[0]?.human || plies < this.#plies) markPractice(session, this.store);
    this.#plies = plies;
    this.#before ??= this.best;
    const practice = isPractice(session, this.store);
    if (score > this.best && !practice) {
      this.#made = true;
      this.best = score;
      keep(kind, score, this.store);
    }
    this.isKnown = this.best > 0 && (this.#before > 0 || turn.kind === 'over');
    this.isNew = this.#made && !practice && this.isKnown;
  }
}
