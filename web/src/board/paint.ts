import type { GameUi, Slide } from '../games/ui';
import type { Mark } from '../lib/reasons/marks';
import type { Cell, Picture } from '../lib/protocol';
import type { Brush, Spot } from './brush';
import type { Layout } from './layout';

/** A cell that has just changed. */
export interface Change {
  before: Cell;
  at: number;
}

/** All that is on a board. */
export interface Scene {
  picture: Picture;
  ui: GameUi;
  marks: Mark[];
  cursor: { column: number; row: number } | null;
  /** How far the change of a cell has come, 0 to 1, and what it was. */
  change(index: number): { age: number; before: Cell | null };
  /** What slides onto a cell, and how far it has come, 0 to 1. */
  slide(index: number): (Slide & { way: number }) | null;
  /** Without labels, for tiles. */
  small: boolean;
}

/** Draws a board from the frame to the cursor. */
export function paint(brush: Brush, layout: Layout, scene: Scene): void {
  brush.ctx.clearRect(0, 0, layout.width, layout.height);
  paintFrame(brush, layout);
  if (!scene.small) paintLabels(brush, layout, scene.picture);
  paintField(brush, layout, scene);
  paintCells(brush, layout, scene);
  (scene.picture.strokes ?? []).forEach((stroke) => paintStroke(brush, layout, stroke));
  scene.marks.forEach((mark) => paintMark(brush, spotOf(layout, mark.column, mark.row), mark, scene.picture));
  if (scene.cursor) paintCursor(brush, spotOf(layout, scene.cursor.column, scene.cursor.row));
}

/** The square of a cell. */
export function spotOf(layout: Layout, column: number, row: number): Spot {
  const { cell, left, top } = layout;
  return { x: left + column * cell, y: top + row * cell, size: cell, column, row };
}

function paintFrame({ ctx, colours }: Brush, layout: Layout): void {
  const round = layout.rim * 0.9;
  const shade = ctx.createLinearGradient(0, 0, layout.width, layout.height);
  shade.addColorStop(0, colours.frame);
  shade.addColorStop(1, colours.frameDark);
  ctx.fillStyle = shade;
  ctx.beginPath();
  ctx.roundRect(0, 0, layout.width, layout.height, round);
  ctx.fill();
}

function paintField(brush: Brush, layout: Layout, { picture, ui }: Scene): void {
  if (ui.paintField) return ui.paintField(brush, layout, picture);
  if (ui.look.crossings) return paintCrossings(brush, layout, picture);
  const { ctx, colours } = brush;
  const [width, height] = [picture.width * layout.cell, picture.height * layout.cell];
  ctx.fillStyle = colours.field;
  ctx.fillRect(layout.left, layout.top, width, height);
  ctx.fillStyle = colours.line;
  for (let c = 1; c < picture.width; c++) ctx.fillRect(layout.left + c * layout.cell, layout.top, 1, height);
  for (let r = 1; r < picture.height; r++) ctx.fillRect(layout.left, layout.top + r * layout.cell, width, 1);
  paintInnerShade(ctx, layout, width, height);
}

/** Lines through the middle of the cells. */
export function paintCrossings({ ctx, colours }: Brush, layout: Layout, { width, height }: Picture): void {
  const { cell, left, top } = layout;
  ctx.fillStyle = colours.field;
  ctx.fillRect(left, top, width * cell, height * cell);
  ctx.strokeStyle = colours.soft;
  ctx.lineWidth = Math.max(1, cell * 0.03);
  ctx.beginPath();
  for (let c = 0; c < width; c++) line(ctx, left + (c + 0.5) * cell, top + cell / 2, 0, (height - 1) * cell);
  for (let r = 0; r < height; r++) line(ctx, left + cell / 2, top + (r + 0.5) * cell, (width - 1) * cell, 0);
  ctx.stroke();
  paintInnerShade(ctx, layout, width * cell, height * cell);
}

