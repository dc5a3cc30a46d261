import { address } from './address.svelte';
import { preferences } from './preferences.svelte';
import type { Create, State } from './protocol';
import { saveGame, tokensOf } from './saved';
import { client } from './service.svelte';

/** Sets up a table, remembers its tokens and goes there. */
export async function startGame(create: Create, replace = false): Promise<void> {
  const made = await client.ask('created', { ask: 'create', ...create });
  keepGame(made.state, made.tokens);
  preferences.welcomed = true;
  const route = { page: 'game', session: made.session } as const;
  if (replace) address.replace(route);
  else address.go(route);
}

/** Remembers a game for the list of last games. */
export function keepGame(state: State, tokens: (string | null)[] = tokensOf(state.session)): void {
  saveGame({
    session: state.session,
    tokens,
    game: state.game,
    rules: state.rules,
    players: state.players.map((player) => player.player),
    plies: state.plies,
    over: state.turn.kind === 'over',
    changed: Date.now(),
  });
}
