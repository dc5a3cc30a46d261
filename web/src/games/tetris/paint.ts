import type { Brush, Spot } from '../../board/brush';
import type { Cell } from '../../lib/protocol';

/** Kinds of pieces with a colour and a sign of their own. */
const KINDS = 7;

/** Draws a cell: pieces in colour with an inlay of their own, duller once they lie; as wood where nobody remembers them. */
export function paintCell(brush: Brush, cell: Cell, spot: Spot, age: number, before: Cell | null): void {
  if (cell.ink === 'empty') return;
  if (cell.ink === 'ghost') return ghost(brush, cell.text, spot);
  if (cell.ink === 'fresh') return block(brush, spot, brush.colours.person);
  if (typeof cell.ink === 'object') piece(brush, spot, cell.ink.piece % KINDS, cell.text);
  else wooden(brush, spot);
  if (before && age < 1 && lands(cell, before))
    brush.faded(1 - age, () => block(brush, spot, brush.colours.frameInk));
}

/** The text of cells that lie. */
const LIES = '#';

/** Whether a piece has just come to lie: that is seen for a moment. */
export function lands(cell: Cell, before: Cell): boolean {
  return cell.text === LIES && before.ink !== 'empty' && before.text !== LIES;
}

function piece(brush: Brush, spot: Spot, kind: number, text: string): void {
  block(brush, spot, brush.colours.pieces[kind] ?? brush.colours.ink);
  inlay(brush, kind, spot, text === LIES ? 0.3 : 0.55);
  if (text === LIES) brush.faded(0.22, () => brush.fillTile(spot, brush.colours.field, 0.025, 0.1));
  if (text === '@') pivot(brush, spot);
}

function ghost(brush: Brush, text: string, spot: Spot): void {
  if (text === ':')
    return brush.faded(0.75, () => brush.strokeTile(spot, brush.colours.soft, 0.05, [0.14, 0.09]));
  const colour = brush.stepColour(Number(text));
  brush.faded(0.28, () => brush.fillTile(spot, colour, 0.06));
  brush.strokeTile(spot, colour, 0.05);
  brush.letter(text, spot, colour, 0.46);
}

function wooden(brush: Brush, spot: Spot): void {
  const wood = brush.colours.wood;
  const shade = wood[(spot.column * 7 + spot.row * 13 + ((spot.column * spot.row) % 5)) % wood.length];
  block(brush, spot, shade ?? brush.colours.frame);
}

/** A block with a light upper and a dark lower edge. */
function block(brush: Brush, spot: Spot, colour: string): void {
  const { ctx } = brush;
  const { x, y, size } = spot;
  brush.fillTile(spot, colour, 0.025, 0.1);
  const edge = Math.max(1, size * 0.09);
  const gap = size * 0.05;
  ctx.fillStyle = 'rgba(255, 255, 255, 0.28)';
  ctx.fillRect(x + gap, y + gap, size - 2 * gap, edge);
  ctx.fillStyle = 'rgba(0, 0, 0, 0.18)';
  ctx.fillRect(x + gap, y + size - gap - edge, size - 2 * gap, edge);
}

/** A sign of its own for each piece, so that colour is not needed to tell them apart. */
function inlay(brush: Brush, kind: number, { x, y, size }: Spot, strength: number): void {
  const { ctx } = brush;
  const at = (share: number) => share * size;
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = ctx.strokeStyle = `rgba(255, 255, 255, ${strength})`;
  ctx.lineWidth = Math.max(1, at(0.07));
  ctx.beginPath();
  INLAYS[kind]?.(ctx, at);
  ctx.stroke();
  ctx.restore();
}

type Draw = (ctx: CanvasRenderingContext2D, at: (share: number) => number) => void;

const lines =
  (...points: [number, number, number, number][]): Draw =>
  (ctx, at) => {
    for (const [x1, y1, x2, y2] of points) {
      ctx.moveTo(at(x1), at(y1));
      ctx.lineTo(at(x2), at(y2));
    }
  };

const INLAYS: Draw[] = [
  (ctx, at) => ctx.rect(at(0.34), at(0.34), at(0.32), at(0.32)),
  lines([0.5, 0.28, 0.5, 0.72]),
  lines([0.32, 0.64, 0.68, 0.36]),
  lines([0.32, 0.36, 0.68, 0.64]),
  lines([0.32, 0.42, 0.68, 0.42], [0.5, 0.42, 0.5, 0.7]),
  lines([0.38, 0.3, 0.38, 0.66], [0.38, 0.66, 0.66, 0.66]),
  lines([0.62, 0.3, 0.62, 0.66], [0.62, 0.66, 0.34, 0.66]),
];

/** The point around which the piece turns. */
function pivot(brush: Brush, spot: Spot): void {
  brush.disc(spot, 0.5, 'rgba(20, 16, 10, 0.75)');
  brush.disc(spot, 0.26, '#fff');
}
