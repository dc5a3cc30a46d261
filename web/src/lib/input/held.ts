import type { Binding } from '../game/controls';

const FIRST_REPEAT_MS = 170;
const NEXT_REPEAT_MS = 45;

/** Keys that are held: some say their message again and again, at a pace of our own. */
export class HeldKeys {
  #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly send: (key: Binding) => void) {}

  press(key: Binding): void {
    if (this.#timers.has(key.code)) return;
    this.send(key);
    this.#timers.set(key.code, this.#again(key, FIRST_REPEAT_MS));
  }

  release(code: string): void {
    clearTimeout(this.#timers.get(code));
    this.#timers.delete(code);
  }

  /** Lets go of everything, say when the window loses the keyboard. */
  releaseAll(): void {
    [...this.#timers.keys()].forEach((code) => this.release(code));
  }

  #again(key: Binding, wait: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      if (!key.repeats) return;
      this.send(key);
      this.#timers.set(key.code, this.#again(key, NEXT_REPEAT_MS));
    }, wait);
  }
}
