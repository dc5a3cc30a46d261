import { describe, expect, it } from 'vitest';
import { packText, readRoute, unpackText, writeRoute, type Route } from '../../src/lib/page/route';

describe('addresses', () => {
  const routes: Route[] = [
    { page: 'home' },
    { page: 'game', session: 'k3/v9', ply: 0, token: undefined },
    { page: 'game', session: 's', ply: 12, token: 'a b' },
    { page: 'records' },
    { page: 'puzzle', code: 'aB3-_', moves: ['1 0 3', '2 0 10'] },
    { page: 'puzzle', date: '2025-01-31', moves: [] },
    { page: 'guide' },
    { page: 'lab', session: 's', ply: 3 },
    {
      page: 'new',
      create: {
        game: 'tris',
        rules: 'standard:row=4',
        size: '4x4',
        seed: 17,
        number: 3,
        position: 'tris standard 3x3\nO..\n.X.\n..X\n',
        seats: [{ kind: 'human' }, { kind: 'agent', agent: 'mcts:sims=200' }],
      },
    },
  ];

  it.each(routes)('come back as they were written: %o', (route) => {
    expect(readRoute(writeRoute(route))).toEqual(route);
  });

  it('lead home when they make no sense', () => {
    for (const hash of ['', '#', '#/nowhere', '#/game', '#/new/']) expect(readRoute(hash).page).toBe('home');
  });

  it('refuse a seed that is none', () => {
    for (const seed of ['abc', '-5', '1.5', '9007199254740993', '9'.repeat(23)])
      expect(readRoute(`#/new/tris?seed=${seed}`)).toMatchObject({
        page: 'new',
        trouble: expect.stringContaining(seed) as string,
      });
    expect(readRoute('#/new/tris?seed=9007199254740991')).toMatchObject({ create: { seed: 2 ** 53 - 1 } });
    expect(readRoute('#/new/tris')).toMatchObject({ create: { seed: null } });
  });

  it('do not break on a damaged position or ply', () => {
    expect(readRoute('#/new/tris?position=%%%')).toMatchObject({ create: { position: null } });
    expect(readRoute('#/game/s?ply=-3')).toMatchObject({ ply: undefined });
  });

  it('pack any text', () => {
    const text = 'tris\n‘ü’ ~~??>>';
    expect(packText(text)).toMatch(/^[\w-]+$/);
    expect(unpackText(packText(text))).toBe(text);
  });
});
