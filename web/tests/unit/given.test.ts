import { describe, expect, it } from 'vitest';
import { shares } from '../../src/lib/reasons/given';

const found = (gave: number, luck: number | null = null, luck_error: number | null = null) => ({
  gave,
  luck,
  luck_error,
});

describe('what was given away', () => {
  it('is a share of the chance to win where that is known', () => {
    expect(shares(found(0.5), 'chance')).toBe('gave away 50 %');
    expect(shares(found(0, -0.11, 0.021), 'chance')).toBe('gave nothing away; chance took 11 % ± 3 %');
  });

  it('is told beside middling moves elsewhere', () => {
    const told = (...of: Parameters<typeof found>) => shares(found(...of), 'middling');
    expect(told(2.84)).toBe('gave away 2.84 times what middling moves would have');
    expect(told(0.765, 0.0266)).toBe('gave away 77 % of what middling moves would have; chance gave 3 %');
    expect(told(0.998)).toBe('gave away as much as middling moves would have');
    expect(told(0, -0.2)).toBe('gave nothing away; chance took 20 % of what middling moves would have');
  });
});
