import type { Controls } from '../protocol';

/** The game on the screen, for those parts of the page that stand beside it. */
class Playing {
  now = $state.raw<{ game: string; controls: Controls; people: number } | null>(null);
}

export const playing = new Playing();
