import { describe, expect, it } from 'vitest';
import type { Reviewed } from '../../src/lib/protocol';
import { accuracy, gradeLosses } from '../../src/lib/reasons/losses';

const move = (value: number, best_value: number, more: Partial<Reviewed> = {}): Reviewed => ({
  ply: 0,
  seat: 0,
  played: value === best_value ? 'a' : 'b',
  best: 'a',
  value,
  best_value,
  proven: null,
  mistake: false,
  words: null,
  keys_used: null,
  keys_enough: null,
  ...more,
});
const grades = (moves: Reviewed[], zeroSum = true) => gradeLosses(moves, zeroSum).map(({ grade }) => grade);

describe('what moves give away', () => {
  it('is graded by the chance to win where two play for one result', () => {
    const moves = [move(0, 0), move(0.1, 0.15), move(0, 0.12), move(0, 0.25), move(-1, 1.04)];
    expect(grades(moves)).toEqual(['fine', 'fine', 'inaccuracy', 'mistake', 'blunder']);
    expect(gradeLosses(moves, true)[4]?.loss).toBe(1);
  });

  it('counts nothing that only shortens or lengthens a certain result', () => {
    expect(grades([move(1.02, 1.06)])).toEqual(['fine']);
  });

  it('is graded by what is usual where values have a unit of their own', () => {
    const moves = [move(90, 90), move(88, 90), move(88, 90), move(85, 90), move(80, 90, { mistake: true })];
    expect(grades(moves, false)).toEqual(['fine', 'fine', 'fine', 'fine', 'mistake']);
    const worst = [...moves, move(-200, 90, { mistake: true })];
    expect(grades(worst, false).at(-1)).toBe('blunder');
  });

  it('makes accuracy: all for the best moves, half for a mistake', () => {
    const of = (moves: Reviewed[]) => accuracy(gradeLosses(moves, true));
    expect(of([move(0, 0), move(1, 1)])).toBe(100);
    expect(of([move(0, 0.2)])).toBeCloseTo(50);
    expect(of([])).toBeNull();
  });
});
