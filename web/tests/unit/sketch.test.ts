import { describe, expect, it } from 'vitest';
import { sketch } from '../../src/board/sketch';
import type { Ink, Picture } from '../../src/lib/protocol';

const INKS: Record<string, Ink> = {
  '.': 'empty',
  '#': 'lying',
  X: 'first',
  O: 'second',
  '*': 'ghost',
  p: { piece: 2 },
};

function picture(...rows: string[]): Picture {
  const cells = rows.flatMap((row) => [...row].map((text) => ({ text, ink: INKS[text] ?? 'empty' })));
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  return { width, height, cells, column_labels: [], row_labels: [], notes: [] };
}

function drawn(of: Picture): string[] {
  const found = sketch(of);
  if (!found) return [];
  const rows = Array.from({ length: found.height }, () => Array.from({ length: found.width }, () => '.'));
  for (const { column, row, kind } of found.cells) rows[row]?.splice(column, 1, kind[0] ?? '');
  return rows.map((row) => row.join(''));
}

describe('the sketch of a move', () => {
  it('shows a small board whole, with whose stones lie there', () => {
    expect(drawn(picture('X..', '.O.', '..*'))).toEqual(['f..', '.s.', '..m']);
  });

  it('shows the rows of a tall board around the piece', () => {
    const rows = Array.from({ length: 20 }, () => '..........');
    rows.splice(12, 8, '...**.....', '...**.....', ...Array.from({ length: 6 }, () => 'pp########'));
    expect(drawn(picture(...rows))).toEqual([
      '..........',
      '..........',
      '...mm.....',
      '...mm.....',
      'llllllllll',
      'llllllllll',
    ]);
  });

  it('stays on the board where a stone lies in its corner', () => {
    const rows = Array.from({ length: 19 }, (_, row) => (row === 0 ? '*' : '.').padEnd(19, '.'));
    expect(drawn(picture(...rows))).toEqual(['m......', ...Array.from({ length: 6 }, () => '.......')]);
  });

  it('is nothing where nothing is thought of', () => {
    expect(sketch(picture('X..', '...'))).toBeNull();
  });
});
