import type { Happened, Reviewed } from '../protocol';

/** A point of the value graph: after how many moves, and how good it then looks for whom. */
export interface Point {
  ply: number;
  value: number;
  /** The chance to win that goes with it, where that is known. */
  chance: number | null;
  seat: number;
}

/**
 * Values over the game: what agents expected, or what a review found. Where what is good for one player is as bad for
 * the other, all are for the first seat; else each is for who moved. Seats that draw lots have no values of their own.
 */
export function valuePoints(
  history: Happened[],
  reviewed: Reviewed[],
  zeroSum: boolean,
  drawsLots: (seat: number) => boolean = () => false,
): Point[] {
  const whose = (seat: number) => (zeroSum ? 0 : seat);
  if (reviewed.length > 0)
    return reviewed.map(({ ply, seat, value, chance }) => ({
      ply: ply + 1,
      value: seat > 0 && zeroSum ? -value : value,
      chance: zeroSum ? (seat > 0 && chance !== null ? 1 - chance : chance) : null,
      seat: whose(seat),
    }));
  // The nought that comes with a lot is nobody's judgement. What else came from that seat is of who sat there before.
  const judged = ({ seat, value, chance }: Happened) => value !== 0 || chance !== null || !drawsLots(seat);
  return history
    .filter(judged)
    .flatMap(({ ply, seat, value, chance }) =>
      value === null ? [] : [{ ply: ply + 1, value, chance: zeroSum ? chance : null, seat: whose(seat) }],
    );
}

/** Whether the curve can tell chances to win instead of values, which mean nothing to people. */
export function tellsChances(points: Point[]): boolean {
  return points.length > 0 && points.every(({ chance }) => chance !== null);
}

/** Points with their heights from 0 to 1; `lost` where the game was, so that the number says no more than that. */
export type Curve = (Point & { height: number; lost: boolean })[];

/**
 * Chances to win, from none to all. Else a curve for each seat that has values, on a scale of its own: players measure
 * in different units. A few extremes must not flatten the rest, so the ends are the outer twentieths of all that was
 * expected before a game was lost. `hasLost` says for whom that may be.
 */
export function curves(points: Point[], hasLost: (seat: number) => boolean = () => false): Curve[] {
  if (tellsChances(points))
    return [points.map((point) => ({ ...point, height: point.chance ?? 0.5, lost: false }))];
  const curve = (seat: number) =>
    scaled(
      points.filter((point) => point.seat === seat),
      hasLost(seat),
    );
  return [0, 1].map(curve).filter((found) => found.length > 0);
}

function scaled(points: Point[], hasLost: boolean): Curve {
  const values = points.map((point) => point.value);
  const end = hasLost ? lostFrom(values) : values.length;
  const sorted = values.slice(0, end).sort((a, b) => a - b);
  const share = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? 0;
  const [low, high] = [share(0.05), share(0.95)];
  const height = (value: number) =>
    high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low)));
  return points.map((point, i) => ({
    ...point,
    height: i < end ? height(point.value) : 0,
    lost: i >= end,
  }));
}

/** Who sees a loss come says so a few moves before the end at most, and by far more than all that went before. */
const LAST_MOVES = 4;
const FAR = 3;

/** From which value on a game was lost: all its last ones lie far below everything before. */
function lostFrom(values: number[]): number {
  for (let at = values.length - 1; at >= Math.max(3, values.length - LAST_MOVES); at--) {
    const before = values.slice(0, at);
    const [low, high] = [Math.min(...before), Math.max(...before)];
    if (Math.max(...values.slice(at)) < low - FAR * (high - low)) return at;
  }
  return values.length;
}
