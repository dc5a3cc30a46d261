/** A game this browser sits at. Its tokens are the right to move. */
export interface SavedGame {
  session: string;
  /** A token for each seat that is held here. */
  tokens: (string | null)[];
  /** Lets one change settings without a seat; only whoever set up the table has it. */
  owner: string | null;
  game: string;
  rules: string;
  players: string[];
  plies: number;
  over: boolean;
  /** Milliseconds since 1970. */
  changed: number;
  /** Whether moves were taken back, an agent helped out or it began in the middle: then it is no best game. */
  practice?: boolean;
}

const KEY = 'ludex.games';
const MOST = 100;

/** The games remembered here, the newest first. */
export function savedGames(store: Storage = localStorage): SavedGame[] {
  try {
    const read: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(read) ? read.filter(isSaved) : [];
  } catch {
    return [];
  }
}

/** The rights to those games, for a list of one's own. */
export function passes(store: Storage = localStorage): { session: string; token: string }[] {
  return savedGames(store).flatMap(({ session, tokens, owner }) => {
    const token = owner ?? tokens.find(Boolean);
    return token ? [{ session, token }] : [];
  });
}

/** Remembers a game, in front of the others. */
export function saveGame(game: SavedGame, store: Storage = localStorage): void {
  const others = savedGames(store).filter((other) => other.session !== game.session);
  write([game, ...others].slice(0, MOST), store);
}

/** Forgets a game. */
export function forgetGame(session: string, store: Storage = localStorage): void {
  const others = savedGames(store).filter((other) => other.session !== session);
  write(others, store);
}

/** A game remembered here. */
export function savedGame(session: string, store: Storage = localStorage): SavedGame | undefined {
  return savedGames(store).find((game) => game.session === session);
}

/** Notes that a game remembered here is practice. */
export function markPractice(session: string, store: Storage = localStorage): void {
  const games = savedGames(store);
  if (isPractice(session, store)) return;
  write(
    games.map((game) => (game.session === session ? { ...game, practice: true } : game)),
    store,
  );
}

/** Whether a game is practice. One that is not remembered here was begun elsewhere, so it is. */
export function isPractice(session: string, store: Storage = localStorage): boolean {
  const game = savedGame(session, store);
  return !game || Boolean(game.practice);
}

function write(games: SavedGame[], store: Storage): void {
  try {
    store.setItem(KEY, JSON.stringify(games));
  } catch {
    // A full or forbidden store costs the list of last games, not the game.
  }
}

function isSaved(value: unknown): value is SavedGame {
  const game = value as Partial<SavedGame> | null;
  return typeof game?.session === 'string' && Array.isArray(game.tokens) && typeof game.game === 'string';
}
