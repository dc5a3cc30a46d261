import type { Binding } from '../game/controls';

/** How a held key acts again, in milliseconds. */
export interface Repeat {
  /** From when it goes down until it acts again. */
  first: number;
  /** From one time to the next; 0: as far as it goes, at once. */
  next: number;
}

/** What a finger does to a key. */
export interface Stroke {
  phase: 'down' | 'hold' | 'up';
  /** How often the key acts. */
  times: number;
}

/** How keys act again where nobody has set it. */
export const PLAIN: Repeat = { first: 170, next: 45 };
/** Acting at once, a key looks this often whether there is room again. */
const LOOK_MS = 20;
/** Further than any board. */
const FAR = 64;

const OPPOSITE: Record<string, string> = { left: 'right', right: 'left' };

interface Held {
  key: Binding;
  repeat: Repeat | null;
  /** When it acts next; never while the opposite key, pressed later, has its way. */
  due: number;
}

/**
 * Keys that are held. Each acts again at times of its own, counted from when it went down, however late the browser
 * wakes us: what was due by the time it comes up has happened, and nothing that was due later.
 */
export class HeldKeys {
  #held = new Map<string, Held>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly send: (key: Binding, stroke: Stroke) => void,
    private readonly repeatOf: (key: Binding) => Repeat = () => PLAIN,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  press(key: Binding, at = this.clock()): void {
    if (this.#held.has(key.code)) return;
    this.#catchUp(at);
    // The last key wins.
    for (const other of this.#against(key)) other.due = Infinity;
    const repeat = key.repeats ? this.repeatOf(key) : null;
    this.#held.set(key.code, { key, repeat, due: repeat ? at + repeat.first : Infinity });
    this.send(key, { phase: 'down', times: 1 });
    this.#sleep();
  }

  release(code: string, at = this.clock()): void {
    const held = this.#held.get(code);
    if (!held) return;
    this.#catchUp(at);
    this.#held.delete(code);
    this.send(held.key, { phase: 'up', times: 1 });
    // A key that was held all the time has its way again, after its delay.
    const [other] = this.#against(held.key).slice(-1);
    if (other?.repeat) other.due = at + other.repeat.first;
    this.#sleep();
  }

  /** Lets go of everything, say when the window loses the keyboard. */
  releaseAll(): void {
    [...this.#held.keys()].forEach((code) => this.release(code));
  }

  #against({ sends }: Binding): Held[] {
    return [...this.#held.values()].filter(({ key }) => key.sends === OPPOSITE[sends]);
  }

  /** Does everything that is due by now. */
  #catchUp(now: number): void {
    for (const held of this.#held.values()) {
      if (!held.repeat || held.due > now) continue;
      const next = held.repeat.next;
      const times = next > 0 ? 1 + Math.floor((now - held.due) / next) : FAR;
      held.due = next > 0 ? held.due + times * next : now + LOOK_MS;
      this.send(held.key, { phase: 'hold', times });
    }
  }

  #sleep(): void {
    clearTimeout(this.#timer);
    const due = Math.min(...[...this.#held.values()].map((held) => held.due));
    if (due === Infinity) return;
    this.#timer = setTimeout(
      () => {
        this.#catchUp(this.clock());
        this.#sleep();
      },
      Math.max(0, due - this.clock()),
    );
  }
}
