import type { Cell, Create, Player } from '../lib/protocol';
import type { Brush, Spot } from '../board/brush';

/**
 * Everything the page knows about one game: how its cells look, which keys and touches it takes, and how
 * people like to start it. Rules are not among it: those stay in the service.
 */
export interface Look {
  /** The game's name in messages. */
  game: string;
  /** Tiles on the home page. */
  tiles: Tile[];
  /** Ways to play, offered before a new game. */
  modes: Mode[];
  /** Further choices before a new game. */
  options: Option[];
  /** How a person enters moves. */
  input: 'point' | 'steer' | 'fall';
  /** Keys of the keyboard. */
  keys(rules: string, humans: number): Key[];
  /** Buttons for fingers. */
  touch(rules: string): TouchKey[];
  /** Draws one cell. `age` grows from 0 to 1 after the cell has changed from `before`. */
  paintCell(brush: Brush, cell: Cell, spot: Spot, age: number, before: Cell | null): void;
  /** An action in words, where its notation needs them. */
  tell?(action: string): string;
  /** Texts of cells as they are spoken. */
  spoken: Record<string, string>;
  /** What may be drawn over the board all the time, with the name of its switch. */
  overlay?: { name: string; about: string; marks: 'ranks' | 'values' | 'plan'; initial: boolean };
  /** Milliseconds that an agent's move stays away at each speed, slow to fast. */
  paces: number[];
  /** Notes of the picture that stand elsewhere on the page already. */
  quietNotes: string[];
  /** A few lines for the guide. */
  guide: string[];
}

/** One way to start from the home page. */
export interface Tile {
  title: string;
  about: string;
  /** What the button says. */
  call: string;
  create: Create;
  /** The same between agents. */
  watch?: Create;
  /** Place among all tiles, from 0. */
  place: number;
}

/** One way to play. */
export interface Mode {
  id: string;
  title: string;
  about: string;
  rules: string;
  seats: Player[];
}

/** A choice before a new game. */
export interface Option {
  id: string;
  label: string;
  about: string;
  choices: { value: string; label: string }[];
  initial: string;
  /** Modes it belongs to; all if missing. */
  modes?: string[];
  apply(create: Create, value: string): Create;
}

/** A key of the keyboard and what it sends. */
export interface Key {
  /** `KeyboardEvent.code`. */
  code: string;
  /** The key's name in messages. */
  sends: string;
  /** Whose key it is; the seat to move if missing. */
  seat?: number;
  /** Says it again while it is held. */
  repeats?: boolean;
}

/** A button for fingers. */
export interface TouchKey {
  sends: string;
  label: string;
  sign: string;
  repeats?: boolean;
}

export const HUMAN: Player = { kind: 'human' };

/** A seat for an agent. */
export function agent(spec: string): Player {
  return { kind: 'agent', agent: spec };
}

/** The same request with every agent replaced. */
export function withAgents(create: Create, spec: string): Create {
  const seats = create.seats?.map((seat) => (seat.kind === 'agent' ? agent(spec) : seat));
  return { ...create, seats };
}
