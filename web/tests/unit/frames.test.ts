import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewMoves } from '../../src/lib/game/moves';
import { Frames } from '../../src/lib/page/frames';
import { FakeFrames, move, state } from './fake';

describe('a frame', () => {
  it('takes in first, then updates the page, then draws once, in the same frame', () => {
    const done: string[] = [];
    const screen = new FakeFrames(() => done.push('update'));
    const draw = () => done.push('draw');
    screen.begin(() => {
      done.push('take');
      screen.draw(draw);
      screen.draw(draw);
    });
    screen.next();
    expect(done).toEqual(['take', 'update', 'draw']);
    expect(screen.wanted).toBe(false);
  });

  it('that is drawn leaves what moves on to the next', () => {
    let drawn = 0;
    const screen = new FakeFrames();
    const draw = () => void (++drawn < 3 && screen.draw(draw));
    screen.draw(draw);
    screen.next();
    expect(drawn).toBe(1);
    screen.next();
    screen.next();
    expect([drawn, screen.wanted]).toEqual([3, false]);
  });

  it('draws nothing that was cancelled', () => {
    const screen = new FakeFrames();
    const draw = vi.fn();
    screen.draw(draw);
    screen.cancel(draw);
    screen.next();
    expect(draw).not.toHaveBeenCalled();
  });
});

describe('a page whose next frame is far away', () => {
  const document = { hidden: true };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', document);
    vi.stubGlobal('requestAnimationFrame', () => 1);
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('goes on by a timer if nobody sees it: %s', (hidden, times) => {
    document.hidden = hidden;
    const task = vi.fn();
    new Frames().begin(task);
    vi.advanceTimersByTime(1000);
    expect(task).toHaveBeenCalledTimes(times);
  });
});

describe('new moves', () => {
  const history = (plies: number) => Array.from({ length: plies }, (_, ply) => move(ply));
  const plies = (moves: { ply: number }[]) => moves.map(({ ply }) => ply);

  it('are all that came since one looked, and none of those before', () => {
    const made = new NewMoves();
    expect(made.since({ now: null, history: [] })).toEqual([]);
    expect(made.since({ now: state(1, 3), history: history(3) })).toEqual([]);
    expect(plies(made.since({ now: state(4, 6), history: history(6) }))).toEqual([3, 4, 5]);
    expect(made.since({ now: state(5, 6), history: history(6) })).toEqual([]);
  });

  it('are told when the list of moves has come', () => {
    const made = new NewMoves();
    made.since({ now: state(1, 3), history: [] });
    expect(made.since({ now: state(1, 3), history: history(3) })).toEqual([]);
    expect(made.since({ now: state(9, 6), history: history(3) })).toEqual([]);
    expect(plies(made.since({ now: state(9, 6), history: history(6) }))).toEqual([3, 4, 5]);
  });

  it('come again after some were taken back', () => {
    const made = new NewMoves();
    made.since({ now: state(1, 3), history: history(3) });
    expect(made.since({ now: state(2, 1), history: history(1) })).toEqual([]);
    expect(plies(made.since({ now: state(3, 2), history: history(2) }))).toEqual([1]);
  });
});
