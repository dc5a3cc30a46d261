import { numberTile, TILES, tray } from '../../board/numbers';
import type { Picture } from '../../lib/protocol';
import type { OwnUi, Slide } from '../ui';

export const ui: OwnUi = {
  game: '2048',
  look: { shape: 'tile', crossings: false, palette: TILES, words: {} },
  hiddenNotes: [],
  heat: true,
  overlay: {
    name: 'Heat',
    about: 'What each of the four directions is worth, before you move',
    marks: 'values',
    initial: false,
  },
  paces: [1200, 600, 250, 100, 0],
  guide: ['Slide all tiles with keys or a swipe. Equal tiles that meet become one.'],
  paintField: tray,
  paintCell(brush, cell, spot, age, before) {
    if (cell.ink === 'empty') return;
    numberTile(brush, cell, spot, before && before.ink !== cell.ink ? age : 1);
  },
  slides,
};

const WAYS: Record<string, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/**
 * Which tiles slid where: along each line towards the wall, each tile of the new picture took the next one or two of
 * the old one that make its number. A tile that took none has just appeared.
 */
export function slides(before: Picture, now: Picture, move: { action: string } | null): Map<number, Slide> {
  const found = new Map<number, Slide>();
  const way = WAYS[move?.action ?? ''];
  if (!way) return found;
  for (const line of linesAlong(before, way)) {
    const waiting = line.filter((i) => before.cells[i]?.ink !== 'empty');
    for (const i of line) {
      const number = Number(now.cells[i]?.text);
      const taken = take(waiting, number, before);
      if (taken.length > 0) found.set(i, { from: taken.map((from) => placeOf(before, from)) });
    }
  }
  return found;
}

/** The next tile with this number, or the next two with half of it. */
function take(waiting: number[], number: number, before: Picture): number[] {
  const at = (i: number) => Number(before.cells[waiting[i] ?? -1]?.text);
  if (at(0) === number) return waiting.splice(0, 1);
  if (at(0) === number / 2 && at(1) === number / 2) return waiting.splice(0, 2);
  return [];
}

function placeOf(picture: Picture, i: number): Slide['from'][number] {
  const cell = picture.cells[i] ?? { text: '', ink: 'empty' };
  return { column: i % picture.width, row: Math.floor(i / picture.width), cell };
}

/** The indices of each row or column, from the wall that tiles slide to. */
function linesAlong({ width, height }: Picture, [dx, dy]: [number, number]): number[][] {
  const count = dx === 0 ? width : height;
  const length = dx === 0 ? height : width;
  return Array.from({ length: count }, (_, line) =>
    Array.from({ length }, (_, step) => {
      const along = dx + dy > 0 ? length - 1 - step : step;
      return dx === 0 ? along * width + line : line * width + along;
    }),
  );
}
