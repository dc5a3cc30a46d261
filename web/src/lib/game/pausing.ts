import type { Controls, State } from '../protocol';
import type { Table } from './table.svelte';

/** Halts a game that would run away while somebody does something else, and lets it go on afterwards. */
export class Pausing {
  /** Set while it stands still because of us, so that we let it go on again; settles when the service knows. */
  #halted: Promise<void> | null = null;
  /** Set while the service has not heard yet that it goes on. */
  #going: Promise<void> | null = null;
  #distractions = 0;

  constructor(
    private readonly table: Table,
    private readonly controls: () => Controls,
  ) {}

  /** Before a question: whatever moves by itself stands still. A move may still come before it does. */
  async forQuestion(): Promise<void> {
    const players = this.table.now?.players ?? [];
    if (this.#runs() || players.every((player) => !player.human)) await this.#halt();
  }

  /** While a panel is open or another window is in front: a person's game stands still. */
  async forDistraction(): Promise<void> {
    const mine = ++this.#distractions;
    if (this.#going) {
      // What is about to go on is halted as soon as it does, unless the distraction is over by then.
      await this.#going;
      if (mine !== this.#distractions) return;
    }
    if (!this.#runs() || this.table.seats.length === 0 || !this.#mayHalt()) return;
    this.#halted = this.#halt();
    await this.#halted;
  }

  /** The distraction is over, perhaps before the service has heard of it. */
  async resume(): Promise<void> {
    const halted = this.#halted;
    this.#distractions++;
    this.#halted = null;
    await halted;
    const again = this.#halted !== null;
    if (!halted || again || !this.table.now?.paused) return;
    this.#going = this.table.set({ paused: false });
    await this.#going;
    this.#going = null;
  }

  /** Whoever left for another window starts again by hand. */
  keepHalted(): void {
    this.#halted = null;
  }

  #runs(): boolean {
    return this.controls().tempo !== 'turns';
  }

  #mayHalt(): boolean {
    const now = this.table.now;
    return Boolean(now && !now.paused && !now.waiting && now.turn.kind !== 'over' && !this.table.past);
  }

  async #halt(): Promise<void> {
    if (this.#mayHalt() && this.table.anyToken) await this.table.set({ paused: true });
  }
}

/** Whether a game has not begun: it was set up standing still, and no time has passed in it. */
export function isUnbegun({ paused, plies, live }: State, { tempo }: Controls): boolean {
  return paused && tempo !== 'turns' && plies === 0 && !live?.played_ms;
}
