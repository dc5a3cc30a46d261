import type { Cell, Shape } from '../lib/protocol';
import { readableOn, type Brush, type Spot } from './brush';

/** Draws a cell of a game that has no drawing of its own. */
export function paintShape(brush: Brush, shape: Shape, cell: Cell, spot: Spot, age: number): void {
  if (cell.ink === 'empty') return;
  if (cell.ink === 'ghost') return ghost(brush, shape, cell.text, spot);
  const colour = brush.inkColour(cell.ink);
  const grown = 0.7 + 0.3 * age;
  if (shape === 'stone') return stone(brush, spot, colour, grown);
  if (shape === 'text') return brush.letter(cell.text, spot, colour);
  brush.fillTile(spot, colour, 0.05 + 0.15 * (1 - grown), 0.12);
  if (shape === 'tile') label(brush, cell.text, spot, readableOn(colour));
}

/** A round stone that shines a little. */
export function stone({ ctx }: Brush, spot: Spot, colour: string, grown = 1, share = 0.84): void {
  const { x, y, size } = spot;
  const [cx, cy, radius] = [x + size / 2, y + size / 2, (size / 2) * share * grown];
  ctx.save();
  ctx.shadowColor = 'rgba(20, 12, 4, 0.45)';
  ctx.shadowBlur = size * 0.08;
  ctx.shadowOffsetY = size * 0.04;
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(cx, cy, radius, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
  const shine = ctx.createRadialGradient(cx - radius * 0.4, cy - radius * 0.5, 0, cx, cy, radius);
  shine.addColorStop(0, 'rgba(255, 255, 255, 0.38)');
  shine.addColorStop(0.6, 'rgba(255, 255, 255, 0.04)');
  shine.addColorStop(1, 'rgba(0, 0, 0, 0.14)');
  ctx.fillStyle = shine;
  ctx.beginPath();
  ctx.arc(cx, cy, radius, 0, 2 * Math.PI);
  ctx.fill();
}

/** A text that fits into its cell. */
export function label(brush: Brush, text: string, spot: Spot, colour: string): void {
  brush.letter(text, spot, colour, Math.min(0.5, 1.35 / Math.max(1, text.length)));
}

function ghost(brush: Brush, shape: Shape, text: string, spot: Spot): void {
  const step = Number(text);
  const colour = brush.stepColour(step >= 1 && step <= 99 ? step : 1);
  if (shape === 'stone') {
    brush.faded(0.3, () => brush.disc(spot, 0.84, colour));
    brush.ring(spot, 0.78, colour, 0.05);
  } else {
    brush.faded(0.22, () => brush.fillTile(spot, colour, 0.06));
    brush.strokeTile(spot, colour, 0.05, [0.14, 0.09]);
  }
  if (/^\w+$/.test(text)) label(brush, text, spot, colour);
}
