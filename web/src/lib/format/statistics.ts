/** Mean and middle figures of a list. */
export interface Summary {
  mean: number;
  least: number;
  median: number;
  most: number;
  /** Half the width of the 95 % interval of the mean; one value has none. */
  margin: number | null;
}

export function summarise(values: number[]): Summary {
  const n = values.length;
  if (n === 0) return { mean: 0, least: 0, median: 0, most: 0, margin: null };
  const sorted = values.toSorted((a, b) => a - b);
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const at = (i: number) => sorted[i] ?? 0;
  const median = (at(Math.floor((n - 1) / 2)) + at(Math.ceil((n - 1) / 2))) / 2;
  const margin = n > 1 ? 1.96 * Math.sqrt(spread / n) : null;
  return { mean, least: at(0), median, most: at(n - 1), margin };
}

/** The mean after each game. */
export function runningMean(values: number[]): number[] {
  let sum = 0;
  return values.map((value, i) => (sum += value) / (i + 1));
}

/** How often values fall into equal parts of their range, `most` at most. Whole numbers are never cut in two. */
export function histogram(values: number[], most: number): { at: number[]; count: number[] } {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const whole = values.every(Number.isInteger);
  const range = whole ? greatest - least + 1 : greatest - least;
  const width = whole ? Math.max(1, Math.ceil(range / most)) : range / most || 1;
  const bins = whole ? Math.ceil(range / width) : Math.round(range / width) || 1;
  const count = Array.from({ length: bins }, () => 0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor((value - least) / width));
    count[bin] = (count[bin] ?? 0) + 1;
  }
  const middle = whole ? (width - 1) / 2 : width / 2;
  return { at: count.map((_, i) => least + i * width + middle), count };
}

/** Games that two agents have played against each other, as the first one sees them. */
export interface Tally {
  wins: number;
  draws: number;
  losses: number;
}

/** How many rating points the first is stronger, with the ends of its 95 % interval; infinite if it never lost or won. */
export function ratingGap({ wins, draws, losses }: Tally): { gap: number; low: number; high: number } | null {
  const n = wins + draws + losses;
  if (n < 2) return null;
  const mean = (wins + draws / 2) / n;
  const spread = (wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + losses * mean ** 2) / (n - 1);
  // With all games alike the spread says nothing: at least half a game may have gone otherwise.
  const error = Math.max(1.96 * Math.sqrt(spread / n), 0.5 / n);
  return { gap: points(mean), low: points(mean - error), high: points(mean + error) };
}

/** The rating gap that belongs to an expected score. */
function points(score: number): number {
  if (score <= 0) return -Infinity;
  return score >= 1 ? Infinity : 400 * Math.log10(score / (1 - score));
}
