import type { Create } from '../protocol';
import { readSeed } from '../game/seed';

/** Where the page stands. The address says all of it. */
export type Route =
  | { page: 'home' }
  | { page: 'game'; session: string; ply?: number; token?: string }
  | { page: 'new'; create: Create; trouble?: string }
  | { page: 'lab'; session?: string; ply?: number }
  | { page: 'puzzle'; code?: string; date?: string; moves?: string[] }
  | { page: 'records' }
  | { page: 'guide' };

/** Reads the part of an address after `#`. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, name] = path.split('/').map(decodeURIComponent);
  const params = new URLSearchParams(query);
  switch (page) {
    case 'game':
      return name ? gameRoute(name, params) : { page: 'home' };
    case 'new':
      return name ? newRoute(name, params) : { page: 'home' };
    case 'lab':
      return { page, session: params.get('session') ?? undefined, ply: whole(params.get('ply')) };
    case 'puzzle':
      return puzzleRoute(name, params);
    case 'records':
    case 'guide':
      return { page };
    default:
      return { page: 'home' };
  }
}

/** The part of an address after `#`, with it. */
export function writeRoute(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'game':
      return `#/game/${encodeURIComponent(route.session)}${query({ ply: route.ply, token: route.token })}`;
    case 'new':
      return `#/new/${encodeURIComponent(route.create.game)}${query(createParams(route.create))}`;
    case 'lab':
      return `#/lab${query({ session: route.session, ply: route.ply })}`;
    case 'puzzle':
      return `#/puzzle${route.code ? `/${route.code}` : ''}${query(puzzleParams(route.date, route.moves))}`;
    default:
      return `#/${route.page}`;
  }
}

/** A puzzle is meant by its code; without one by a day, today if none is named. */
function puzzleRoute(code: string | undefined, params: URLSearchParams): Route {
  const moves = params.get('moves')?.split('_').filter(Boolean) ?? [];
  const date = params.get('date') ?? undefined;
  return {
    page: 'puzzle',
    ...(code ? { code } : { date: date ?? today() }),
    moves: moves.map((move) => move.replaceAll('-', ' ')),
  };
}

function puzzleParams(date: string | undefined, moves: string[] = []): Record<string, string | undefined> {
  const text = moves.map((move) => move.replaceAll(' ', '-')).join('_');
  return { date, moves: text || undefined };
}

/** The day that it is here, such as 2025-01-31. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function gameRoute(session: string, params: URLSearchParams): Route {
  const token = params.get('token') ?? undefined;
  return { page: 'game', session, ply: whole(params.get('ply')), token };
}

/** A seed that cannot be meant is said so: another one would be another game. */
function newRoute(game: string, params: URLSearchParams): Route {
  const create = readCreate(game, params);
  try {
    return { page: 'new', create: { ...create, seed: readSeed(params.get('seed')) } };
  } catch (error) {
    return { page: 'new', create, trouble: (error as Error).message };
  }
}

function whole(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

function createParams(create: Create): Record<string, string | number | null | undefined> {
  const seats = create.seats?.map((seat) => (seat.kind === 'human' ? 'human' : seat.agent));
  return {
    rules: create.rules,
    size: create.size,
    seed: create.seed,
    number: create.number,
    seats: seats?.join(' '),
    position: create.position && packText(create.position),
  };
}

function readCreate(game: string, params: URLSearchParams): Create {
  const seats = params.get('seats')?.split(' ').filter(Boolean);
  const position = params.get('position');
  return {
    game,
    rules: params.get('rules'),
    size: params.get('size'),
    position: position && unpackText(position),
    // A game of `ludex run`, by its number.
    ...(params.has('number') && { number: whole(params.get('number')) }),
    seats: seats?.map((seat) => (seat === 'human' ? { kind: 'human' } : { kind: 'agent', agent: seat })),
  };
}

/** Text in letters that an address may hold. */
export function packText(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** What [`packText`] packed; null if it is damaged. */
export function unpackText(packed: string): string | null {
  try {
    const bytes = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
  } catch {
    return null;
  }
}
