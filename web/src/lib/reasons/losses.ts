import type { Reviewed } from '../protocol';

/** How much a move gave away. */
export type Loss = 'fine' | 'inaccuracy' | 'mistake' | 'blunder';

/** A judged move with what it gave away. */
export interface GradedLoss {
  move: Reviewed;
  grade: Loss;
  /** What it gave away: a share of the chance to win where two play for one result, else in the judge's unit. */
  loss: number;
  /** The same beside what the game's moves usually give away; 1 is usual. */
  relative: number;
}

/** From these shares of the chance to win on. */
const CHANCES: [number, Loss][] = [
  [0.2, 'blunder'],
  [0.1, 'mistake'],
  [0.05, 'inaccuracy'],
];

/** Every judged move with its grade. */
export function gradeLosses(moves: Reviewed[], zeroSum: boolean): GradedLoss[] {
  const chances = zeroSum && moves.every(({ value, best_value }) => isResult(value) && isResult(best_value));
  const unit = usualLoss(moves);
  return moves.map((move) => {
    const [best, value] = chances
      ? [move.best_value, move.value].map(toResult)
      : [move.best_value, move.value];
    const gap = Math.max(0, (best ?? 0) - (value ?? 0));
    const loss = chances ? gap / 2 : gap;
    const relative = chances ? loss / 0.1 : gap / unit;
    const grade = move.played === move.best ? 'fine' : chances ? byChance(loss) : byUse(move, relative);
    return { move, loss, relative, grade };
  });
}

/** Results go from −1 to 1; a little more makes a judge prefer the shorter win. */
function isResult(value: number): boolean {
  return Math.abs(value) <= 1.25;
}

function toResult(value: number): number {
  return Math.min(1, Math.max(-1, value));
}

/** The judge's values are results from −1 to 1, so half their difference is a share of the chance to win. */
function byChance(loss: number): Loss {
  return CHANCES.find(([least]) => loss >= least)?.[1] ?? 'fine';
}

/** Where values have a unit of their own, the service says what is much; several times as much is a blunder. */
function byUse({ mistake }: Reviewed, relative: number): Loss {
  if (mistake) return relative >= 6 ? 'blunder' : 'mistake';
  return relative >= 2 ? 'inaccuracy' : 'fine';
}

/** The middle of what moves that were not the best gave away. */
function usualLoss(moves: Reviewed[]): number {
  const losses = moves.map((m) => m.best_value - m.value).filter((loss) => loss > 0);
  losses.sort((a, b) => a - b);
  return losses[Math.floor(losses.length / 2)] ?? 1;
}

/** The mean over moves, 100 for the best one, falling by half for each mistake's worth of loss. */
export function accuracy(losses: GradedLoss[]): number | null {
  if (losses.length === 0) return null;
  const kept = losses.map(({ relative }) => 0.5 ** relative);
  return (100 * kept.reduce((sum, share) => sum + share, 0)) / kept.length;
}
