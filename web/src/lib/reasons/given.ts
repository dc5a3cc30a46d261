import { number } from '../format/numbers';
import type { Measure, SeatReview } from '../protocol';
import { percent } from './grades';

/** A chance to win is a share of the whole; other values are measured by what a middling move gives away. */
type Gave = Pick<SeatReview, 'gave' | 'luck' | 'luck_error'>;

/** What a seat gave away itself, and what chance gave or took, apart. */
export function shares({ gave, luck, luck_error: error }: Gave, measure: Measure): string {
  const chances = measure === 'chance';
  const own = gave > 0 ? `gave away ${chances ? percent(gave) : middling(gave)}` : 'gave nothing away';
  if (luck === null) return own;
  const unit = chances || gave > 0 ? '' : ' of what middling moves would have';
  // An error that is rounded down would promise too much.
  const margin = error === null ? '' : ` ± ${Math.ceil(error * 100)} %`;
  return `${own}; chance ${luck < 0 ? 'took' : 'gave'} ${percent(Math.abs(luck))}${margin}${unit}`;
}

/** So many times what a middling move gives away, as people say it. */
function middling(times: number): string {
  const rounded = Math.round(times * 100) / 100;
  if (rounded === 1) return 'as much as middling moves would have';
  return `${rounded < 1 ? `${percent(times)} of` : `${number(times)} times`} what middling moves would have`;
}
