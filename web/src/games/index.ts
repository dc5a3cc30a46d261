import { service } from '../lib/engine/service.svelte';
import type { Controls, GameView, RuleSet } from '../lib/protocol';
import { genericUi } from './generic';
import type { GameUi, OwnUi } from './ui';

const folders = import.meta.glob<{ ui: OwnUi }>('./*/index.ts', { eager: true });
const own = new Map(Object.values(folders).map(({ ui }) => [ui.game, ui]));
/** Descriptions do not change, so neither does what is made of them. */
const made = new WeakMap<GameView, Map<string, GameUi>>();

/** How a game is shown: what the service tells of it, with what its folder makes nicer. */
export function uiOf(game: string, rules?: string | null): GameUi {
  const view = service.game(game);
  if (!view) return { ...genericUi(game, undefined), ...own.get(game) };
  const set = ruleSet(view, rules);
  const known = made.get(view) ?? new Map<string, GameUi>();
  made.set(view, known);
  const name = set?.name ?? '';
  const ui = known.get(name) ?? { ...genericUi(game, view, set), ...own.get(game) };
  known.set(name, ui);
  return ui;
}

/** A rule set by its name, which may be followed by parameters; the first if there is no other. */
export function ruleSet(view: GameView | undefined, rules?: string | null): RuleSet | undefined {
  const name = rules?.split(':')[0];
  return view?.rules.find((set) => set.name === name) ?? view?.rules[0];
}

const NO_CONTROLS: Controls = { tempo: 'turns', point: false, keys: [], buttons: 'legal', handling: false };

/** How a game is played under its rules. */
export function controlsOf(game: string | undefined, rules: string | undefined): Controls {
  return ruleSet(service.game(game ?? ''), rules)?.controls ?? NO_CONTROLS;
}
