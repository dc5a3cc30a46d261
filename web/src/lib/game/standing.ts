import { number } from '../format/numbers';

/**
 * What stands beside a player's name: points, or how the game ended where there are none. Nobody has minus one point,
 * so scores of 1 and −1 are a win and a loss in games that do not say so themselves, too.
 */
export function standing(scores: number[], seat: number, over: boolean, pointless = false): string {
  const own = scores[seat] ?? 0;
  const decides = scores.length === 2 && Math.abs(own) === 1 && own === -(scores[1 - seat] ?? 0);
  if (!pointless && !decides) return number(own);
  if (!over) return '';
  return own > 0 ? 'won' : own < 0 ? 'lost' : 'drawn';
}
