import { numberTile, TILES, tray } from '../../board/numbers';
import type { Cell } from '../../lib/protocol';
import type { OwnUi } from '../ui';

export const ui: OwnUi = {
  game: 'tetris2048',
  look: { shape: 'tile', crossings: false, palette: TILES, words: {} },
  hiddenNotes: [],
  drawnNotes: ['piece', 'next'],
  paces: [1500, 700, 300, 120, 0],
  guide: [
    'Steer, turn and drop the falling piece with the keys.',
    'A tile that lies on an equal one merges with it into their sum. Full rows go; what has no footing falls.',
  ],
  paintField: tray,
  paintCell(brush, cell, spot, age, before) {
    if (cell.ink === 'empty') return;
    if (cell.ink === 'ghost') return brush.faded(0.7, () => numberTile(brush, cell, spot, 1));
    numberTile(brush, cell, spot, before && grows(cell, before) ? age : 1);
  },
  ages: grows,
};

/** Whether a tile has taken another in. */
function grows(cell: Cell, before: Cell): boolean {
  return before.ink !== 'empty' && before.ink !== 'ghost' && before.text !== cell.text;
}
