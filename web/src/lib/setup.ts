import type { Look, Mode } from '../games/look';
import type { Create, GameView, Player } from './protocol';

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

/** The first choices, with those of last time. */
export function firstWishes(look: Look, last: Record<string, string>): Wishes {
  const known = look.modes.some((mode) => mode.id === last.mode);
  const options = Object.fromEntries(
    look.options.map((o) => [
      o.id,
      o.choices.some((c) => c.value === last[o.id]) ? (last[o.id] ?? '') : o.initial,
    ]),
  );
  const mode = known ? (last.mode ?? '') : (look.modes[0]?.id ?? '');
  return { mode, options, rules: '', size: '', seed: '', seats: [] };
}

/** The options that belong to a mode. */
export function optionsOf(look: Look, mode: string) {
  return look.options.filter((option) => !option.modes || option.modes.includes(mode));
}

/** What to ask the service for. */
export function createFrom(look: Look, game: GameView | undefined, wishes: Wishes): Create {
  const mode = look.modes.find((m) => m.id === wishes.mode) ?? look.modes[0];
  let create: Create = { game: look.game, rules: mode?.rules || null, seats: seatsOf(mode, game) };
  create.settings = { pace_ms: look.paces[2] };
  for (const option of optionsOf(look, mode?.id ?? ''))
    create = option.apply(create, wishes.options[option.id] ?? option.initial);
  if (wishes.rules.trim()) create.rules = wishes.rules.trim();
  if (wishes.size.trim()) create.size = wishes.size.trim();
  if (/^\d+$/.test(wishes.seed.trim())) create.seed = Number(wishes.seed);
  create.seats = create.seats?.map((seat, i) => readPlayer(wishes.seats[i]) ?? seat);
  return create;
}

/** `human`, or an agent with its parameters; none if nothing is written. */
export function readPlayer(text: string | undefined): Player | null {
  const name = text?.trim();
  if (!name) return null;
  return name === 'human' ? { kind: 'human' } : { kind: 'agent', agent: name };
}

/** A mode without a list of its own seats the usual opponent on every further chair. */
function seatsOf(mode: Mode | undefined, game: GameView | undefined): Player[] {
  const seats = mode?.seats ?? [{ kind: 'human' }];
  const wanted = mode?.rules ? seats.length : Math.max(seats.length, game?.seats ?? 1);
  const usual: Player = { kind: 'agent', agent: game?.opponent ?? 'random' };
  const watched = seats.every((seat) => seat.kind === 'agent');
  return Array.from({ length: wanted }, (_, i) => (watched && !mode?.rules ? usual : (seats[i] ?? usual)));
}
