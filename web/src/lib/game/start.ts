import { ruleSet } from '../../games';
import { address } from '../page/address.svelte';
import { preferences } from '../page/preferences.svelte';
import { agent, HUMAN } from '../../games/ui';
import type { Create, State } from '../protocol';
import { kindOf } from './bests.svelte';
import { markPractice, savedGame, saveGame } from './saved';
import { client, service } from '../engine/service.svelte';

/** The rights that this browser has at a table. */
export interface Rights {
  /** A token for each seat that is held here. */
  tokens: (string | null)[];
  /** Lets one change settings without a seat. */
  owner: string | null;
}

/** What runs by itself, or against time, waits for a person's first key, wherever the game was started from. */
export function pausedAtFirst(create: Create): Create {
  const people = create.seats?.some((seat) => seat.kind === 'human') ?? true;
  const rules = ruleSet(service.game(create.game), create.rules);
  if (!people || (rules?.controls.tempo !== 'beat' && !kindOf(create.rules ?? ''))) return create;
  return { ...create, settings: { paused: true, ...create.settings } };
}

/** Sets up a table, remembers its tokens and goes there. */
export async function startGame(create: Create, replace = false): Promise<void> {
  const made = await client.ask('created', { ask: 'create', ...pausedAtFirst(create) });
  keepGame(made.state, made);
  if (create.position) markPractice(made.session);
  preferences.welcomed = true;
  const route = { page: 'game', session: made.session } as const;
  if (replace) address.replace(route);
  else address.go(route);
}

/** The request for a new game from an earlier position: whoever was to move there may do better now. */
export function createFromPosition({ game, rules, size, position, players, turn, settings }: State): Create {
  const mover = turn.kind === 'seat' ? turn.seat : 0;
  const seats = players.map(({ human, player }, seat) => (human || seat === mover ? HUMAN : agent(player)));
  return { game, rules, size, position, seats, settings: { pace_ms: settings.pace_ms } };
}

/** Opens a new game from an earlier position. */
export async function tryFrom(state: State): Promise<void> {
  await startGame(createFromPosition(state));
}

/** Remembers a game for the list of last games. */
export function keepGame(state: State, { tokens, owner }: Rights): void {
  saveGame({
    session: state.session,
    tokens,
    owner,
    game: state.game,
    rules: state.rules,
    players: state.players.map((player) => player.player),
    plies: state.plies,
    over: state.turn.kind === 'over',
    changed: Date.now(),
    practice: savedGame(state.session)?.practice,
  });
}
