import { describe, expect, it } from 'vitest';
import { gamesOf, share, side, withMargin } from '../../src/lib/format/arena';
import type { Encounter, Standings } from '../../src/lib/protocol';

const encounter: Encounter = {
  first: 0,
  second: 2,
  wins: 3,
  draws: 1,
  losses: 2,
  difference: { value: 40, ci95: [-20, 100] },
  superior: 0.9,
  pairs: [0, 1, 0, 1, 1],
  results: 'wwl.dlw',
};
const standings: Standings = {
  seed: 1,
  games: 8,
  played: 6,
  metric: null,
  bounded: false,
  standings: [],
  crosstable: [encounter],
  faults: [],
};

describe('a crosstable', () => {
  it('is seen from both sides', () => {
    expect(side(standings, 0, 2)).toMatchObject({ wins: 3, draws: 1, losses: 2, superior: 0.9 });
    const other = side(standings, 2, 0);
    expect(other).toMatchObject({ wins: 2, draws: 1, losses: 3 });
    expect(other?.difference).toEqual({ value: -40, ci95: [-100, 20] });
    expect(other?.superior).toBeCloseTo(0.1);
    expect(side(standings, 0, 1)).toBeNull();
  });

  it('knows its games by number, whoever asks', () => {
    const first = gamesOf(encounter, 0).map(({ number, result }) => `${number} ${result}`);
    expect(first).toEqual(['1 won', '2 won', '3 lost', '5 drawn', '6 lost', '7 won']);
    expect(gamesOf(encounter, 2).map(({ result }) => result)).toEqual([
      'lost',
      'lost',
      'won',
      'drawn',
      'won',
      'lost',
    ]);
  });

  it('tells points and margins', () => {
    expect(share(encounter)).toBeCloseTo(3.5 / 6);
    expect(share({ wins: 0, draws: 0, losses: 0 })).toBe(0.5);
    expect(withMargin(encounter.difference, false)).toBe('+40 ± 60');
    expect(withMargin({ value: 12.345, ci95: null }, true)).toBe('12.35');
    expect(withMargin(null, false)).toBe('not known yet');
  });
});
