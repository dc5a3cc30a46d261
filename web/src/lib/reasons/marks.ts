import type { Picture, Threat } from '../protocol';

/** A cell of the board. */
export interface Place {
  column: number;
  row: number;
}

/** Something drawn over the cells of a picture. */
export interface Mark extends Place {
  kind: 'plan' | 'dead' | 'rank' | 'badge' | 'last' | 'played' | 'better' | 'evidence' | 'aim' | 'about';
  text: string;
  tone?: 'good' | 'bad' | 'even';
}

/** The cells of a picture that only show what is thought of. */
export function ghosts(picture: Picture): (Place & { text: string })[] {
  const found: (Place & { text: string })[] = [];
  picture.cells.forEach((cell, i) => {
    if (cell.ink !== 'ghost') return;
    found.push({ column: i % picture.width, row: Math.floor(i / picture.width), text: cell.text });
  });
  return found;
}

/** The cells that differ between two pictures of one board. */
export function changes(before: Picture, after: Picture): Place[] {
  const found: Place[] = [];
  after.cells.forEach((cell, i) => {
    if (cell.text === before.cells[i]?.text && sameInk(cell.ink, before.cells[i].ink)) return;
    found.push({ column: i % after.width, row: Math.floor(i / after.width) });
  });
  return found;
}

function sameInk(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Where threats go and what they are about: those against `own` look bad. The gravest mark of a cell is drawn. */
export function threatMarks(threats: Threat[], own: number): Mark[] {
  const marks = new Map<string, Mark>();
  const put = ([column, row]: [number, number], mark: Omit<Mark, 'column' | 'row'>) => {
    const [place, there] = [`${column} ${row}`, marks.get(`${column} ${row}`)];
    const graver = !there || (there.kind === 'about' && mark.kind === 'aim') || (!there.text && mark.text);
    if (graver) marks.set(place, { column, row, ...mark });
  };
  for (const { seat, wins, at, cells } of threats) {
    const tone = seat === own ? 'good' : 'bad';
    put(at, { kind: 'aim', text: wins ? '!' : '', tone });
    cells.forEach((cell) => put(cell, { kind: 'about', text: '', tone }));
  }
  return [...marks.values()];
}

/** Numbers that would be written over each other, written side by side. */
export function joinRanks(marks: Mark[]): Mark[] {
  const ranks = new Map<string, Mark>();
  const others = marks.filter((mark) => mark.kind !== 'rank');
  for (const mark of marks.filter((mark) => mark.kind === 'rank')) {
    const place = `${mark.column} ${mark.row}`;
    const there = ranks.get(place);
    ranks.set(place, there ? { ...there, text: `${there.text}, ${mark.text}` } : mark);
  }
  return [...others, ...ranks.values()];
}

/** A cell of a row in words. Where columns have no names they are counted, which must not be taken for what lies there. */
function inColumn({ column_labels: names }: Picture, column: number, holds: string): string {
  const name = names[column];
  return name === undefined ? `${holds} in column ${column + 1}` : `${name} ${holds}`;
}

/** The name of a cell: by its labels, else counted from the top left as people count. */
export function placeName(
  { column_labels: columns, row_labels: rows }: Picture,
  { column, row }: Place,
): string {
  return `${columns[column] ?? `column ${column + 1}`} ${rows[row] ?? `row ${row + 1}`}`;
}

/** A picture in words, for those who do not see it. */
export function describe(picture: Picture, spoken: Record<string, string> = {}): string {
  const rows: string[] = [];
  for (let row = 0; row < picture.height; row++) {
    const cells = picture.cells.slice(row * picture.width, (row + 1) * picture.width);
    const filled = cells.flatMap((cell, column) =>
      cell.ink === 'empty' ? [] : [inColumn(picture, column, spoken[cell.text] ?? cell.text)],
    );
    if (filled.length > 0) rows.push(`Row ${picture.row_labels[row] ?? row + 1}: ${filled.join(', ')}.`);
  }
  const notes = picture.notes.map(([name, value]) => `${name} ${value}`).join(', ');
  const board = rows.length > 0 ? rows.join(' ') : 'The board is empty.';
  return notes ? `${board} ${notes}.` : board;
}