function line(ctx: CanvasRenderingContext2D, x: number, y: number, dx: number, dy: number): void {
  ctx.moveTo(Math.round(x) + 0.5, Math.round(y) + 0.5);
  ctx.lineTo(Math.round(x + dx) + 0.5, Math.round(y + dy) + 0.5);
}

/** The field lies a little lower than its frame. */
function paintInnerShade(ctx: CanvasRenderingContext2D, layout: Layout, width: number, height: number): void {
  const depth = Math.min(Math.max(3, layout.cell * 0.18), layout.rim);
  const shade = ctx.createLinearGradient(0, layout.top, 0, layout.top + depth);
  shade.addColorStop(0, 'rgba(40, 24, 8, 0.22)');
  shade.addColorStop(1, 'rgba(40, 24, 8, 0)');
  ctx.fillStyle = shade;
  ctx.fillRect(layout.left, layout.top, width, Math.min(depth, height));
}

function paintLabels(brush: Brush, layout: Layout, picture: Picture): void {
  const { ctx, colours } = brush;
  const size = Math.max(9, Math.round(Math.min(layout.left * 0.55, layout.cell * 0.42)));
  ctx.font = `600 ${size}px ${colours.font}`;
  ctx.fillStyle = colours.frameInk;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const every = Math.max(1, Math.ceil((size * 1.25) / layout.cell));
  const shown = (index: number) => index % every === 0;
  picture.column_labels.forEach((label, c) => {
    if (shown(c)) ctx.fillText(label, layout.left + (c + 0.5) * layout.cell, layout.top * 0.54);
  });
  picture.row_labels.forEach((label, r) => {
    if (shown(r)) ctx.fillText(label, layout.left * 0.52, layout.top + (r + 0.53) * layout.cell);
  });
}

function paintCells(brush: Brush, layout: Layout, { picture, ui, change, slide }: Scene): void {
  picture.cells.forEach((cell, index) => {
    const spot = spotOf(layout, index % picture.width, Math.floor(index / picture.width));
    const sliding = slide(index);
    if (sliding)
      return void sliding.from.forEach((one) => paintSliding(brush, layout, spot, one, sliding.way, ui));
    const { age, before } = change(index);
    if (age >= 0) ui.paintCell(brush, cell, spot, age, before);
  });
}

function paintSliding(
  brush: Brush,
  layout: Layout,
  to: Spot,
  { column, row, cell }: Slide['from'][number],
  way: number,
  ui: GameUi,
): void {
  const from = spotOf(layout, column, row);
  const between = (a: number, b: number) => a + (b - a) * way;
  ui.paintCell(brush, cell, { ...to, x: between(from.x, to.x), y: between(from.y, to.y) }, 1, null);
}

/** A line over the board, from the middle of one cell to the middle of another. */
function paintStroke(
  { ctx, colours }: Brush,
  layout: Layout,
  stroke: [number, number, number, number],
): void {
  const { cell, left, top } = layout;
  const [x1, y1, x2, y2] = stroke.map((n, i) => (i % 2 === 0 ? left : top) + (n + 0.5) * cell);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return;
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)].map((step) => step * cell * 0.32);
  ctx.save();
  ctx.strokeStyle = colours.good;
  ctx.globalAlpha = 0.8;
  ctx.lineWidth = Math.max(3, cell * 0.09);
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(x1 - (dx ?? 0), y1 - (dy ?? 0));
  ctx.lineTo(x2 + (dx ?? 0), y2 + (dy ?? 0));
  ctx.stroke();
  ctx.restore();
}

