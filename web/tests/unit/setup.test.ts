import { describe, expect, it } from 'vitest';
import { genericUi } from '../../src/games/generic';
import { ui as ownTetris } from '../../src/games/tetris';
import { ui as ownTris } from '../../src/games/tris';
import { bindingsOf, buttonsOf, gestureOf, hintsOf, touchKeysOf } from '../../src/lib/game/controls';
import { createFrom, formFor, initialForm, optionsOf, rematch } from '../../src/lib/game/setup';
import type { Controls, GameView, RuleSet } from '../../src/lib/protocol';
import { state } from './fake';

const tetris = { ...genericUi('tetris', undefined), ...ownTetris };
const tris = { ...genericUi('tris', undefined), ...ownTris };

const wish = (mode: string, options: Record<string, string> = {}) => {
  const first = initialForm(tetris, mode);
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
    const create = createFrom(tetris, wish('vs-ai', { level: 'hard', turns: '2', explain: 'on' }));
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
});

describe('controls', () => {
  const key = (name: string, codes: string[], seat?: number) => ({
    name,
    label: name,
    sign: name[0] ?? '',
    codes,
    seat,
    repeats: false,
  });
  const shared: Controls = {
    tempo: 'falling',
    handling: false,
    point: false,
    keys: [key('left', ['KeyA'], 0), key('left', ['ArrowLeft'], 1), key('drop', ['Enter'])],
    buttons: 'none',
  };

  it('give each player of one keyboard a half of it, and one player all of it', () => {
    const seats = (people: number) => bindingsOf(shared, people).map(({ seat }) => seat);
    expect(seats(2)).toEqual([0, 1, undefined]);
    expect(seats(1)).toEqual([undefined, undefined, undefined]);
    expect(hintsOf(shared, 1)[0]).toEqual({ keys: ['A', '←'], label: 'left', seat: undefined });
    expect(hintsOf(shared, 2).map((hint) => hint.seat)).toEqual([0, 1, undefined]);
  });

  it('have one button for fingers for each key', () => {
    expect(touchKeysOf(shared).map(({ name }) => name)).toEqual(['left', 'drop']);
    expect(gestureOf(shared)).toBe('fall');
    expect(gestureOf({ ...shared, tempo: 'turns' })).toBe('steer');
    expect(gestureOf({ ...shared, tempo: 'turns', keys: [] })).toBe('point');
  });

  it('offer buttons for what is legal, or for what a game names while it is', () => {
    const roll = { action: 'roll', label: 'Roll the dice', codes: ['KeyR'] };
    const labels = (buttons: Controls['buttons'], legal: string[]) =>
      buttonsOf({ ...shared, buttons }, legal).map(({ label }) => label);
    expect(labels('legal', ['3+4', '7'])).toEqual(['3+4', '7']);
    expect(labels({ named: [roll] }, ['roll', 'stop'])).toEqual(['Roll the dice']);
    expect(labels({ named: [roll] }, ['stop'])).toEqual([]);
    expect(labels('none', ['stop'])).toEqual([]);
  });
});

describe('a game that only the service knows', () => {
  const rules = (name: string, seats: number) =>
    ({ name, help: `${name} help`, seats, opponent: 'mcts', parameters: [] }) as unknown as RuleSet;
  const view = {
    name: 'nim',
    title: 'Nim',
    about: 'take stones',
    input: 'point at a stone',
    seats: 2,
    opponent: 'mcts',
    rules: [rules('standard', 2), rules('solo', 1)],
    agents: [{ name: 'random' }, { name: 'mcts' }],
  } as unknown as GameView;
  const ui = genericUi('nim', view);

  it('has a tile with every rule set', () => {
    expect(ui.tile).toMatchObject({ title: 'Nim', about: 'Take stones.' });
    expect(ui.tile.starts.map(({ label }) => label)).toEqual(['Standard', 'Solo']);
    expect(ui.tile.starts[0]?.create.seats).toEqual([{ kind: 'human' }, { kind: 'agent', agent: 'mcts' }]);
    expect(ui.tile.starts[1]?.create.seats).toEqual([{ kind: 'human' }]);
  });

  it('can be set up with its agents and rules', () => {
    expect(ui.modes.map(({ id }) => id)).toEqual(['first', 'second', 'people', 'watch']);
    const form = { ...initialForm(ui, 'second'), options: { agent: 'random', rules: 'standard' } };
    expect(createFrom(ui, form)).toMatchObject({
      rules: 'standard',
      seats: [{ kind: 'agent', agent: 'random' }, { kind: 'human' }],
    });
    const alone = { ...initialForm(ui, 'first'), options: { agent: 'mcts', rules: 'solo' } };
    expect(createFrom(ui, alone).seats).toHaveLength(1);
  });
});

describe('new games', () => {
  it('take what is written over what the mode says', () => {
    const form = {
      ...initialForm(tris),
      seats: ['', 'random'],
      size: '5x5',
      rules: 'standard:row=4',
    };
    expect(createFrom(tris, form)).toMatchObject({
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
    expect(rematch(versus)).toEqual({
      game: 'tetris',
      rules: 'versus:turns=2',
      size: '10x20',
      seats: [{ kind: 'human' }, { kind: 'agent', agent: 'tetrisvs-hard' }],
      settings: { pace_ms: 60, explain: true, think_seconds: undefined, gravity: undefined },
    });
  });

  it('is what the form offers first', () => {
    expect(formFor(tetris, view, versus)).toMatchObject({
      mode: 'vs-ai',
      options: { level: 'hard', turns: '2', explain: 'on' },
      rules: '',
      size: '',
      seats: ['', ''],
    });
  });

  it('is written out where no choice fits', () => {
    const odd = { ...versus, size: '8x16', players: [human, agent('dt20')] };
    const form = formFor(tetris, view, odd);
    expect(form).toMatchObject({ mode: 'vs-ai', size: '8x16', seats: ['', 'dt20'] });
    expect(createFrom(tetris, form)).toMatchObject({
      rules: 'versus:turns=2',
      size: '8x16',
      seats: [{ kind: 'human' }, { kind: 'agent', agent: 'dt20' }],
    });
  });
});

describe('placements', () => {
  it('are told in words, and other actions left as they are', () => {
    expect(words('T2@18,4')).toBe('T, turned to its form 2, with its pivot on row 18, column 4');
    expect(words('left')).toBe('left');
  });

  const words = (action: string) => tetris.describeAction?.(action);
});
