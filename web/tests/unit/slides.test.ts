import { describe, expect, it } from 'vitest';
import { slides } from '../../src/games/2048';
import type { Cell, Picture } from '../../src/lib/protocol';

/** A board of one row or column of tiles; 0 is empty. */
function picture(width: number, numbers: number[]): Picture {
  const cells = numbers.map((n): Cell =>
    n === 0 ? { text: '.', ink: 'empty' } : { text: String(n), ink: { piece: Math.log2(n) - 1 } },
  );
  return { width, height: numbers.length / width, cells, column_labels: [], row_labels: [], notes: [] };
}

/** For each cell, where its tiles came from. */
function from(width: number, before: number[], now: number[], action: string): Record<number, number[]> {
  const found = slides(picture(width, before), picture(width, now), { action });
  const index = ({ column, row }: { column: number; row: number }) => row * width + column;
  return Object.fromEntries([...found].map(([to, slide]) => [to, slide.from.map(index)]));
}

describe('tiles of 2048', () => {
  it('slide to the wall and meet there', () => {
    expect(from(4, [2, 0, 2, 4], [4, 4, 0, 0], 'left')).toEqual({ 0: [0, 2], 1: [3] });
    expect(from(4, [2, 2, 2, 2], [0, 0, 4, 4], 'right')).toEqual({ 3: [3, 2], 2: [1, 0] });
    expect(from(1, [2, 0, 2, 8], [0, 0, 4, 8], 'down')).toEqual({ 3: [3], 2: [2, 0] });
  });

  it('that have just appeared come from nowhere', () => {
    expect(from(4, [0, 0, 2, 0], [2, 0, 0, 2], 'left')).toEqual({ 0: [2] });
  });

  it('stay where the move is no slide', () => {
    expect(from(4, [2, 0, 0, 0], [2, 0, 0, 2], 'undo')).toEqual({});
  });
});
