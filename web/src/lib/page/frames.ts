import { flushSync } from 'svelte';

type Task = () => void;
/** What is done when a frame begins; it is told how many milliseconds the frame was waited for. */
type Beginning = (waited: number) => void;

/** A page that nobody sees has no frames: it goes on this often. */
const UNSEEN_MS = 250;

/** Calls when the screen is drawn next, or a little later where nobody sees it. */
function nextFrame(due: Task): void {
  const once = () => {
    cancelAnimationFrame(frame);
    clearInterval(timer);
    due();
  };
  const frame = requestAnimationFrame(once);
  const timer = setInterval(() => document.hidden && once(), UNSEEN_MS);
}

/**
 * The frames of the screen. In each, everything is first brought up to date and then drawn, so that what is taken in when a
 * frame begins is seen in that frame and not in the one after it.
 */
export class Frames {
  #beginnings = new Set<Beginning>();
  #drawings = new Set<Task>();
  #due = false;
  #asked = 0;

  constructor(
    private readonly schedule: (due: Task) => void = nextFrame,
    private readonly update: Task = flushSync,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Does something once, when the next frame begins. */
  begin(task: Beginning): void {
    this.#beginnings.add(task);
    this.#request();
  }

  /** Draws once: in the frame that has just begun, or else in the next. */
  draw(task: Task): void {
    this.#drawings.add(task);
    this.#request();
  }

  /** Draws no more. */
  cancel(task: Task): void {
    this.#drawings.delete(task);
  }

  #request(): void {
    if (this.#due) return;
    this.#due = true;
    this.#asked = this.clock();
    this.schedule(() => this.#run());
  }

  #run(): void {
    try {
      const [begun, waited] = [taken(this.#beginnings), this.clock() - this.#asked];
      begun.forEach((task) => task(waited));
      if (begun.length > 0) this.update();
      taken(this.#drawings).forEach((task) => task());
    } finally {
      this.#due = false;
      if (this.#beginnings.size + this.#drawings.size > 0) this.#request();
    }
  }
}

/** All tasks, which are then no longer waiting. */
function taken<T>(tasks: Set<T>): T[] {
  const all = [...tasks];
  tasks.clear();
  return all;
}

/** The frames of this page. */
export const frames = new Frames();
