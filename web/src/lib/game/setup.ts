import { agent, HUMAN, type GameUi } from '../../games/ui';
import type { Create, GameView, Player, PlayerView, State } from '../protocol';

/** Choices of the form before a new game. */
export interface NewGameForm {
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
export function initialForm(ui: GameUi, mode = ui.modes[0]?.id ?? ''): NewGameForm {
  const options = Object.fromEntries(ui.options.map(({ id, initial }) => [id, initial]));
  return { mode, options, rules: '', size: '', seed: '', seats: [] };
}

/** The same game once more, with other chances. */
export function rematch({ game, rules, size, players, settings }: State): Create {
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
export function formFor(ui: GameUi, game: GameView | undefined, like: State): NewGameForm {
  const wanted = rematch(like);
  const differences = (form: NewGameForm) => differing(createFrom(ui, form), wanted, game).length;
  const [nearest = initialForm(ui)] = everyForm(ui).sort((a, b) => differences(a) - differences(b));
  const made = createFrom(ui, nearest);
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
function everyForm(ui: GameUi): NewGameForm[] {
  return ui.modes.flatMap((mode) => {
    let all = [initialForm(ui, mode.id)];
    for (const { id, choices } of optionsOf(ui, mode.id))
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
export function optionsOf(ui: GameUi, mode: string) {
  return ui.options.filter((option) => !option.modes || option.modes.includes(mode));
}

/** What to ask the service for, but for the seed. */
export function createFrom(ui: GameUi, form: NewGameForm): Create {
  const mode = ui.modes.find((m) => m.id === form.mode) ?? ui.modes[0];
  let create: Create = { game: ui.game, rules: mode?.rules || null, seats: mode?.seats ?? [HUMAN] };
  create.settings = { pace_ms: ui.paces[2] };
  for (const option of optionsOf(ui, mode?.id ?? ''))
    create = option.apply(create, form.options[option.id] ?? option.initial);
  if (form.rules.trim()) create.rules = form.rules.trim();
  if (form.size.trim()) create.size = form.size.trim();
  create.seats = create.seats?.map((seat, i) => readPlayer(form.seats[i]) ?? seat);
  return create;
}

/** `human`, or an agent with its parameters; none if nothing is written. */
export function readPlayer(text: string | undefined): Player | null {
  const name = text?.trim();
  if (!name) return null;
  return name === 'human' ? HUMAN : agent(name);
}
