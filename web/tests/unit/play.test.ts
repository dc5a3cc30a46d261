import { beforeEach, describe, expect, it } from 'vitest';
import { cellAt, fit, rowsToHide, without } from '../../src/board/layout';
import { keepsKey } from '../../src/lib/input/focus';
import { curves, valuePoints } from '../../src/lib/reasons/curve';
import { joinRanks, describe as tell, ghosts, placeName, type Mark } from '../../src/lib/reasons/marks';
import { whilePointedAt } from '../../src/lib/input/pointed';
import { clock, number, signed } from '../../src/lib/format/numbers';
import { histogram, ratingGap, runningMean, summarise } from '../../src/lib/format/statistics';
import type { Cell, Picture } from '../../src/lib/protocol';
import { forgetGame, saveGame, savedGames, type SavedGame } from '../../src/lib/game/saved';
import { seatAfter, sideOf } from '../../src/lib/game/sides';
import { Swipe } from '../../src/lib/input/swipe';
import { standing } from '../../src/lib/game/standing';
import { deadEnds } from '../../src/lib/reasons/story';
import { move } from './fake';

const picture: Picture = {
  width: 2,
  height: 2,
  cells: [
    { text: 'X', ink: 'first' },
    { text: '.', ink: 'empty' },
    { text: '1', ink: 'ghost' },
    { text: '.', ink: 'empty' },
  ],
  column_labels: ['a', 'b'],
  row_labels: ['2', '1'],
  notes: [['state', 'O to move']],
};

describe('pictures', () => {
  it('are told in words', () => {
    expect(tell(picture, { X: 'cross' })).toBe('Row 2: a cross. Row 1: a 1. state O to move.');
    const tiles = { ...picture, column_labels: [], row_labels: [], notes: [] };
    expect(tell(tiles), 'counted from one').toBe('Row 1: X in column 1. Row 2: 1 in column 1.');
  });

  it('have names for their cells, as people count', () => {
    expect(placeName(picture, { column: 1, row: 0 })).toBe('b 2');
    const tiles = { ...picture, column_labels: [], row_labels: [] };
    expect(placeName(tiles, { column: 1, row: 0 })).toBe('column 2 row 1');
  });

  it('know what is only thought of', () =>
    expect(ghosts(picture)).toEqual([{ column: 0, row: 1, text: '1' }]));

  it('bear the numbers of several moves side by side', () => {
    const rank = (column: number, text: string): Mark => ({ column, row: 0, kind: 'rank', text });
    const marks = joinRanks([rank(0, '1'), rank(1, '1'), rank(1, '3')]);
    expect(marks.map((mark) => mark.text)).toEqual(['1', '1, 3']);
  });

  it('leave out empty rows on top of tall boards, never used ones', () => {
    const empty: Cell = { text: '.', ink: 'empty' };
    const tall = { ...picture, height: 8, cells: Array.from({ length: 16 }, () => empty) };
    expect(rowsToHide(picture)).toBe(0);
    expect(rowsToHide(tall)).toBe(3);
    const used = { ...tall, cells: tall.cells.with(3, { text: 'X', ink: 'first' }) };
    expect(rowsToHide(used)).toBe(1);
    expect(without(used, 1).cells).toHaveLength(14);
  });

  it.each([1, 1.5, 2, 3])('fit into their box on whole pixels at scale %d', (scale) => {
    const layout = fit(picture, 300, 200, scale, false);
    expect(Number.isInteger(layout.cell)).toBe(true);
    expect(layout.height).toBeLessThanOrEqual(200 * scale);
    expect(cellAt(layout, picture, layout.left + 1, layout.top + layout.cell + 1)).toEqual({
      column: 0,
      row: 1,
    });
    expect(cellAt(layout, picture, 0, 0)).toBeNull();
  });
});

describe('what is shown while something is pointed at', () => {
  let shown: boolean;
  let row: EventTarget;
  let takeAway: () => void;
  const tell = (name: string) => row.dispatchEvent(new Event(name));
  beforeEach(() => {
    shown = false;
    row = new EventTarget();
    const attach = whilePointedAt(
      () => (shown = true),
      () => (shown = false),
    );
    takeAway = attach(row) as () => void;
  });

  it('stays until neither the pointer nor the focus is there', () => {
    tell('pointerenter');
    tell('focus');
    tell('blur');
    expect(shown).toBe(true);
    tell('pointerleave');
    expect(shown).toBe(false);
  });

  it('goes when that is taken away', () => {
    tell('pointerenter');
    takeAway();
    expect(shown).toBe(false);
  });
});

describe('the keyboard', () => {
  it.each([
    ['INPUT', 'text', 'KeyA', true],
    ['INPUT', 'number', 'ArrowUp', true],
    ['SELECT', 'select-one', 'KeyP', true],
    ['INPUT', 'checkbox', 'Space', true],
    ['INPUT', 'checkbox', 'KeyA', false],
    ['INPUT', 'range', 'ArrowLeft', true],
    ['INPUT', 'range', 'Space', false],
    ['BUTTON', 'submit', 'Enter', true],
    ['BUTTON', 'submit', 'ArrowDown', false],
    ['DIV', undefined, 'Space', false],
  ])('at %s %s keeps %s: %s', (tagName, type, code, keeps) => {
    expect(keepsKey({ tagName, type }, code)).toBe(keeps);
  });
});

