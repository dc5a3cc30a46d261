import { lookOf } from '../games';
import { preferences } from './preferences.svelte';
import type { State } from './protocol';
import type { Table } from './table.svelte';
import type { Why } from './why.svelte';

const LEAST_PAUSE_MS = 250;

/** Keeps the reasons beside the board in step with the game. Call it while a component is being set up. */
export function follow(table: Table, why: Why, overlay: () => boolean): void {
  let told = '';
  let asking = false;

  /** The reasons of the agent's last move: those that came with it, or else asked for, one at a time. */
  async function tell(state: State): Promise<void> {
    const last = state.last;
    if (!last || state.players[last.seat]?.human !== false) return;
    const key = `${last.ply} ${last.action}`;
    if (key === told || asking) return;
    told = key;
    if (state.reasons) return why.take(last.ply, state.reasons);
    asking = true;
    await why.ask(last.ply, 'made');
    await new Promise((done) => setTimeout(done, LEAST_PAUSE_MS));
    asking = false;
    if (table.now && !table.past && preferences.why) void tell(table.now);
  }

  $effect(() => {
    const state = table.now;
    if (state && !table.past && preferences.why) void tell(state);
  });

  // Reasons of a move that was taken back mean nothing any more.
  $effect(() => {
    if (why.subject && table.now && why.subject.ply > table.now.plies) why.clear();
  });

  mark(table, why, overlay);
}

/** What is drawn over the board: values, plan or ranks, as the game's look wants. */
function mark(table: Table, why: Why, overlay: () => boolean): void {
  $effect(() => {
    const state = table.shown;
    const kind = lookOf(state?.game ?? '').overlay?.marks;
    if (overlay() && kind === 'values' && state?.turn.kind === 'seat' && why.subject?.ply !== state.ply)
      void why.ask(state.ply, 'advice');
  });

  $effect(() => {
    const [state, subject] = [table.shown, why.subject];
    const kind = lookOf(state?.game ?? '').overlay?.marks;
    if (!subject || !state) return why.clearMarks();
    const here = subject.ply === state.ply;
    if (overlay() && kind === 'plan' && state.ply - subject.ply <= 1) void why.markPlan();
    else if (overlay() && kind === 'values' && here) void why.markValues();
    else if (here && subject.kind === 'advice') void why.markRanks();
    else why.clearMarks();
  });
}
