import type { Cell } from '../lib/protocol';
import { readableOn, type Brush, type Spot } from './brush';
import { label } from './shapes';

/** Colours of numbered tiles from 2 on, warm to hot; beyond 2048 dark. */
export const TILES = [
  0xf3e6cf, 0xefdcb8, 0xf2b179, 0xf0955f, 0xee7b55, 0xe85a39, 0xedcf72, 0xeac85a, 0xe6bf45, 0xe2b52f,
  0xddab18, 0x5b8c5a, 0x3f7d6e, 0x35678a, 0x4a4f8c, 0x5c3d7a, 0x2f2a3f,
];

/** A numbered tile; new and merged ones grow into place. */
export function numberTile(brush: Brush, cell: Cell, spot: Spot, age: number): void {
  const colour = brush.inkColour(cell.ink);
  const size = spot.size * (0.6 + 0.4 * age);
  const gap = (spot.size - size) / 2;
  const grown = { ...spot, x: spot.x + gap, y: spot.y + gap, size };
  const ghost = cell.ink === 'ghost';
  brush.fillTile(grown, ghost ? brush.colours.line : colour, 0.05, 0.08);
  label(brush, cell.text, grown, ghost ? brush.colours.soft : readableOn(colour));
}

/** The ground of a board of tiles: a tray with a hollow for each. */
export function tray(
  brush: Brush,
  { cell, left, top }: { cell: number; left: number; top: number },
  { width, height }: { width: number; height: number },
): void {
  brush.ctx.fillStyle = brush.colours.night ? '#3a332b' : '#cbb79b';
  brush.ctx.fillRect(left, top, width * cell, height * cell);
  for (let i = 0; i < width * height; i++) {
    const [column, row] = [i % width, Math.floor(i / width)];
    const spot = { x: left + column * cell, y: top + row * cell, size: cell, column, row };
    brush.fillTile(spot, brush.colours.night ? '#4a4238' : '#dccab0', 0.05, 0.08);
  }
}
