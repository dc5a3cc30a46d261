import type { Bound, Candidate, Decision } from '../protocol';
import { number, signed } from '../format/numbers';

/** How good a move is beside the best one, in words. */
export type Grade = 'chosen' | 'equal' | 'close' | 'worse' | 'bad';

/** A candidate on a scale that people understand. */
export interface GradedMove {
  candidate: Candidate;
  grade: Grade;
  /** In words: `draws`, `a little worse`. */
  label: string;
  /** Length of its bar, 0 to 1; the best has 1. */
  share: number;
  /** Whether anybody looked at it: else its number means nothing. */
  seen: boolean;
  /** What the number behind it is. */
  meaning: string;
  /** The chance to win, where it is known what values mean. */
  chance: number | null;
}

const WORDS: Record<Grade, string> = {
  chosen: 'chosen',
  equal: 'as good',
  close: 'a little worse',
  worse: 'worse',
  bad: 'much worse',
};

const BOUNDS: Record<Bound, string> = {
  exact: '',
  lower: 'It is at least that.',
  upper: 'It is at most that.',
  sampled: 'An average of trials.',
  none: 'A first impression: the search did not look into it.',
};

const OUTCOMES = { win: 'wins', draw: 'draws', loss: 'loses' } as const;

/** What moves of a position usually differ by: the middle of all gaps to the best. */
export function usualGap(values: number[]): number {
  const best = Math.max(...values);
  const gaps = values.map((value) => best - value).filter((gap) => gap > 0);
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor((gaps.length - 1) / 2)] ?? 1;
}

/** From these losses of the chance to win on: the same in every game, and in the service's words. */
const LOSSES: [number, Grade][] = [
  [0.15, 'bad'],
  [0.05, 'worse'],
  [0.01, 'close'],
];

/** A chance in percent. */
export function percent(chance: number): string {
  const hundredths = chance * 100;
  if (hundredths > 0 && hundredths < 1) return '< 1 %';
  if (hundredths < 100 && hundredths > 99) return '> 99 %';
  return `${Math.round(hundredths)} %`;
}

function gradeOfChance(loss: number): Grade {
  return LOSSES.find(([least]) => loss >= least)?.[1] ?? 'equal';
}

/** Every candidate of a decision, graded beside the best: by the chances to win where they are known. */
export function gradeMoves(decision: Decision, chances: (number | null)[] = []): GradedMove[] {
  const known = chances.filter((chance) => chance !== null);
  if (known.length > 0) return byChance(decision, chances, Math.max(...known));
  return byValue(decision);
}

function byChance(decision: Decision, chances: (number | null)[], most: number): GradedMove[] {
  const best = decision.candidates[0]?.value ?? 0;
  return decision.candidates.map((candidate, i) => {
    const chance = chances[i] ?? null;
    const grade = i === decision.chosen ? 'chosen' : gradeOfChance(most - (chance ?? 0));
    return {
      candidate,
      grade,
      label: label(candidate, grade),
      share: chance ?? 0,
      seen: isSeen(candidate, grade),
      meaning: meaning(candidate, best - candidate.value),
      chance,
    };
  });
}

function byValue(decision: Decision): GradedMove[] {
  const best = decision.candidates[0]?.value ?? 0;
  const usual = usualGap(decision.candidates.map((c) => c.value));
  return decision.candidates.map((candidate, i) => {
    const gap = best - candidate.value;
    const grade = i === decision.chosen ? 'chosen' : gradeOf(gap / usual, gap);
    return {
      candidate,
      grade,
      label: label(candidate, grade),
      share: isSeen(candidate, grade) ? 1 / (1 + gap / usual) : 0,
      seen: isSeen(candidate, grade),
      meaning: meaning(candidate, gap),
      chance: null,
    };
  });
}

/** The best few, and what was chosen wherever it stands. */
export function topMoves(graded: GradedMove[], few: number): GradedMove[] {
  return graded.filter(({ grade }, i) => i < few || grade === 'chosen');
}

function gradeOf(relative: number, gap: number): Grade {
  if (gap <= 0) return 'equal';
  if (relative < 0.5) return 'close';
  return relative <= 2 ? 'worse' : 'bad';
}

/** What is certain or chosen counts, even where the search had no need to look. */
function isSeen({ bound, proven }: Candidate, grade: Grade): boolean {
  return bound !== 'none' || proven !== null || grade === 'chosen';
}

function label(candidate: Candidate, grade: Grade): string {
  if (candidate.proven) return OUTCOMES[candidate.proven];
  if (!isSeen(candidate, grade)) return 'not looked into';
  if (grade === 'equal' && candidate.bound === 'upper') return 'no better';
  return WORDS[grade];
}

function meaning(candidate: Candidate, gap: number): string {
  const parts = [`Value ${number(candidate.value)}: higher is better for who moves.`];
  if (BOUNDS[candidate.bound]) parts.push(BOUNDS[candidate.bound]);
  if (candidate.depth > 1) parts.push(`Looked ${candidate.depth} moves ahead.`);
  if (candidate.proven) parts.push(`Certain: it ${OUTCOMES[candidate.proven]} against best play.`);
  parts.push(gap > 0 ? `${number(gap)} behind the best.` : 'Nothing is better.');
  if (candidate.visits !== null) parts.push(`Tried ${number(candidate.visits)} times.`);
  if (candidate.error !== null) parts.push(`Chance may shift it by ±${number(candidate.error)}.`);
  return parts.join(' ');
}

/** A bar of the waterfall from one move to another. */
export interface Step {
  name: string;
  meaning: string;
  from: number;
  to: number;
  contribution: number;
  settles: boolean;
  detail: string;
}

interface Differing {
  name: string;
  meaning: string;
  chosen: number;
  instead: number;
  contribution: number;
}

/** The way from the other move's value up to the chosen one's, term by term; small terms are joined. */
export function waterfall(start: number, settling: Differing[], others: Differing[], most = 7): Step[] {
  const all = [...settling, ...others];
  let at = start;
  const step = (d: Differing, settles: boolean): Step => {
    const from = at;
    at += d.contribution;
    const detail = `${d.meaning}: ${number(d.chosen)} against ${number(d.instead)}, which makes ${signed(d.contribution)}`;
    return { ...d, from, to: at, settles, detail };
  };
  const steps = all.slice(0, most).map((d, i) => step(d, i < settling.length));
  const rest = all.slice(most);
  if (rest.length > 0) steps.push(step(joined(rest), false));
  return steps;
}

function joined(rest: Differing[]): Differing {
  const sum = (pick: (d: Differing) => number) => rest.reduce((total, d) => total + pick(d), 0);
  const meaning = `${rest.length} more: ${rest.map((d) => d.name).join(', ')}`;
  return {
    name: `${rest.length} more`,
    meaning,
    chosen: sum((d) => d.chosen),
    instead: sum((d) => d.instead),
    contribution: sum((d) => d.contribution),
  };
}
