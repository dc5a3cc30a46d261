import { beforeEach, describe, expect, it } from 'vitest';
import { saveGame } from '../../src/lib/game/saved';
import { BestScore, bestScores } from '../../src/lib/game/scores.svelte';
import type { State } from '../../src/lib/protocol';
import { state } from './fake';

/** What a browser keeps. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
}

const KIND = '2048 standard 4x4';
const player = { player: 'human', human: true, here: true };

function at(plies: number, score: number, more: Partial<State> = {}): State {
  const game = { game: '2048', rules: 'standard', size: '4x4', players: [player], scores: [score] };
  return { ...state(plies, plies), ...game, ...more };
}

describe('the best score of a person alone', () => {
  let store: Storage;
  beforeEach(() => {
    store = storage();
    const saved = { tokens: ['t'], owner: 'o', game: '2048', rules: 'standard', players: ['human'] };
    saveGame({ ...saved, session: 's', plies: 0, over: false, changed: 1 }, store);
  });

  it('grows while the game is played, and stays', () => {
    const scores = new BestScore(store);
    [0, 8, 8, 24].forEach((score, ply) => scores.hear(at(ply, score)));
    expect(scores.best).toBe(24);
    expect(scores.isNew, 'there was none to beat').toBe(false);
    scores.hear(at(4, 24, { turn: { kind: 'over' } }));
    expect(scores.isNew).toBe(true);
    const next = new BestScore(store);
    next.hear(at(0, 0));
    expect([next.best, next.isNew]).toEqual([24, false]);
    expect(bestScores(store)).toEqual({ [KIND]: 24 });
  });

  it('is told while it grows if there was one before, and no more once the game is practice', () => {
    store.setItem('ludex.scores', JSON.stringify({ [KIND]: 10 }));
    const scores = new BestScore(store);
    [0, 8, 38].forEach((score, ply) => scores.hear(at(ply, score)));
    expect([scores.best, scores.isNew]).toEqual([38, true]);
    scores.hear(at(1, 8));
    expect(scores.isNew).toBe(false);
  });

  it('does not count what was taken back, helped with or begun elsewhere', () => {
    const back = new BestScore(store);
    [at(0, 0), at(1, 4), at(0, 0), at(1, 400)].forEach((one) => back.hear(one));
    expect(back.best).toBe(4);
    const later = new BestScore(store);
    later.hear(at(2, 800));
    expect(later.best, 'the game is practice for good').toBe(4);
    const agent = { player: 'ntuple', human: false, here: true };
    new BestScore(store).hear(at(1, 900, { session: 'elsewhere' }));
    new BestScore(store).hear(at(1, 900, { players: [agent] }));
    expect(bestScores(store)).toEqual({ [KIND]: 4 });
  });

  it('forgives what it cannot read', () => {
    store.setItem('ludex.scores', '{"2048 standard 4x4": "many"');
    expect(bestScores(store)).toEqual({});
    store.setItem('ludex.scores', '{"2048 standard 4x4": "many"}');
    expect(bestScores(store)).toEqual({});
  });
});
