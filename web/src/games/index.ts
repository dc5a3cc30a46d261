import type { Look } from './look';
import { plain } from './plain';

const folders = import.meta.glob<{ look: Look }>('./*/index.ts', { eager: true });
const looks = new Map(Object.values(folders).map(({ look }) => [look.game, look]));

/** The look of a game; a plain one if it has no folder here. */
export function lookOf(game: string): Look {
  return looks.get(game) ?? { ...plain, game };
}
