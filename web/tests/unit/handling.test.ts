import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopwatch } from '../../src/lib/format/numbers';
import { bestKind, frameAt, isBetter, pack, unpack } from '../../src/lib/game/bests.svelte';
import { withKeys } from '../../src/lib/game/controls';
import { handling, readHandling, USUAL } from '../../src/lib/input/handling.svelte';
import { HeldKeys, PLAIN, type Repeat } from '../../src/lib/input/held';
import { notesOf } from '../../src/lib/page/sound';
import type { Cell, Picture, State } from '../../src/lib/protocol';

const picture: Picture = { width: 2, height: 2, cells: [], column_labels: [], row_labels: [], notes: [] };

describe('held keys', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Keys whose strokes are noted: how often each has acted. */
  function noted(repeat: Repeat = PLAIN) {
    const acted: string[] = [];
    const strokes: string[] = [];
    const held = new HeldKeys(
      (key, { phase, times }) => {
        strokes.push(`${key.sends} ${phase}`);
        if (phase !== 'up') acted.push(...Array.from({ length: times }, () => key.sends));
      },
      () => repeat,
    );
    return { acted, strokes, held };
  }
  const left = { code: 'KeyA', sends: 'left', repeats: true };
  const right = { code: 'KeyD', sends: 'right', repeats: true };

  it('repeat at their own pace until they are let go', () => {
    const { acted, held } = noted();
    held.press(left);
    held.press(left);
    vi.advanceTimersByTime(169);
    expect(acted).toHaveLength(1);
    vi.advanceTimersByTime(1 + 2 * 45);
    expect(acted).toHaveLength(4);
    held.release('KeyA');
    vi.advanceTimersByTime(1000);
    expect(acted).toHaveLength(4);
  });

  it('say it once where repeating makes no sense', () => {
    const { strokes, held } = noted();
    held.press({ code: 'Space', sends: 'rotate' });
    vi.advanceTimersByTime(1000);
    held.releaseAll();
    held.press({ code: 'Space', sends: 'rotate' });
    expect(strokes).toEqual(['rotate down', 'rotate up', 'rotate down']);
  });

  it('do exactly what was due by the time they come up, however late that is heard', () => {
    let now = 0;
    const acted: number[] = [];
    const held = new HeldKeys(
      (_, { phase, times }) => void (phase !== 'up' && acted.push(times)),
      () => ({ first: 167, next: 33 }),
      () => now,
    );
    held.press(left, 0);
    now = 900;
    held.release('KeyA', 167 + 2 * 33);
    expect(acted).toEqual([1, 3]);
    held.press(left, 1000);
    held.release('KeyA', 1166);
    expect(acted).toEqual([1, 3, 1]);
  });

  it('move to the wall at once where no time lies between two steps', () => {
    const { acted, held } = noted({ first: 100, next: 0 });
    held.press(left);
    vi.advanceTimersByTime(99);
    expect(acted).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(acted.length).toBeGreaterThan(10);
  });

  it('give way to the one pressed last, and come back when that is let go', () => {
    const { acted, held } = noted({ first: 100, next: 50 });
    held.press(left);
    vi.advanceTimersByTime(100);
    held.press(right);
    vi.advanceTimersByTime(100);
    expect(acted).toEqual(['left', 'left', 'right', 'right']);
    held.release('KeyD');
    vi.advanceTimersByTime(99);
    expect(acted).toHaveLength(4);
    vi.advanceTimersByTime(1);
    expect(acted.at(-1)).toBe('left');
  });
});

describe('handling', () => {
  it('takes from the store only what makes sense', () => {
    expect(readHandling(null)).toEqual(USUAL);
    expect(readHandling('no json')).toEqual(USUAL);
    const read = readHandling(
      '{"das": 9999, "arr": "x", "soft": 0, "early": "soon", "keys": {"left": ["KeyJ"], "up": 3}}',
    );
    expect(read).toEqual({ das: 500, arr: USUAL.arr, soft: 0, early: 'unspent', keys: { left: ['KeyJ'] } });
  });

  it('gives a key to one action only, where the rules leave that to players', () => {
    const key = (name: string, ...codes: string[]) => ({
      name,
      label: name,
      sign: name,
      codes,
      repeats: false,
    });
    const controls = {
      tempo: 'falling' as const,
      point: false,
      buttons: 'none' as const,
      handling: true,
      keys: [key('left', 'ArrowLeft', 'KeyA'), key('drop', 'Space')],
    };
    handling.bind('drop', 'KeyA', controls.keys);
    const codes = withKeys(controls, handling.now.keys).keys.map((own) => own.codes);
    expect(codes).toEqual([['ArrowLeft'], ['KeyA', 'Space']]);
    expect(withKeys({ ...controls, handling: false }, handling.now.keys).keys).toBe(controls.keys);
    handling.reset();
    expect(handling.now).toEqual(USUAL);
  });
});

describe('personal bests', () => {
  const best = (ms: number, score: number) => ({ ms, score, rows: 40, on: 0, record: '', frames: [] });

  it('are times in a sprint and points elsewhere', () => {
    const player = { player: 'human', human: true, here: true };
    const kind = (rules: string) => bestKind({ rules, players: [player] } as State)?.by;
    expect(
      ['guideline:goal=40,levels=0', 'guideline:seconds=120,levels=0', 'guideline:goal=150'].map(kind),
    ).toEqual(['time', 'score', 'score']);
    expect(['guideline', 'tetrisvs', 'guideline:known=2'].map(kind)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const sprint = { rules: '', by: 'time', goal: 40 } as const;
    expect(isBetter(sprint, best(9, 0), best(10, 5)) && isBetter(sprint, best(9, 0), undefined)).toBe(true);
    expect(isBetter({ ...sprint, by: 'score' }, best(9, 0), best(10, 5))).toBe(false);
  });

  it('keep their boards in few characters', () => {
    const empty: Cell = { text: '.', ink: 'empty' };
    const cells = Array.from({ length: 40 }, () => empty);
    const board = {
      ...picture,
      width: 2,
      height: 20,
      cells: cells.with(39, { text: '#', ink: { piece: 3 } }),
    };
    expect(pack(board)).toBe('.3');
    expect(unpack('.3', 2).cells).toEqual(board.cells);
    const frames = [0, 500, 900].map((at) => ({ at, rows: at, score: 0, cells: '' }));
    expect([0, 499, 500, 5000].map((ms) => frameAt(frames, ms)?.rows)).toEqual([0, 0, 500, 900]);
  });

  it('sound by rows, spins and what they follow', () => {
    expect(notesOf(['Single'])).toEqual({ notes: 1, high: false });
    expect(notesOf(['T-spin double', 'Back-to-back'])).toEqual({ notes: 3, high: true });
    expect(notesOf(['Tetris'])).toEqual({ notes: 4, high: false });
  });

  it('are read to the hundredth', () => {
    expect([0, 9_990, 62_355, 600_000].map(stopwatch)).toEqual(['0.00', '9.99', '1:02.35', '10:00.00']);
  });
});
