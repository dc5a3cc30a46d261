import type { Picture } from '../lib/protocol';

/** Where a board's parts lie on its canvas, in pixels of the screen. */
export interface Layout {
  cell: number;
  left: number;
  top: number;
  /** Frame on the sides without labels. */
  rim: number;
  width: number;
  height: number;
}

/** Shares of a cell: the frame with labels, and without. */
const LABELLED = 0.95;
const RIM = 0.32;
const LEAST_LABEL_PX = 13;
const MOST_RIM_PX = 12;
const MOST_LABEL_PX = 30;

/** The largest board of whole pixels that fits into a box. */
export function fit(picture: Picture, width: number, height: number, scale: number, small: boolean): Layout {
  const label = (labels: string[]) => (small || labels.length === 0 ? RIM : LABELLED);
  const [across, down] = [label(picture.row_labels), label(picture.column_labels)];
  const [wide, high] = [width * scale, height * scale];
  const grown = Math.min(wide / (picture.width + across + RIM), high / (picture.height + down + RIM));
  // On large cells the frame no longer grows with them, which leaves them more room.
  const frames = [across, down].map((share) => (share === RIM ? 1 : MOST_LABEL_PX / MOST_RIM_PX) + 1);
  const [sides = 0, ends = 0] = frames.map((rims) => rims * MOST_RIM_PX * scale);
  const roomy = Math.min((wide - sides) / picture.width, (high - ends) / picture.height);
  const cell = Math.max(3, Math.floor(roomy * RIM >= MOST_RIM_PX * scale ? roomy : grown));
  const frame = (share: number) => Math.round(share === RIM ? rimOf(cell, scale) : labelOf(cell, scale));
  const [left, top, rim] = [frame(across), frame(down), frame(RIM)];
  const inner = (count: number) => count * cell;
  return {
    cell,
    left,
    top,
    rim,
    width: left + inner(picture.width) + rim,
    height: top + inner(picture.height) + rim,
  };
}

function rimOf(cell: number, scale: number): number {
  return Math.min(cell * RIM, MOST_RIM_PX * scale);
}

/** Wide enough to read, and no wider than that on large cells. */
function labelOf(cell: number, scale: number): number {
  return Math.min(Math.max(cell * LABELLED, LEAST_LABEL_PX * scale), MOST_LABEL_PX * scale);
}

/** The cell under a point of the canvas; none on the frame. */
export function cellAt(
  layout: Layout,
  picture: Picture,
  x: number,
  y: number,
): { column: number; row: number } | null {
  const column = Math.floor((x - layout.left) / layout.cell);
  const row = Math.floor((y - layout.top) / layout.cell);
  const inside = column >= 0 && row >= 0 && column < picture.width && row < picture.height;
  return inside ? { column, row } : null;
}

/** Boards that are taller than this many widths have rows above that are rarely used. */
const TALL = 3;
/** Rows that stay, as widths. */
const KEPT = 2.2;

/** The rows at the top of a tall board that hold nothing and need not be shown. */
export function rowsToHide(picture: Picture): number {
  if (picture.height <= TALL * picture.width) return 0;
  const used = picture.cells.findIndex((cell) => cell.ink !== 'empty');
  const firstUsed = used < 0 ? picture.height : Math.floor(used / picture.width);
  return Math.max(0, Math.min(firstUsed, picture.height - Math.ceil(KEPT * picture.width)));
}

/** The same picture without its first rows. Numbers that begin in the middle would only puzzle people. */
export function without(picture: Picture, rows: number): Picture {
  if (rows === 0) return picture;
  return {
    ...picture,
    height: picture.height - rows,
    cells: picture.cells.slice(rows * picture.width),
    row_labels: [],
  };
}
