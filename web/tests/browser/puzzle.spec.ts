import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { House, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

const DAY = '#/puzzle?date=2025-01-31';

async function opened(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Hint', exact: true }).waitFor();
}

/** Follows hints until the goal is reached. */
async function solve(page: Page): Promise<number> {
  for (let moves = 1; moves < 20; moves++) {
    const before = page.url();
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.locator('.hint').waitFor();
    await page.getByRole('button', { name: 'Drop', exact: true }).click();
    await until(() => Promise.resolve(page.url() !== before));
    if (await page.getByText('Well done!').isVisible()) return moves;
  }
  throw new Error('hints lead nowhere');
}

describe('puzzles', () => {
  it('hints lead to the goal, and the address keeps every move', async () => {
    const page = await house.visit(DAY);
    await opened(page);
    const moves = await solve(page);
    await page.getByText(`Solved in ${moves} moves.`).waitFor();
    const again = await house.visit(page.url().slice(house.url.length));
    await again.getByText(`Solved in ${moves} moves.`).waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('the first move after which it could no longer be done is named and can be taken back', async () => {
    const page = await house.visit(DAY);
    await opened(page);
    // Straight drops of whatever comes, all to the left: sooner or later the goal is lost.
    for (let i = 0; i < 12; i++) {
      const drop = page.getByRole('button', { name: 'Drop', exact: true });
      if (await drop.isDisabled()) break;
      for (let x = 0; x < 8; x++) await page.keyboard.press('ArrowLeft');
      const before = page.url();
      await page.keyboard.press('ArrowDown');
      await until(() => Promise.resolve(page.url() !== before));
      await page.getByRole('button', { name: 'Can it still be done?' }).click();
      await page.locator('.verdict').waitFor();
      if (await page.locator('.verdict.bad').isVisible()) break;
    }
    await page.getByText(/After your move \d+ it could no longer be done/).waitFor();
    await page.getByRole('button', { name: /Back to before move/ }).click();
    await page.getByRole('button', { name: 'Can it still be done?' }).click();
    await page.getByText('It can still be done.').waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('the proof is gone through step by step', async () => {
    const page = await house.visit(DAY);
    await opened(page);
    await page.getByRole('button', { name: 'Show the proof' }).click();
    await page.getByText('Step 1 of').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Step 2 of').waitFor();
    // Nothing is played unseen behind it.
    const before = page.url();
    for (const key of ['Space', 'ArrowDown', 'u', 'x']) await page.keyboard.press(key);
    await page.keyboard.press('?');
    const help = page.getByRole('complementary', { name: 'Keys', exact: true });
    await help.getByText('Another of the pieces that wait').waitFor();
    expect(await help.getByText('new game').count()).toBe(0);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.getByText('Step 2 of').waitFor();
    expect(page.url()).toBe(before);
    await page.getByRole('button', { name: 'Play on' }).click();
    await page.getByRole('button', { name: 'Hint', exact: true }).waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('a link holds the whole puzzle, and a broken one says what to do', async () => {
    const page = await house.visit('#/puzzle');
    await opened(page);
    await page.getByRole('button', { name: 'New: fill the box' }).click();
    await until(() => Promise.resolve(/#\/puzzle\/[\w-]+/.test(page.url())));
    const says = await page.getByRole('heading', { level: 1 }).textContent();
    const other = await house.visit(page.url().slice(house.url.length));
    await opened(other);
    expect(await other.getByRole('heading', { level: 1 }).textContent()).toBe(says);
    const broken = await house.visit('#/puzzle/nonsense');
    await broken.getByRole('alert').waitFor();
    await broken.getByRole('link', { name: 'The puzzle of today' }).click();
    await opened(broken);
    expect(house.troubles).toEqual([]);
  });

  it("a list of one's own is played, explained and shared", async () => {
    const page = await house.visit('#/puzzle');
    await opened(page);
    await page.getByText('A list of your own').click();
    await page.getByLabel(/Pieces/).fill('6 1 2 3 4 5 7 1');
    await page.getByLabel('Columns').fill('6');
    await page.getByRole('button', { name: 'Play this list' }).click();
    await page.getByRole('heading', { name: /Place these 8 pieces/ }).waitFor();
    await page.getByRole('button', { name: 'How good can it get?' }).click();
    await page.getByText(/The best line found from here ends with/).waitFor();
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    // With a buffer of one the second piece is known, too: one of them waits, and the page says why.
    await page.getByText(/The bar waits, but could as well go now/).waitFor();
    const other = await house.visit(page.url().slice(house.url.length));
    await other.getByRole('heading', { name: /Place these 8 pieces/ }).waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('it fits a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await house.visit(DAY, phone);
    await opened(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const drop = await page.getByRole('button', { name: 'Drop', exact: true }).boundingBox();
    expect(drop && drop.y + drop.height).toBeLessThanOrEqual(844);
  });
});
