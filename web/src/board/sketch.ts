import type { Ink, Picture } from '../lib/protocol';
import { ghosts } from '../lib/reasons/marks';

/** A move as a few cells: the part of the board around it, without frame and labels. */
export interface Sketch {
  width: number;
  height: number;
  /** What lies there already, and the cells of the move. */
  cells: { column: number; row: number; kind: 'lying' | 'first' | 'second' | 'move' }[];
}

/** Cells of a sketch at most: as many as can be told apart in a line of text. */
const ACROSS = 12;
const FLAT = 6;
const SQUARE = 7;

/** The part of a picture around the cells that are only thought of; nothing, if there are none. */
export function sketch(picture: Picture): Sketch | null {
  const move = ghosts(picture);
  if (move.length === 0) return null;
  const tall = picture.height > 1.3 * picture.width;
  const width = Math.min(picture.width, tall ? ACROSS : SQUARE);
  const height = Math.min(picture.height, tall ? FLAT : SQUARE);
  const left = around(
    move.map((cell) => cell.column),
    width,
    picture.width,
  );
  const top = around(
    move.map((cell) => cell.row),
    height,
    picture.height,
  );
  const cells: Sketch['cells'] = [];
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const ink = picture.cells[(top + row) * picture.width + left + column]?.ink ?? 'empty';
      const kind = kindOf(ink);
      if (kind) cells.push({ column, row, kind });
    }
  return { width, height, cells };
}

/** Where a window of this length begins so that all of these lie in its middle, as far as there is room. */
function around(places: number[], length: number, whole: number): number {
  const middle = (Math.min(...places) + Math.max(...places) + 1) / 2;
  return Math.max(0, Math.min(whole - length, Math.round(middle - length / 2)));
}

function kindOf(ink: Ink): Sketch['cells'][number]['kind'] | null {
  switch (ink) {
    case 'empty':
      return null;
    case 'ghost':
      return 'move';
    case 'first':
    case 'second':
      return ink;
    default:
      return 'lying';
  }
}
