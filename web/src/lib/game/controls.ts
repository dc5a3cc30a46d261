import type { Button, Controls, Key } from '../protocol';

/** A key of the keyboard and what it sends. */
export interface Binding {
  /** `KeyboardEvent.code`. */
  code: string;
  /** The key's name in messages. */
  sends: string;
  /** Whose key it is; the seat to move if missing. */
  seat?: number;
  /** Says it again while it is held. */
  repeats?: boolean;
}

/** Which keys of the keyboard do what. Only where several people share it has each of them keys of one's own. */
export function bindingsOf({ keys }: Controls, people: number): Binding[] {
  return keys.flatMap(({ name, codes, seat, repeats }) =>
    codes.map((code) => ({ code, sends: name, seat: people > 1 ? (seat ?? undefined) : undefined, repeats })),
  );
}

/** The same controls with keys of one's own, where the rules leave that to players. */
export function withKeys(controls: Controls, keys: Record<string, string[]>): Controls {
  if (!controls.handling) return controls;
  return { ...controls, keys: controls.keys.map((key) => ({ ...key, codes: keys[key.name] ?? key.codes })) };
}

/** One button for each key that does something of its own, left and right side by side as on a keyboard. */
export function touchKeysOf({ keys }: Controls): Key[] {
  return sideBySide(keys.filter((key, i) => keys.findIndex((other) => other.name === key.name) === i));
}

/** *Right* comes just after *Left*, each player's after one's own. */
function sideBySide(keys: Key[]): Key[] {
  const of = (wanted: string, key: Key) =>
    keys.filter(({ name, seat }) => name === wanted && seat === key.seat);
  return keys.flatMap((key) => {
    if (key.name === 'left') return [key, ...of('right', key)];
    return key.name === 'right' && of('left', key).length > 0 ? [] : [key];
  });
}

/** The actions that have a button now. */
export function buttonsOf({ buttons }: Controls, legal: string[]): Button[] {
  if (buttons === 'none') return [];
  if (buttons === 'legal') return legal.map((action) => ({ action, label: action, codes: [] }));
  return buttons.named.filter(({ action }) => legal.includes(action));
}

/** What a finger's way means: keys of a falling piece, arrows, or nothing. */
export function gestureOf({ tempo, keys }: Controls): 'fall' | 'steer' | 'point' {
  if (tempo === 'falling') return 'fall';
  return keys.length > 0 ? 'steer' : 'point';
}

/** A line of the list of keys. */
export interface KeyHint {
  keys: string[];
  label: string;
  /** Whose keys these are; everybody's if missing. */
  seat?: number;
}

/** The keys of a game with what they do, for people. */
export function hintsOf(controls: Controls, people: number): KeyHint[] {
  const hints: KeyHint[] = [];
  for (const { label, codes, seat } of sideBySide(controls.keys)) {
    const whose = people > 1 ? (seat ?? undefined) : undefined;
    const same = hints.find((hint) => hint.label === label && hint.seat === whose);
    if (same) same.keys.push(...codes.map(keyName));
    else hints.push({ keys: codes.map(keyName), label, seat: whose });
  }
  if (controls.point && hints.length === 0)
    hints.push(
      { keys: ['←', '↑', '↓', '→'], label: 'Choose a place' },
      { keys: ['Enter', 'Space'], label: 'Play there' },
    );
  if (typeof controls.buttons === 'object')
    for (const { label, codes } of controls.buttons.named)
      if (codes.length > 0) hints.push({ keys: codes.map(keyName), label });
  return hints;
}

/** The keys that still do something after the end. */
export const HINTS_AFTER: KeyHint[] = [
  { keys: [',', '.'], label: 'Step through the game' },
  { keys: ['N'], label: 'New game' },
];

const NAMES: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ControlRight: 'right Ctrl',
  ShiftLeft: 'left Shift',
};

/** What stands on a key. */
export function keyName(code: string): string {
  return NAMES[code] ?? code.replace(/^(Key|Digit)/, '');
}
