import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What the page and its tools may be made of; the fonts bring their own. */
const ALLOWED = [
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
];

describe('licences', () => {
  it('of all packages are known and allowed', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { license?: string }>;
    };
    const strange = Object.entries(lock.packages).filter(
      ([, { license = 'none' }]) => !license.split(' OR ').some((one) => ALLOWED.includes(one)),
    );
    expect(strange.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
  });
});