function paintMark(brush: Brush, spot: Spot, mark: Mark, { cells, width }: Picture): void {
  const { colours } = brush;
  switch (mark.kind) {
    case 'plan':
      return brush.faded(0.75, () => brush.disc(spot, 0.3, brush.stepColour(1)));
    case 'dead':
      return cross(brush, spot, colours.bad);
    case 'rank':
      return rank(brush, spot, mark.text, cells[mark.row * width + mark.column]?.text ?? '');
    case 'badge':
      return badge(brush, spot, mark);
    case 'last':
      return corners(brush, spot, colours.soft);
    case 'played':
      return outlined(brush, spot, colours.bad, '?');
    case 'better':
      return outlined(brush, spot, colours.good, '!');
    case 'evidence':
      return hatched(brush, spot, mark.tone === 'bad' ? colours.bad : colours.good);
    case 'aim':
      return aim(brush, spot, mark.tone === 'bad' ? colours.bad : colours.good, mark.text);
    case 'about':
      return brush.ring(spot, 0.94, mark.tone === 'bad' ? colours.bad : colours.good, 0.09);
  }
}

/** Where a threat goes: a target, with a sign where it wins. */
function aim(brush: Brush, spot: Spot, colour: string, sign: string): void {
  brush.faded(0.85, () => brush.disc(spot, 0.62, colour));
  brush.ring(spot, 0.8, colour, 0.06);
  if (sign) brush.letter(sign, spot, '#ffffff', 0.5);
}

/** Small corners around a cell: the last move. */
function corners({ ctx }: Brush, { x, y, size }: Spot, colour: string): void {
  const [inset, length] = [size * 0.06, size * 0.18];
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1.5, size * 0.035);
  ctx.beginPath();
  for (const [sx, sy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const [cx, cy] = [x + inset + sx * (size - 2 * inset), y + inset + sy * (size - 2 * inset)];
    ctx.moveTo(cx + (sx ? -length : length), cy);
    ctx.lineTo(cx, cy);
    ctx.lineTo(cx, cy + (sy ? -length : length));
  }
  ctx.stroke();
}

/** A cell of a move that was played, or that would have been better, with a sign that needs no colour. */
function outlined(brush: Brush, spot: Spot, colour: string, sign: string): void {
  brush.faded(0.16, () => brush.fillTile(spot, colour, 0.06));
  brush.strokeTile(spot, colour, 0.06, sign === '?' ? [0.16, 0.1] : []);
  brush.letter(sign, spot, colour, 0.46);
}

/** A cell that a term counts. */
function hatched(brush: Brush, spot: Spot, colour: string): void {
  const { ctx } = brush;
  const { x, y, size } = spot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, size, size);
  ctx.clip();
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1, size * 0.07);
  ctx.beginPath();
  for (let at = -size; at < size; at += size / 3.5) {
    ctx.moveTo(x + at, y + size);
    ctx.lineTo(x + at + size, y);
  }
  ctx.stroke();
  ctx.restore();
  brush.strokeTile(spot, colour, 0.06);
}

/** Places that several moves share bear all their numbers, smaller. What stands there already is covered. */
function rank(brush: Brush, spot: Spot, text: string, beneath: string): void {
  const colour = brush.stepColour(1);
  if (/\w/.test(beneath)) brush.fillTile(spot, brush.colours.field, 0.1, 0.16);
  brush.strokeTile(spot, colour, 0.06, [0.16, 0.1]);
  brush.letter(text, spot, colour, Math.min(0.42, 1.3 / text.length));
}

function cross({ ctx }: Brush, { x, y, size }: Spot, colour: string): void {
  const [near, far] = [size * 0.36, size * 0.64];
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1, size * 0.08);
  ctx.beginPath();
  ctx.moveTo(x + near, y + near);
  ctx.lineTo(x + far, y + far);
  ctx.moveTo(x + far, y + near);
  ctx.lineTo(x + near, y + far);
  ctx.stroke();
}

function badge(brush: Brush, spot: Spot, mark: Mark): void {
  const { colours } = brush;
  const tones = { good: colours.good, bad: colours.bad, even: colours.soft };
  const share = Math.min(0.3, 1.25 / Math.max(4, mark.text.length));
  brush.letter(mark.text, spot, tones[mark.tone ?? 'even'], share, 700);
}

function paintCursor(brush: Brush, spot: Spot): void {
  brush.strokeTile(spot, brush.colours.person, 0.06);
}
