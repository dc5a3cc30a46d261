import type { Brush, Spot } from '../board/brush';
import type { Layout } from '../board/layout';
import type { Cell, Create, Happened, Look, Picture, Player } from '../lib/protocol';

/**
 * Everything the page knows about one game. The service tells enough of every game to play it (see `generic.ts`); a
 * folder of its own may replace any part with something nicer. Rules are not among it: those stay in the service.
 */
export interface GameUi {
  /** The game's name in messages. */
  game: string;
  /** Shapes, colours and words of the board, as the service tells them. */
  look: Look;
  /** The tile on the home page. */
  tile: Tile;
  /** Ways to play, offered before a new game. */
  modes: Mode[];
  /** Further choices before a new game. */
  options: Option[];
  /** Draws the ground under the cells in place of the usual grid. */
  paintField?(brush: Brush, layout: Layout, picture: Picture): void;
  /** Draws one cell. `age` grows from 0 to 1 after the cell has changed from `before`. */
  paintCell(brush: Brush, cell: Cell, spot: Spot, age: number, before: Cell | null): void;
  /** Whether a cell that has changed looks different as it ages; if missing, every one does and is drawn until it has. */
  ages?(cell: Cell, before: Cell): boolean;
  /** Where the things on the board come from after a move, so that they can slide; by index of their cell. */
  slides?(before: Picture, now: Picture, move: Happened | null): Map<number, Slide>;
  /** An action in words, where its notation needs them. */
  describeAction?(action: string): string;
  /** What may be drawn over the board all the time, with the name of its switch. */
  overlay?: Overlay;
  /** Moves are the four directions: the overlay shows what each is worth as a compass. */
  heat?: boolean;
  /** Milliseconds that an agent's move stays away at each speed, slow to fast. */
  paces: number[];
  /** Scores only tell who has won: nobody collects points. */
  pointless?: boolean;
  /** Notes of the picture that stand elsewhere on the page already. */
  hiddenNotes: string[];
  /** Notes that stand beside the board as pictures while a piece falls; elsewhere they are told in words. */
  drawnNotes?: string[];
  /** Notes that belong to a seat, with what they are called beside its player's name. */
  seatNotes?: Record<string, { seat: number; name: string }>;
  /** A few lines for the guide. */
  guide: string[];
  /** Lines for rules that leave the handling of keys to players. */
  handlingGuide?: string[];
}

/** What a game's own folder brings. */
export type OwnUi = Partial<GameUi> & { game: string };

/** Things that slide onto a cell, and what lies there meanwhile. */
export interface Slide {
  from: { column: number; row: number; cell: Cell }[];
}

export interface Overlay {
  name: string;
  about: string;
  marks: 'ranks' | 'values' | 'plan' | 'threats';
  initial: boolean;
}

/** A game on the home page. */
export interface Tile {
  title: string;
  about: string;
  /** Place among all tiles, from 0. */
  place: number;
  /** Ways to start it, the newcomer's first. */
  starts: Start[];
  /** The same between agents. */
  watch: Create;
}

/** One way to start a game at once. */
export interface Start {
  label: string;
  about: string;
  create: Create;
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