describe('colours', () => {
  const person = { player: 'human', human: true, here: true };
  const agent = { player: 'minimax', human: false, here: false };
  it.each([
    [[person], ['person']],
    [[agent], ['agent']],
    [
      [person, agent],
      ['person', 'agent'],
    ],
    [
      [agent, person],
      ['agent', 'person'],
    ],
    [
      [person, person],
      ['person', 'agent'],
    ],
    [
      [agent, agent],
      ['person', 'agent'],
    ],
  ])('follow who sits where: %j', (players, sides) => {
    expect(players.map((_, seat) => sideOf(players, seat))).toEqual(sides);
  });

  it('of a line change with the mover, unless one plays alone', () => {
    expect([0, 1, 2].map((moves) => seatAfter([agent, person], 1, moves))).toEqual([1, 0, 1]);
    expect([0, 1, 2].map((moves) => seatAfter([agent], 0, moves))).toEqual([0, 0, 0]);
  });
});

describe('what stands beside a name', () => {
  const both = (scores: number[], over: boolean, pointless?: boolean) =>
    scores.map((_, seat) => standing(scores, seat, over, pointless));

  it('is points where there are any', () => {
    expect(both([12430], false)).toEqual(['12,430']);
    expect(both([0, 0], false)).toEqual(['0', '0']);
    expect(both([3, 1], true)).toEqual(['3', '1']);
  });

  it('is how the game ended where nobody has points', () => {
    expect(both([0, 0], false, true)).toEqual(['', '']);
    expect(both([0, 0], true, true)).toEqual(['drawn', 'drawn']);
    expect(both([-1, 1], true, true)).toEqual(['lost', 'won']);
    expect(both([1, -1], true), 'also where the game does not say so').toEqual(['won', 'lost']);
  });
});

describe('fingers', () => {
  const at = (x: number, y: number, time: number) => ({ x, y, time });

  it('steer a falling piece: drag, tap, flick', () => {
    const drag = new Swipe('fall', at(100, 100, 0));
    expect([60, 80, 130].map((x) => drag.move(at(x, 100, 50))[0])).toEqual(['left', undefined, 'right']);
    expect(new Swipe('fall', at(0, 0, 0)).lift(at(3, 2, 100))).toEqual(['rotate']);
    expect(new Swipe('fall', at(0, 0, 0)).lift(at(5, 120, 90))).toEqual(['drop']);
    expect(new Swipe('fall', at(0, 0, 0)).lift(at(5, 120, 900))).toEqual([]);
  });

  it('steer a snake in four directions', () => {
    const swipe = new Swipe('steer', at(0, 0, 0));
    expect([at(0, -40, 1), at(40, -40, 2), at(40, 0, 3), at(0, 0, 4)].flatMap((p) => swipe.move(p))).toEqual([
      'up',
      'right',
      'down',
      'left',
    ]);
  });
});

describe('stories', () => {
  it('tell where a planner turned back', () => {
    const story = [
      { step: ['up'], backtracked: false },
      { step: ['up', 'up'], backtracked: false },
      { step: ['left'], backtracked: true },
    ];
    expect(deadEnds(story)).toEqual([['up', 'up']]);
  });
});

