import { frames, type Frames } from '../page/frames';

/** So much may wait, whatever keeps the next frame away. */
const MOST_WAITING = 250;
/** More news than this in one frame comes from agents, not from keys. */
const FEW = 3;
/** A frame that comes later than this shows that the page has more to draw than it can. */
const LATE_MS = 30;

/**
 * News that is taken in at most once per frame: two agents at full speed make many moves between two frames, and a page
 * that drew each of them would fall behind. Nothing is left out and the order stays. What comes after a frame without news is
 * taken in at once, so that a key is answered as early as can be.
 */
export class Inbox<T> {
  #waiting: T[] = [];
  /** Whether news has been taken in since the last frame. */
  #fed = false;
  /** Whether a frame is left out: news comes in only while nothing is drawn, and gets as much time as drawing took. */
  #resting = false;

  constructor(
    private readonly take: (news: T) => void,
    private readonly screen: Frames = frames,
  ) {}

  put(news: T): void {
    this.#waiting.push(news);
    if (!this.#fed) this.#feed();
    else if (this.#waiting.length >= MOST_WAITING) this.empty();
  }

  /** Takes in all that waits. */
  empty(): void {
    const all = this.#waiting;
    this.#waiting = [];
    all.forEach((news) => this.take(news));
  }

  /** Forgets what waits. */
  clear(): void {
    this.#waiting = [];
  }

  #feed(): void {
    this.#fed = true;
    this.screen.begin(this.#begin);
    this.empty();
  }

  readonly #begin = (waited: number) => {
    const rested = this.#resting;
    this.#resting = waited > LATE_MS && this.#waiting.length > FEW && !rested;
    if (this.#resting) return void setTimeout(() => this.screen.begin(this.#begin), waited);
    this.#fed = false;
    if (this.#waiting.length > 0) this.#feed();
  };
}
