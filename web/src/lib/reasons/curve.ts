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
 * the other, all are for the first seat; else each is for who moved.
 */
export function valuePoints(history: Happened[], reviewed: Reviewed[], zeroSum: boolean): Point[] {
  const whose = (seat: number) => (zeroSum ? 0 : seat);
  if (reviewed.length > 0)
    return reviewed.map(({ ply, seat, value, chance }) => ({
      ply: ply + 1,
      value: seat > 0 && zeroSum ? -value : value,
      chance: zeroSum ? (seat > 0 && chance !== null ? 1 - chance : chance) : null,
      seat: whose(seat),
    }));
  return history.flatMap(({ ply, seat, value, chance }) =>
    value === null ? [] : [{ ply: ply + 1, value, chance: zeroSum ? chance : null, seat: whose(seat) }],
  );
}

/** Whether the curve can tell chances to win instead of values, which mean nothing to people. */
export function tellsChances(points: Point[]): boolean {
  return points.length > 0 && points.every(({ chance }) => chance !== null);
}

/** Points with their heights from 0 to 1. */
export type Curve = (Point & { height: number })[];

/**
 * Chances to win, from none to all. Else a curve for each seat that has values, on a scale of its own: players measure in different units. A few extremes must
 * not flatten the rest, so the ends are the outer twentieths.
 */
export function curves(points: Point[]): Curve[] {
  if (tellsChances(points)) return [points.map((point) => ({ ...point, height: point.chance ?? 0.5 }))];
  const curve = (seat: number) => scaled(points.filter((point) => point.seat === seat));
  return [0, 1].map(curve).filter((found) => found.length > 0);
}

function scaled(points: Point[]): Curve {
  const sorted = points.map((point) => point.value).sort((a, b) => a - b);
  const share = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? 0;
  const [low, high] = [share(0.05), share(0.95)];
  const height = (value: number) =>
    high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low)));
  return points.map((point) => ({ ...point, height: height(point.value) }));
}
