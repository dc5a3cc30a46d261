import { describe, expect, it } from 'vitest';
import { packText, readRoute, unpackText, writeRoute, type Route } from '../../src/lib/route';

describe('addresses', () => {
  const routes: Route[] = [
    { page: 'home' },
    { page: 'game', session: 'k3/v9', ply: 0, token: undefined },
    { page: 'game', session: 's', ply: 12, token: 'a b' },
    { page: 'records' },
    { page: 'guide' },
    { page: 'lab', session: 's', ply: 3 },
    {
      page: 'new',
      create: {
        game: 'tris',
        rules: 'standard:row=4',
        size: '4x4',
        seed: 17,
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
