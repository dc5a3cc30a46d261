import type { Early } from '../protocol';

/** How keys of a falling piece act while they are held, and which keys these are. Times in milliseconds. */
export interface Handling {
  /** From when a key goes down until it acts again: the delay that players call DAS. */
  das: number;
  /** From one time to the next: ARR; 0 moves to the wall at once. */
  arr: number;
  /** Time for a row while `down` is held; 0 goes to the ground at once. */
  soft: number;
  /** Whether a key that is held when a piece appears turns it or puts it aside. */
  early: Early;
  /** Keys of one's own by what they do; what is missing has the usual ones. */
  keys: Record<string, string[]>;
}

export const USUAL: Handling = { das: 167, arr: 33, soft: 33, early: 'unspent', keys: {} };

/** What can be set: least and most. */
export const LIMITS = { das: [0, 500], arr: [0, 200], soft: [0, 200] } as const;

const KEY = 'ludex.handling';
const EARLY: Early[] = ['never', 'unspent', 'held'];

/** Whatever is in the store, only what makes sense is taken from it. */
export function readHandling(text: string | null): Handling {
  try {
    const read = JSON.parse(text ?? '{}') as Partial<Handling>;
    const time = (name: 'das' | 'arr' | 'soft') => {
      const [least, most] = LIMITS[name];
      const value = Number(read[name] ?? USUAL[name]);
      return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : USUAL[name];
    };
    const early = EARLY.find((known) => known === read.early) ?? USUAL.early;
    return { das: time('das'), arr: time('arr'), soft: time('soft'), early, keys: keysIn(read.keys) };
  } catch {
    return { ...USUAL };
  }
}

function keysIn(read: unknown): Record<string, string[]> {
  if (typeof read !== 'object' || read === null) return {};
  const lists = Object.entries(read).filter(
    ([, codes]) => Array.isArray(codes) && codes.every((code) => typeof code === 'string'),
  );
  return Object.fromEntries(lists) as Record<string, string[]>;
}

/** The handling of this person, kept in the browser. */
class OwnHandling {
  #all = $state<Handling>(readHandling(stored()));

  get now(): Handling {
    return this.#all;
  }

  set(change: Partial<Handling>): void {
    this.#all = readHandling(JSON.stringify({ ...this.#all, ...change }));
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#all));
    } catch {
      // Without a store it holds until the page is closed.
    }
  }

  /** Gives a key to what `name` does, and takes it from whatever had it. */
  bind(name: string, code: string, usual: { name: string; codes: string[] }[]): void {
    const keys: Record<string, string[]> = {};
    for (const key of usual) {
      const codes = (this.#all.keys[key.name] ?? key.codes).filter((other) => other !== code);
      keys[key.name] = key.name === name ? [code, ...codes].slice(0, 2) : codes;
    }
    this.set({ keys });
  }

  reset(): void {
    this.set({ ...USUAL });
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const handling = new OwnHandling();
