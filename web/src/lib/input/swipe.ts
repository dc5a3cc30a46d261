/** A point of a finger's way; `time` in milliseconds. */
export interface Touch {
  x: number;
  y: number;
  time: number;
}

const STEP_PX = 26;
const TAP_PX = 10;
const TAP_MS = 260;
const FLICK_PX_PER_MS = 0.8;

/** Turns the way of one finger into keys. */
export class Swipe {
  #start: Touch;
  #anchor: Touch;
  #last: Touch;

  constructor(
    private readonly input: 'steer' | 'fall' | 'point',
    at: Touch,
  ) {
    this.#start = this.#anchor = this.#last = at;
  }

  /** The keys that this step of the way means. */
  move(to: Touch): string[] {
    const [dx, dy] = [to.x - this.#anchor.x, to.y - this.#anchor.y];
    this.#last = to;
    if (this.input === 'point' || Math.max(Math.abs(dx), Math.abs(dy)) < STEP_PX) return [];
    const sideways = Math.abs(dx) > Math.abs(dy);
    const key = sideways ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up';
    this.#anchor = to;
    return this.input === 'fall' && key === 'up' ? [] : [key];
  }

  /** The keys that lifting the finger means: a tap turns the piece, a flick drops it. */
  lift(at: Touch): string[] {
    if (this.input !== 'fall') return [];
    const [dx, dy] = [at.x - this.#start.x, at.y - this.#start.y];
    const spent = Math.max(1, at.time - this.#start.time);
    if (Math.hypot(dx, dy) < TAP_PX && spent < TAP_MS) return ['rotate'];
    const flicked = dy / spent > FLICK_PX_PER_MS && dy > 2 * Math.abs(dx) && dy > 3 * STEP_PX;
    return flicked ? ['drop'] : [];
  }

  /** The last known point. */
  get last(): Touch {
    return this.#last;
  }
}
