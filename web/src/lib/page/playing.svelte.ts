import type { KeyHint } from '../game/controls';
import type { Controls } from '../protocol';

/** What is on the screen, for those parts of the page that stand beside it. */
class Playing {
  /** The game that is played. */
  now = $state.raw<{ game: string; rules: string; controls: Controls; people: number } | null>(null);
  /** The keys of a page that is no game. */
  keys = $state.raw<KeyHint[] | null>(null);
  /** Whether the list of keys is open: whatever moves by itself stands still behind it. */
  help = $state(false);
}

export const playing = new Playing();
