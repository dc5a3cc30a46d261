import { describe, expect, it } from 'vitest';
import { look as tetris } from '../../src/games/tetris';
import { keys } from '../../src/games/tetris/keys';
import { look as tris } from '../../src/games/tris';
import type { GameView } from '../../src/lib/protocol';
import { again, createFrom, firstWishes, optionsOf, wishesFor } from '../../src/lib/setup';
import { state } from './fake';

const wish = (mode: string, options: Record<string, string> = {}) => {
  const first = firstWishes(tetris, mode);
  return { ...first, options: { ...first.options, ...options } };
};

describe('TetrisVs', () => {
  it('has its five modes in order', () => {
    expect(tetris.modes.slice(0, 5).map((m) => m.title)).toEqual([
      'Solo',
      'Solo AI',
      'Vs Player',
      'Vs AI',
      'AI vs AI',
    ]);
  });

  it('turns level, turns and explanations into a request', () => {
    const create = createFrom(tetris, undefined, wish('vs-ai', { level: 'hard', turns: '2', explain: 'on' }));
    expect(create).toMatchObject({
      game: 'tetris',
      rules: 'versus:turns=2',
      seats: [{ kind: 'human' }, { kind: 'agent', agent: 'tetrisvs-hard' }],
      settings: { explain: true },
    });
  });

  it('offers a level only where an agent plays', () => {
    const ids = (mode: string) => optionsOf(tetris, mode).map((o) => o.id);
    expect(ids('solo')).toEqual([]);
    expect(ids('vs-player')).toEqual(['turns']);
    expect(ids('ai-vs-ai')).toEqual(['level', 'turns', 'explain']);
  });

  it('gives each player of one keyboard a half of it', () => {
    const seatOf = (code: string) => keys('versus:turns=3', 2).find((k) => k.code === code)?.seat;
    expect(['KeyA', 'KeyD', 'KeyS', 'Space'].map(seatOf)).toEqual([0, 0, 0, 0]);
    expect(['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ControlRight'].map(seatOf)).toEqual([1, 1, 1, 1]);
    expect(keys('tetrisvs', 1).every((k) => k.seat === undefined)).toBe(true);
  });
});

describe('buttons for fingers', () => {
  it('put a piece aside only where the rules let one', () => {
    const sends = (rules: string) => tetris.touch(rules).map((button) => button.sends);
    expect(sends('guideline')).toContain('hold');
    expect(sends('versus:turns=3')).not.toContain('hold');
    expect(sends('simplified')).not.toContain('hold');
  });
});

describe('new games', () => {
  it('take what is written over what the mode says', () => {
    const wishes = {
      ...firstWishes(tris),
      seats: ['', 'random'],
      size: '5x5',
      rules: 'standard:row=4',
    };
    expect(createFrom(tris, undefined, wishes)).toMatchObject({
      size: '5x5',
      rules: 'standard:row=4',
      seats: [{ kind: 'human' }, { kind: 'agent', agent: 'random' }],
    });
  });
});

describe('the game once more', () => {
  const human = { player: 'human', human: true, here: true };
  const agent = (player: string) => ({ player, human: false, here: false });
  const versus = state(9, 4, {
    game: 'tetris',
    rules: 'versus:turns=2',
    size: '10x20',
    seed: 7,
    players: [human, agent('tetrisvs-hard')],
    settings: { paused: true, pace_ms: 60, explain: true },
  });
  const view = { sizes: ['10x20', '4x4', '32x64'] } as unknown as GameView;

  it('has the same rules and players, but other chances, and does not start halted', () => {
    expect(again(versus)).toEqual({
      game: 'tetris',
      rules: 'versus:turns=2',
      size: '10x20',
      seats: [{ kind: 'human' }, { kind: 'agent', agent: 'tetrisvs-hard' }],
      settings: { pace_ms: 60, explain: true, think_seconds: undefined, gravity: undefined },
    });
  });

  it('is what the form offers first', () => {
    expect(wishesFor(tetris, view, versus)).toMatchObject({
      mode: 'vs-ai',
      options: { level: 'hard', turns: '2', explain: 'on' },
      rules: '',
      size: '',
      seats: ['', ''],
    });
  });

  it('is written out where no choice fits', () => {
    const odd = { ...versus, size: '8x16', players: [human, agent('dt20')] };
    const wishes = wishesFor(tetris, view, odd);
    expect(wishes).toMatchObject({ mode: 'vs-ai', size: '8x16', seats: ['', 'dt20'] });
    expect(createFrom(tetris, view, wishes)).toMatchObject({
      rules: 'versus:turns=2',
      size: '8x16',
      seats: [{ kind: 'human' }, { kind: 'agent', agent: 'dt20' }],
    });
  });
});

describe('placements', () => {
  it('are told in words, and other actions left as they are', () => {
    expect(look('T2@18,4')).toBe('T, turned to its form 2, with its pivot on row 18, column 4');
    expect(look('left')).toBe('left');
  });

  const look = (action: string) => tetris.tell?.(action);
});
