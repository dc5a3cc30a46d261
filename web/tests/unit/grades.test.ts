import { describe, expect, it } from 'vitest';
import type { Candidate, Decision } from '../../src/lib/protocol';
import { gradeMoves, percent, topMoves, usualGap, waterfall } from '../../src/lib/reasons/grades';

function candidate(action: string, value: number, order: number, more: Partial<Candidate> = {}): Candidate {
  const unknown = {
    bound: 'exact' as const,
    depth: 1,
    rank_before_search: null,
    visits: null,
    error: null,
    proven: null,
  };
  return { action, value, order, line: [], keys: [], terms: [], ...unknown, ...more };
}

function decision(candidates: Candidate[], chosen = 0): Decision {
  const search = { algorithm: '', depth: 0, nodes: 0, cutoffs: 0, table_hits: 0, seconds: 0, complete: true };
  return { agent: 'a', seat: 0, seed: 1, chosen, candidates, search, story: [] };
}

describe('judging', () => {
  it('gives no bar to moves that nobody looked at', () => {
    const unseen = candidate('b', -1, 1, { bound: 'none' });
    const won = candidate('c', -1, 2, { bound: 'none', proven: 'win' });
    const graded = gradeMoves(decision([candidate('a', 0, 0), unseen, won]));
    expect(graded.map(({ seen }) => seen)).toEqual([true, false, true]);
    expect([graded[1]?.share, graded[1]?.label]).toEqual([0, 'not looked into']);
  });

  it('measures moves by what they usually differ by', () => {
    const values = [10, 10, 9.9, 8, 7, -90];
    const grades = gradeMoves(decision(values.map((value, i) => candidate(`m${i}`, value, i)))).map(
      (j) => j.grade,
    );
    expect(grades).toEqual(['chosen', 'equal', 'close', 'worse', 'worse', 'bad']);
  });

  it('measures by chances where they are known, in the same words everywhere', () => {
    const moves = decision(['a', 'b', 'c', 'd', 'e'].map((action, i) => candidate(action, -i, i)));
    const graded = gradeMoves(moves, [0.6, 0.595, 0.57, 0.5, 0.2]);
    expect(graded.map((j) => j.grade)).toEqual(['chosen', 'equal', 'close', 'worse', 'bad']);
    expect(graded.map((j) => j.chance)).toEqual([0.6, 0.595, 0.57, 0.5, 0.2]);
    expect(graded[2]?.meaning).toContain('Value −2');
    expect([0.004, 0.5, 0.999, 1].map(percent)).toEqual(['< 1 %', '50 %', '> 99 %', '100 %']);
  });

  it('says what is certain instead', () => {
    const [first, second] = gradeMoves(
      decision([candidate('a', 0, 0, { proven: 'draw' }), candidate('b', -1, 1, { proven: 'loss' })]),
    );
    expect([first?.label, second?.label]).toEqual(['draws', 'loses']);
    expect(second?.meaning).toContain('loses against best play');
  });

  it('knows a choice by lot among equals', () => {
    const graded = gradeMoves(decision([candidate('a', 1, 0), candidate('b', 1, 1)], 1));
    expect(graded.map((j) => j.grade)).toEqual(['equal', 'chosen']);
    expect(graded.every((j) => j.share === 1)).toBe(true);
  });

  it('keeps what was chosen among the few, wherever it stands', () => {
    const candidates = ['a', 'b', 'c', 'd'].map((action, i) => candidate(action, -i, i));
    const few = (chosen: number) => topMoves(gradeMoves(decision(candidates, chosen)), 2);
    expect(few(1).map((j) => j.candidate.action)).toEqual(['a', 'b']);
    expect(few(3).map((j) => j.candidate.action)).toEqual(['a', 'b', 'd']);
  });

  it('has a gap even where all are equal', () => expect(usualGap([3, 3])).toBe(1));
});

describe('the waterfall', () => {
  const term = (name: string, contribution: number) => ({
    name,
    meaning: name,
    chosen: 1,
    instead: 0,
    contribution,
  });

  it('leads from one value to the other', () => {
    const steps = waterfall(-5, [term('rows', 9)], [term('holes', -3), term('height', 1)]);
    expect(steps.map((s) => [s.from, s.to, s.settles])).toEqual([
      [-5, 4, true],
      [4, 1, false],
      [1, 2, false],
    ]);
  });

  it('joins what is left over', () => {
    const many = Array.from({ length: 10 }, (_, i) => term(`t${i}`, 1));
    const steps = waterfall(0, [], many, 7);
    expect(steps).toHaveLength(8);
    expect(steps.at(-1)).toMatchObject({ name: '3 more', to: 10 });
  });
});
