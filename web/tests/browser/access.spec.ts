import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { board, House, table, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

/** What people with other senses would stumble over. */
async function obstacles(page: Page): Promise<string[]> {
  await page.waitForTimeout(400);
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`);
}

describe.each(['light', 'dark'] as const)('in %s, no obstacles', (colorScheme) => {
  it('on the first page', async () => {
    const page = await house.visit('', { colorScheme });
    await page.locator('article button.strong:not(:disabled)').first().waitFor();
    expect(await obstacles(page)).toEqual([]);
  });

  it('beside a board with reasons', async () => {
    const page = await house.visit(table('tris', { seats: 'human minimax', seed: '1' }), { colorScheme });
    await page.getByText('Your move.').first().waitFor();
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByText('What minimax advises').waitFor();
    await page.getByRole('button', { name: 'New game' }).click();
    expect(await obstacles(page)).toEqual([]);
  });

  it('in every panel, and in a review', async () => {
    const page = await house.visit(table('tris', { seats: 'random minimax', seed: '4' }), { colorScheme });
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page.getByRole('button', { name: 'To the first mistake' }).click();
    await page.getByRole('button', { name: 'What was better?' }).click();
    await page.getByRole('heading', { name: /Why not/ }).waitFor();
    await page.getByText('The tree of its search').click();
    expect(await obstacles(page)).toEqual([]);
    for (const panel of ['Share', 'Settings']) {
      await page.getByRole('button', { name: panel, exact: true }).click();
      await page.getByRole('heading', { name: panel }).waitFor();
      expect(await obstacles(page), panel).toEqual([]);
    }
    await page.getByRole('button', { name: 'Close settings' }).click();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    expect(await obstacles(page), 'keys').toEqual([]);
  });

  it('with the settings of modern Tetris', async () => {
    const page = await house.visit(table('tetris', { rules: 'guideline', seats: 'human' }), { colorScheme });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Handling', { exact: true }).waitFor();
    expect(await obstacles(page)).toEqual([]);
  });

  it('on a phone, with pieces falling', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await house.visit(table('tetris', { rules: 'versus', seats: 'human tetrisvs-easy' }), {
      colorScheme,
      ...phone,
    });
    await until(async () => (await board(page)).includes('pivot'));
    expect(await obstacles(page)).toEqual([]);
  });

  it.each([
    '#/lab',
    '#/records',
    '#/guide',
    '#/puzzle?date=2025-01-31',
    '#/game/nowhere',
    '#/new/tris?seed=abc',
  ])('at %s', async (place) => {
    const page = await house.visit(place, { colorScheme });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await obstacles(page)).toEqual([]);
  });
});
