import { describe, expect, it } from 'vitest';
import { inFigures } from '../../src/lib/format/numbers';

describe('notes beside the board', () => {
  it('have large numbers as people write them, and words as they are', () => {
    expect(['1208', '38', '2 : 1', '> 99 %', '1024x'].map(inFigures)).toEqual([
      '1,208',
      '38',
      '2 : 1',
      '> 99 %',
      '1024x',
    ]);
  });
});
