import { untrack } from 'svelte';
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
    if (state && !table.past && preferences.why) untrack(() => void tell(state));
  });

  // What was said about moves that were taken back means nothing any more.
  let plies = 0;
  $effect(() => {
    const now = table.now?.plies ?? 0;
    if (now < plies) {
      told = '';
      untrack(() => why.clear());
    }
    plies = now;
  });

  mark(table, why, overlay);
}

/** What is drawn over the board: values, plan or ranks, as the game's look wants. */
function mark(table: Table, why: Why, overlay: () => boolean): void {
  const kind = () => (overlay() ? lookOf(table.shown?.game ?? '').overlay?.marks : undefined);

  $effect(() => {
    const state = table.shown;
    const known = why.valued?.ply === state?.ply;
    if (state && kind() === 'values' && state.turn.kind === 'seat' && !known)
      untrack(() => void why.value(state.ply));
  });

  $effect(() => {
    const [state, subject, valued, marks] = [table.shown, why.subject, why.valued, kind()];
    if (!state) return;
    const advised = subject?.kind === 'advice' && subject.ply === state.ply;
    const planned = subject && state.ply - subject.ply <= 1 && state.ply >= subject.ply;
    untrack(() => {
      if (marks === 'values' && valued?.ply === state.ply && state.turn.kind === 'seat')
        void why.markValues();
      else if (marks === 'plan' && planned) void why.markPlan();
      else if (advised) void why.markRanks();
      else why.clearMarks();
    });
  });
}
