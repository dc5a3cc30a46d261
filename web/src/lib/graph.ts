import type { Happened, Reviewed } from './protocol';

/** A point of the value graph: after how many moves, and how good it then looks for the first seat. */
export interface Point {
  ply: number;
  value: number;
}

/** Values over the game: what agents expected, or what a review found. Made small at both ends. */
export function valuePoints(history: Happened[], reviewed: Reviewed[]): Point[] {
  if (reviewed.length > 0)
    return reviewed.map(({ ply, seat, value }) => ({ ply: ply + 1, value: seat === 0 ? value : -value }));
  return history.flatMap(({ ply, value }) => (value === null ? [] : [{ ply: ply + 1, value }]));
}

/** Heights from 0 to 1. A few extremes must not flatten the rest, so the ends are the outer twentieths. */
export function heights(points: Point[]): number[] {
  const sorted = points.map((point) => point.value).sort((a, b) => a - b);
  const share = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? 0;
  const [low, high] = [share(0.05), share(0.95)];
  if (high === low) return points.map(() => 0.5);
  return points.map(({ value }) => Math.min(1, Math.max(0, (value - low) / (high - low))));
}
