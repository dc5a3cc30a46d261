/** Mean and middle figures of a list. */
export interface Summary {
  mean: number;
  least: number;
  median: number;
  most: number;
  /** Half the width of the 95 % interval of the mean. */
  margin: number;
}

export function summarise(values: number[]): Summary {
  const n = values.length;
  if (n === 0) return { mean: 0, least: 0, median: 0, most: 0, margin: 0 };
  const sorted = values.toSorted((a, b) => a - b);
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, n - 1);
  const at = (i: number) => sorted[i] ?? 0;
  const median = (at(Math.floor((n - 1) / 2)) + at(Math.ceil((n - 1) / 2))) / 2;
  return { mean, least: at(0), median, most: at(n - 1), margin: 1.96 * Math.sqrt(spread / n) };
}

/** The mean after each game. */
export function runningMean(values: number[]): number[] {
  let sum = 0;
  return values.map((value, i) => (sum += value) / (i + 1));
}

/** How often values fall into each of `bins` equal parts of their range. */
export function histogram(values: number[], bins: number): { at: number[]; count: number[] } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = (most - least) / bins || 1;
  const count = Array.from({ length: bins }, () => 0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor((value - least) / width));
    count[bin] = (count[bin] ?? 0) + 1;
  }
  return { at: count.map((_, i) => least + (i + 0.5) * width), count };
}
