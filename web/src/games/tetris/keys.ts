import type { Key, TouchKey } from '../look';

const key = (code: string, sends: string, seat?: number, repeats = false): Key => ({
  code,
  sends,
  seat,
  repeats,
});

/** A, D, S and space: the first player of TetrisVs. */
const letters = (seat?: number): Key[] => [
  key('KeyA', 'left', seat, true),
  key('KeyD', 'right', seat, true),
  key('KeyS', 'down', seat, true),
  key('Space', 'rotate', seat),
];

/** Arrows and right Ctrl: the second player of TetrisVs. */
const arrows = (seat?: number): Key[] => [
  key('ArrowLeft', 'left', seat, true),
  key('ArrowRight', 'right', seat, true),
  key('ArrowDown', 'down', seat, true),
  key('ControlRight', 'rotate', seat),
  key('ArrowUp', 'rotate', seat),
];

const MODERN: Key[] = [
  key('ArrowLeft', 'left', undefined, true),
  key('ArrowRight', 'right', undefined, true),
  key('ArrowDown', 'down', undefined, true),
  key('KeyA', 'left', undefined, true),
  key('KeyD', 'right', undefined, true),
  key('KeyS', 'down', undefined, true),
  key('ArrowUp', 'rotate'),
  key('KeyX', 'rotate'),
  key('KeyZ', 'rotate-back'),
  key('Space', 'drop'),
  key('Enter', 'drop'),
];

const HOLD: Key = key('KeyC', 'hold');

const TOUCH: TouchKey[] = [
  { sends: 'left', label: 'Left', sign: '◀', repeats: true },
  { sends: 'rotate', label: 'Rotate', sign: '↻' },
  { sends: 'down', label: 'Down', sign: '▼', repeats: true },
  { sends: 'drop', label: 'Drop', sign: '⤓' },
  { sends: 'hold', label: 'Hold', sign: '⇄' },
  { sends: 'right', label: 'Right', sign: '▶', repeats: true },
];

/** Only one rule set lets one put a piece aside. */
function holds(rules: string): boolean {
  return rules.split(':')[0] === 'guideline';
}

/** Buttons for fingers. */
export function touch(rules: string): TouchKey[] {
  return TOUCH.filter(({ sends }) => sends !== 'hold' || holds(rules));
}

/** TetrisVs keeps the keys of the original; alone, one may use both halves of the keyboard. */
export function keys(rules: string, humans: number): Key[] {
  const name = rules.split(':')[0];
  if (name !== 'versus' && name !== 'tetrisvs') return holds(rules) ? [...MODERN, HOLD] : MODERN;
  if (humans === 2) return [...letters(0), ...arrows(1), key('Enter', 'drop')];
  return [...letters(), ...arrows(), key('Enter', 'drop')];
}
