import { untrack } from 'svelte';
import { uiOf } from '../../games';
import { preferences } from '../page/preferences.svelte';
import type { State } from '../protocol';
import type { Table } from '../game/table.svelte';
import type { Reasons } from './reasons.svelte';

/** Reasons that have not come by then are asked for. */
const PATIENCE_MS = 400;

/** The last move, if an agent made it. */
function agentsMove({ last, players }: State): { ply: number; key: string } | null {
  if (!last || players[last.seat]?.human !== false) return null;
  return { ply: last.ply, key: `${last.ply} ${last.action}` };
}

/** Keeps the reasons beside the board in step with the game. Call it while a component is being set up. */
export function follow(table: Table, reasons: Reasons, overlay: () => boolean): void {
  let told = '';
  let waiting = false;

  /** The reasons of the agent's last move. They come with it or a little later; else they are asked for. */
  async function tell(state: State): Promise<void> {
    const move = agentsMove(state);
    if (!move || move.key === told || reasons.outranks(move.ply)) return;
    if (state.reasons) {
      told = move.key;
      reasons.take(move.ply, state.reasons);
    } else if (!waiting) {
      waiting = true;
      await new Promise((done) => setTimeout(done, PATIENCE_MS));
      waiting = false;
      if (table.now && !table.past && preferences.why) await askFor(table.now);
    }
  }

  async function askFor(state: State): Promise<void> {
    const move = agentsMove(state);
    if (!move || move.key === told || state.reasons || reasons.outranks(move.ply)) return;
    told = move.key;
    await reasons.ask(move.ply, 'made');
  }

  $effect(() => {
    const state = table.now;
    if (state && !table.past && preferences.why) untrack(() => void tell(state));
  });

  // What was said about moves that were taken back means nothing any more.
  let plies = 0;
  $effect(() => {
    const now = table.now?.plies ?? 0;
    if (now < plies) {
      told = '';
      untrack(() => reasons.clear());
    }
    plies = now;
  });

  mark(table, reasons, overlay);
}

/** What is drawn over the board: values, plan or ranks, as the game's look wants. */
function mark(table: Table, reasons: Reasons, overlay: () => boolean): void {
  const kind = () => (overlay() ? uiOf(table.shown?.game ?? '').overlay?.marks : undefined);

  $effect(() => {
    const state = table.shown;
    const known = reasons.valued?.ply === state?.ply;
    if (state && kind() === 'values' && state.turn.kind === 'seat' && !known)
      untrack(() => void reasons.value(state.ply));
  });

  $effect(() => {
    const [state, subject, valued, marks] = [table.shown, reasons.subject, reasons.valued, kind()];
    if (!state) return;
    const advised = subject?.kind === 'advice' && subject.ply === state.ply;
    const planned = subject && state.ply - subject.ply <= 1 && state.ply >= subject.ply;
    untrack(() => {
      if (marks === 'values' && valued?.ply === state.ply && state.turn.kind === 'seat')
        void reasons.markValues();
      else if (marks === 'plan' && planned) void reasons.markPlan();
      else if (advised) void reasons.markRanks();
      else reasons.clearMarks();
    });
  });
}
