import { untrack } from 'svelte';
import { controlsOf, uiOf } from '../../games';
import type { Table } from '../game/table.svelte';
import { preferences } from '../page/preferences.svelte';
import type { Happened, State } from '../protocol';
import type { Reasons } from './reasons.svelte';
import type { Review } from './review.svelte';

/** Reasons that have not come with a move by then are asked for. */
const PATIENCE_MS = 400;
/** Who steps through a game quickly is not asked about at every step. */
const STEP_MS = 60;
/** What is looked at next is looked into a little later. */
const AHEAD_MS = 150;

function byAgent({ players }: State, move: Happened): boolean {
  return players[move.seat]?.human === false;
}

/** Keeps the reasons in step with the cursor. Call it while a component is being set up. */
export function follow(table: Table, reasons: Reasons, review: Review, overlay: () => boolean): void {
  let plies = 0;
  const read = (state: State) => {
    // What was said about moves that were taken back means nothing any more.
    if (state.plies < plies) reasons.forgetFrom(state.plies);
    plies = state.plies;
    // What comes with a move is kept, wherever one looks meanwhile.
    const { last, reasons: found } = state;
    if (last && found && byAgent(state, last)) reasons.keep(last.ply, found);
  };
  // The page first goes on to the new place and then hears its reasons, so that nothing of the last place stays open.
  const unread: State[] = [];
  table.each((state) => unread.push(state));
  $effect(() => {
    void table.now;
    untrack(() => unread.splice(0).forEach(read));
  });

  // Another place has other reasons.
  const at = $derived(table.shown?.ply ?? 0);
  $effect(() => {
    void at;
    return () => {
      reasons.stop();
      reasons.hide();
      reasons.lookOn();
    };
  });

  const shown = $derived(table.shown);
  const move = $derived(table.past ? table.history[at - 1] : (table.now?.last ?? undefined));
  $effect(() => {
    if (!shown || !move || !preferences.why || reasons.inQuestion || reasons.knows(move.ply)) return;
    const agent = byAgent(shown, move);
    // A person who plays is not judged at every move, only one who looks back.
    if (!agent && !table.past) return;
    const wait = table.past ? STEP_MS : PATIENCE_MS;
    const timer = setTimeout(() => void reasons.explain(move.ply, agent ? null : move.bare), wait);
    return () => clearTimeout(timer);
  });

  $effect(() => {
    if (!table.past || !preferences.why || !reasons.subject || reasons.busy) return;
    const around = [table.history[at], table.history[at - 2]].find((m) => m && !reasons.knows(m.ply));
    if (!around || !shown) return;
    const played = byAgent(shown, around) ? null : around.bare;
    const timer = setTimeout(() => reasons.prepare(around.ply, played), AHEAD_MS);
    return () => clearTimeout(timer);
  });

  mark(table, reasons, review, overlay);
}

/** What is drawn over the board: a slip and the better move, values, plan or ranks as the game wants, the last move. */
function mark(table: Table, reasons: Reasons, review: Review, overlay: () => boolean): void {
  const kind = () =>
    overlay() ? uiOf(table.shown?.game ?? '', table.shown?.rules).overlay?.marks : undefined;

  $effect(() => {
    const state = table.shown;
    if (state && kind() === 'values' && state.turn.kind === 'seat' && !reasons.valued)
      untrack(() => void reasons.value(state.ply));
  });

  $effect(() => {
    const state = table.shown;
    if (state && kind() === 'threats' && !reasons.threats) untrack(() => void reasons.askThreats(state.ply));
  });

  $effect(() => {
    const [state, subject, valued, marks] = [table.shown, reasons.subject, reasons.valued, kind()];
    const threats = marks === 'threats' && reasons.threats;
    const slip = review.slips.find(({ ply }) => ply === table.past?.ply);
    const revealed = slip && review.isRevealed(slip.ply);
    const last = table.past ? table.history[table.past.ply - 1] : table.now?.last;
    if (!state) return;
    const points = controlsOf(state.game, state.rules).point && !table.live;
    untrack(() => {
      if (slip)
        void reasons.mark(
          [
            { actions: [slip.played], kind: 'played', text: '' },
            ...(revealed ? [{ actions: [slip.best], kind: 'better' as const, text: '' }] : []),
          ],
          slip.ply,
        );
      else if (marks === 'values' && valued && state.turn.kind === 'seat') void reasons.markValues();
      else if (threats)
        void reasons.markThreats(last?.action ?? null, last?.ply ?? 0, table.seats[0] ?? table.mover ?? 0);
      else if (marks === 'plan' && subject) void reasons.markPlan();
      else if (subject?.kind === 'advice') void reasons.markRanks();
      else if (points && last)
        void reasons.mark([{ actions: [last.action], kind: 'last', text: '' }], last.ply);
      else reasons.clearMarks();
    });
  });
}
