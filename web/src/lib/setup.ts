import { agent, HUMAN, type Look, type Mode } from '../games/look';
import type { Create, GameView, Player, PlayerView, State } from './protocol';

/** Choices of the form before a new game. */
export interface Wishes {
  mode: string;
  options: Record<string, string>;
  /** Empty: the mode's own. */
  rules: string;
  size: string;
  seed: string;
  /** Seat by seat, as text; empty: the mode's own. */
  seats: string[];
}

/** A mode with the first choice of everything. */
export function firstWishes(look: Look, mode = look.modes[0]?.id ?? ''): Wishes {
  const options = Object.fromEntries(look.options.map(({ id, initial }) => [id, initial]));
  return { mode, options, rules: '', size: '', seed: '', seats: [] };
}

/** The same game once more, with other chances. */
export function again({ game, rules, size, players, settings }: State): Create {
  const { pace_ms, think_seconds, explain, gravity } = settings;
  return {
    game,
    rules,
    size,
    seats: seatsAt(players),
    settings: { pace_ms, think_seconds, explain, gravity },
  };
}

/** The players of a table, as a new one is asked for. */
export function seatsAt(players: PlayerView[]): Player[] {
  return players.map(({ human, player }) => (human ? HUMAN : agent(player)));
}

/** The choices that lead to a game like this one: those that differ least, with the rest in writing. */
export function wishesFor(look: Look, game: GameView | undefined, like: State): Wishes {
  const wanted = again(like);
  const differences = (wishes: Wishes) => differing(createFrom(look, game, wishes), wanted, game).length;
  const [nearest = firstWishes(look)] = everyWish(look).sort((a, b) => differences(a) - differences(b));
  const made = createFrom(look, game, nearest);
  const differs = differing(made, wanted, game);
  const seats = wanted.seats?.map((seat, i) => (differs.includes(`seat ${i}`) ? nameOf(seat) : ''));
  return {
    ...nearest,
    rules: differs.includes('rules') ? like.rules : '',
    size: differs.includes('size') ? like.size : '',
    seats: seats ?? [],
  };
}

/** Every mode with every choice of its options. */
function everyWish(look: Look): Wishes[] {
  return look.modes.flatMap((mode) => {
    let all = [firstWishes(look, mode.id)];
    for (const { id, choices } of optionsOf(look, mode.id))
      all = all.flatMap((wish) =>
        choices.map(({ value }) => ({ ...wish, options: { ...wish.options, [id]: value } })),
      );
    return all;
  });
}

/** What is not the same in two requests. A size that is left open is the usual one. */
function differing(one: Create, other: Create, game: GameView | undefined): string[] {
  const explains = (create: Create) => create.settings?.explain ?? false;
  const seats = Array.from(
    { length: Math.max(one.seats?.length ?? 0, other.seats?.length ?? 0) },
    (_, i) => i,
  );
  const same: Record<string, boolean> = {
    rules: one.rules === other.rules,
    size: (one.size ?? game?.sizes[0]) === other.size,
    explain: explains(one) === explains(other),
  };
  for (const i of seats) same[`seat ${i}`] = nameOf(one.seats?.[i]) === nameOf(other.seats?.[i]);
  return Object.keys(same).filter((name) => !same[name]);
}

function nameOf(player: Player | undefined): string {
  return player?.kind === 'agent' ? player.agent : (player?.kind ?? '');
}

/** The options that belong to a mode. */
export function optionsOf(look: Look, mode: string) {
  return look.options.filter((option) => !option.modes || option.modes.includes(mode));
}

/** What to ask the service for, but for the seed. */
export function createFrom(look: Look, game: GameView | undefined, wishes: Wishes): Create {
  const mode = look.modes.find((m) => m.id === wishes.mode) ?? look.modes[0];
  let create: Create = { game: look.game, rules: mode?.rules || null, seats: seatsOf(mode, game) };
  create.settings = { pace_ms: look.paces[2] };
  for (const option of optionsOf(look, mode?.id ?? ''))
    create = option.apply(create, wishes.options[option.id] ?? option.initial);
  if (wishes.rules.trim()) create.rules = wishes.rules.trim();
  if (wishes.size.trim()) create.size = wishes.size.trim();
  create.seats = create.seats?.map((seat, i) => readPlayer(wishes.seats[i]) ?? seat);
  return create;
}

/** `human`, or an agent with its parameters; none if nothing is written. */
export function readPlayer(text: string | undefined): Player | null {
  const name = text?.trim();
  if (!name) return null;
  return name === 'human' ? HUMAN : agent(name);
}

/** A mode without a list of its own seats the usual opponent on every further chair. */
function seatsOf(mode: Mode | undefined, game: GameView | undefined): Player[] {
  const seats = mode?.seats ?? [{ kind: 'human' }];
  const wanted = mode?.rules ? seats.length : Math.max(seats.length, game?.seats ?? 1);
  const usual: Player = { kind: 'agent', agent: game?.opponent ?? 'random' };
  const watched = seats.every((seat) => seat.kind === 'agent');
  return Array.from({ length: wanted }, (_, i) => (watched && !mode?.rules ? usual : (seats[i] ?? usual)));
}
