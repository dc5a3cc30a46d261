import type { Controls, State } from '../protocol';
import type { Table } from './table.svelte';

/** Halts a game that would run away while somebody does something else, and lets it go on afterwards. */
export class Pausing {
  /** Set while it stands still because of us, so that we let it go on again; settles when the service knows. */
  #halted: Promise<void> | null = null;

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
    if (!this.#runs() || this.table.seats.length === 0 || !this.#mayHalt()) return;
    this.#halted = this.#halt();
    await this.#halted;
  }

  /** The distraction is over, perhaps before the service has heard of it. */
  async resume(): Promise<void> {
    const halted = this.#halted;
    this.#halted = null;
    await halted;
    const again = this.#halted !== null;
    if (halted && !again && this.table.now?.paused) await this.table.set({ paused: false });
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
