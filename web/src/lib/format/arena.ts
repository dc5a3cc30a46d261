import type { Encounter, Estimate, Standings } from '../protocol';
import { number, signed } from './numbers';

/** An encounter as one of the two sees it. */
export interface Side {
  encounter: Encounter;
  wins: number;
  draws: number;
  losses: number;
  difference: Estimate | null;
  superior: number | null;
}

/** What an agent did against another; nothing if they do not meet. */
export function side(standings: Standings, agent: number, other: number): Side | null {
  const encounter = standings.crosstable.find(
    ({ first, second }) => first === Math.min(agent, other) && second === Math.max(agent, other),
  );
  if (!encounter) return null;
  const { wins, draws, losses, difference, superior } = encounter;
  if (encounter.first === agent) return { encounter, wins, draws, losses, difference, superior };
  return {
    encounter,
    wins: losses,
    draws,
    losses: wins,
    difference: difference && {
      value: -difference.value,
      ci95: difference.ci95 && [-difference.ci95[1], -difference.ci95[0]],
    },
    superior: superior === null ? null : 1 - superior,
  };
}

/** The share of the points, 0 to 1; a half where nothing was played. */
export function share({ wins, draws, losses }: Pick<Side, 'wins' | 'draws' | 'losses'>): number {
  const games = wins + draws + losses;
  return games === 0 ? 0.5 : (wins + draws / 2) / games;
}

/** A rating in whole points, or a mean, with half its interval: `+120 ± 35`. */
export function withMargin(estimate: Estimate | null, alone: boolean): string {
  if (!estimate) return 'not known yet';
  const { value, ci95 } = estimate;
  const margin = ci95 ? (ci95[1] - ci95[0]) / 2 : null;
  const write = (value: number) => (alone ? number(value) : signed(Math.round(value)));
  const shown = margin === null ? '' : ` ± ${alone ? number(margin) : number(Math.round(margin))}`;
  return write(value) + shown;
}

/** A game of an encounter, as the list shows it. */
export interface ArenaGame {
  /** From 1. */
  number: number;
  /** How it ended for the first of the two. */
  result: 'won' | 'drawn' | 'lost';
}

const RESULTS: Record<string, ArenaGame['result']> = { w: 'won', d: 'drawn', l: 'lost' };

/** The games of an encounter that were played, as the agent `asked` sees them. */
export function gamesOf(encounter: Encounter, asked: number): ArenaGame[] {
  const turned = { won: 'lost', drawn: 'drawn', lost: 'won' } as const;
  return [...encounter.results].flatMap((letter, i) => {
    const result = RESULTS[letter];
    if (!result) return [];
    return [{ number: i + 1, result: encounter.first === asked ? result : turned[result] }];
  });
}