describe('figures', () => {
  it('are written as people write them', () => {
    expect([number(-0.12345), number(12430.4), number(-2002), number(3), number(-0.0001)]).toEqual([
      '−0.123',
      '12,430',
      '−2,002',
      '3',
      '0',
    ]);
    expect([signed(2.5), signed(-2.5), signed(0)]).toEqual(['+2.5', '−2.5', '0']);
    expect([clock(95_000), clock(-5)]).toEqual(['1:35', '0:00']);
  });

  it('sum up a match', () => {
    expect(summarise([1, 2, 3, 4])).toMatchObject({ mean: 2.5, least: 1, median: 2.5, most: 4 });
    expect(summarise([])).toMatchObject({ mean: 0, margin: null });
    expect(summarise([7])).toMatchObject({ mean: 7, margin: null });
    expect(runningMean([2, 4])).toEqual([2, 3]);
    expect(histogram([0, 1, 2, 3], 2)).toEqual({ at: [0.5, 2.5], count: [2, 2] });
    expect(histogram([5, 9, 7], 16)).toEqual({ at: [5, 6, 7, 8, 9], count: [1, 0, 1, 0, 1] });
    expect(histogram([0.5, 1.5], 2)).toEqual({ at: [0.75, 1.25], count: [1, 1] });
  });

  it('rate who is stronger, and how sure that is', () => {
    expect(ratingGap({ wins: 5, draws: 0, losses: 5 })?.gap).toBeCloseTo(0);
    const strong = ratingGap({ wins: 75, draws: 0, losses: 25 });
    expect(strong?.gap).toBeCloseTo(190.8, 0);
    expect(strong?.low).toBeGreaterThan(100);
    expect(ratingGap({ wins: 9, draws: 0, losses: 0 })).toMatchObject({ gap: Infinity, high: Infinity });
    expect(ratingGap({ wins: 1, draws: 0, losses: 0 })).toBeNull();
  });

  it('draw the value from the first side, unharmed by extremes', () => {
    const reviewed = [
      { ply: 0, seat: 0, value: 1 },
      { ply: 1, seat: 1, value: 1 },
    ] as never[];
    expect(valuePoints([], reviewed, true)).toMatchObject([
      { value: 1, seat: 0 },
      { value: -1, seat: 0 },
    ]);
    const values = [...Array.from({ length: 40 }, (_, i) => i), -1e9];
    const [drawn] = curves(values.map((value, ply) => ({ ply, value, chance: null, seat: 0 })));
    expect(drawn?.[20]?.height).toBeGreaterThan(0.4);
    expect(drawn?.at(-1)?.height).toBe(0);
  });

  it('draw no value that nobody judged', () => {
    const lot = (seat: number) => seat === 1;
    const moves = [
      { ...move(0), value: 0.5 },
      { ...move(1), value: 0 },
      { ...move(3), value: -2 },
    ];
    expect(valuePoints(moves, [], true, lot).map(({ value }) => value)).toEqual([0.5, -2]);
    expect(valuePoints(moves.slice(1, 2), [], true, lot)).toEqual([]);
    expect(valuePoints(moves.slice(1, 2), [], true).map(({ value }) => value)).toEqual([0]);
  });

  it('measure a lost game by what was expected before', () => {
    const values = [-10, -30, -20, -50, -40, -1_000_204];
    const drawn = (lost: boolean, of = values) =>
      curves(
        of.map((value, ply) => ({ ply, value, chance: null, seat: 0 })),
        () => lost,
      )[0] ?? [];
    expect(drawn(true).map(({ height }) => height)).toEqual([1, 0.5, 0.75, 0, 0.25, 0]);
    expect(drawn(true).map(({ lost }) => lost)).toEqual([false, false, false, false, false, true]);
    expect(
      drawn(false).some(({ lost }) => lost),
      'it goes on',
    ).toBe(false);
    const seen = drawn(true, [...values, -1_000_210]);
    expect(seen.map(({ lost }) => lost).slice(-3), 'seen to come').toEqual([false, true, true]);
    expect(
      drawn(true, values.slice(0, -1)).some(({ lost }) => lost),
      'as bad as before',
    ).toBe(false);
  });

  it('draw the first side’s chance to win where it is known of every move', () => {
    const known = [
      { ply: 0, seat: 0, value: 300, chance: 0.7 },
      { ply: 1, seat: 1, value: 100, chance: 0.4 },
    ];
    const heights = (reviewed: object[]) =>
      curves(valuePoints([], reviewed as never[], true)).map((curve) => curve.map((p) => p.height));
    expect(heights(known)).toEqual([[0.7, 0.6]]);
    expect(heights([...known, { ply: 2, seat: 0, value: 0, chance: null }])).not.toContainEqual(
      expect.arrayContaining([0.7]),
    );
  });

  it('draw a curve for each player who has values of one’s own', () => {
    const reviewed = [5, 1, 7, 2].map((value, ply) => ({ ply, seat: ply % 2, value })) as never[];
    const drawn = curves(valuePoints([], reviewed, false));
    expect(drawn.map((curve) => curve.map((p) => p.value))).toEqual([
      [5, 7],
      [1, 2],
    ]);
    expect(drawn[0]?.[1]?.height).toBe(1);
    expect(drawn[1]?.[0]?.height).toBe(0);
  });
});

describe('last games', () => {
  const store = () => {
    const map = new Map<string, string>();
    return {
      getItem: (k: string) => map.get(k) ?? null,
      setItem: (k: string, v: string) => void map.set(k, v),
    } as Storage;
  };
  const game = (session: string): SavedGame => ({
    session,
    tokens: ['t'],
    owner: null,
    game: 'tris',
    rules: 'standard',
    players: [],
    plies: 0,
    over: false,
    changed: 0,
  });

  it('keep the newest hundred, each once', () => {
    const here = store();
    for (let i = 0; i < 115; i++) saveGame(game(`s${i}`), here);
    saveGame(game('s10'), here);
    expect(savedGames(here)).toHaveLength(100);
    expect(savedGames(here)[0]?.session).toBe('s10');
    forgetGame('s10', here);
    expect(savedGames(here).map((g) => g.session)).not.toContain('s10');
  });

  it('survive a damaged store', () => {
    const here = store();
    here.setItem('ludex.games', '{"oops"');
    expect(savedGames(here)).toEqual([]);
  });
});
