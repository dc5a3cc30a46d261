import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { House, over, table, until, untilInSight } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

/** The moves that board, reasons, curve and list are about; 0 is the start. */
async function places(page: Page): Promise<Record<string, number>> {
  const number = async (what: string) =>
    Number(/\d+/.exec((await page.locator(what).textContent()) ?? '')?.[0]);
  return {
    board: await number('.ribbon'),
    reasons: await number('.why .place'),
    list: await number('.moves [aria-current]'),
    curve: Number(
      await page.getByRole('slider', { name: 'Position in the game' }).getAttribute('aria-valuenow'),
    ),
  };
}

describe('one cursor', () => {
  it('moves board, reasons, list and curve together, whichever of them is used', async () => {
    const page = await house.visit(table('tris', { seats: 'random minimax', seed: '4' }), {
      viewport: { width: 1440, height: 900 },
    });
    await until(() => over(page));
    const at = async (ply: number) => {
      await page.locator('.why .place', { hasText: new RegExp(`Move ${ply}\\b`) }).waitFor();
      expect(await places(page)).toEqual({ board: ply, reasons: ply, list: ply, curve: ply });
    };
    await page.locator('.moves li button').nth(1).click();
    await at(2);
    await page.keyboard.press(',');
    await at(1);
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    await at(3);
    await page.getByRole('slider', { name: 'Position in the game' }).press('ArrowRight');
    await at(4);
    await page.keyboard.press('End');
    await page.getByText(/After move/).waitFor({ state: 'detached' });
    expect(house.troubles).toEqual([]);
  });

  it('steps through a game that was looked at before without waiting', async () => {
    const page = await house.visit(table('tris', { seats: 'minimax minimax', seed: '2' }));
    await until(() => over(page));
    await page.keyboard.press('Home');
    for (let ply = 1; ply <= 5; ply++) {
      await page.keyboard.press('.');
      await page.locator('.why .place', { hasText: `Move ${ply}` }).waitFor();
    }
    const times = await page.evaluate(async () => {
      const times: number[] = [];
      const place = () => document.querySelector('.why .place')?.textContent ?? '';
      for (let ply = 4; ply >= 2; ply--) {
        const started = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ',', code: 'Comma', bubbles: true }));
        while (place() !== `Move ${ply}` && performance.now() - started < 5000)
          await new Promise((done) => requestAnimationFrame(done));
        times.push(performance.now() - started);
      }
      return times;
    });
    console.log(`a step back to known reasons: ${times.map((t) => t.toFixed(0)).join(', ')} ms`);
    expect(Math.max(...times)).toBeLessThan(5000);
  });

  it('a game is one screen at 1440 by 900', async () => {
    for (const address of [
      table('tris', { seats: 'human minimax', seed: '1' }),
      table('tetris', { rules: 'versus', seats: 'human tetrisvs-easy', seed: '3' }),
    ]) {
      const page = await house.visit(address, { viewport: { width: 1440, height: 900 } });
      await page.getByText('Your move.').first().waitFor();
      for (const part of ['#board canvas', '.course', '.why', '[role=toolbar]'])
        await untilInSight(page, part);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900);
    }
  });
});

describe('moves', () => {
  it('are drawn before they are named, in the list and among the candidates', async () => {
    const page = await house.visit(table('tris', { seats: 'minimax human', seed: '1' }));
    const drawn = (part: string) => page.locator(`${part} .sketch svg .move`).count();
    await until(async () => (await drawn('.moves')) === 1);
    await until(async () => (await drawn('.why')) === 5);
    const swift = await house.visit(table('2048', { seats: 'random', seed: '4' }));
    await swift
      .locator('.moves .sketch', { hasText: /[←→↑↓]/ })
      .first()
      .waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('stay on a phone: nothing is wider than its screen', async () => {
    for (const [game, values] of [
      ['tetris', { rules: 'versus', seats: 'tetrisvs-hard tetrisvs-hard' }],
      ['snake', { size: '14x14', seats: 'human' }],
      ['2048', { seats: 'human' }],
    ] as const) {
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
      const page = await house.visit(table(game, { ...values, seed: '5' }), phone);
      await page.getByRole('button', { name: 'New game' }).waitFor();
      await untilInSight(page, '[role=toolbar]');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });
});

describe('review', () => {
  it('tells skill and luck apart where chance plays a part', async () => {
    const page = await house.visit(
      table('tetris', { rules: 'simplified', size: '6x6', seats: 'random', seed: '4' }),
    );
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page
      .getByLabel('Accuracy')
      .getByText(
        /gave away (\d+ % of|[\d.]+ times) what middling moves would have; chance (gave|took) (< )?\d+ %/,
      )
      .waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('asks the judge what would have been better, on boards that the usual agent cannot play, too', async () => {
    const page = await house.visit(table('2048', { size: '3x3', seats: 'random', seed: '4' }));
    await until(() => over(page));
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page.getByRole('button', { name: 'To the first mistake' }).click();
    await page.getByRole('button', { name: 'What was better?' }).click();
    await page.getByText('What expectimax advises').waitFor();
    await page.getByRole('heading', { name: /Why not/ }).waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('is about the move in question, until one looks back at the one before', async () => {
    const page = await house.visit(table('tris', { seats: 'random minimax', seed: '4' }));
    await until(() => over(page));
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page.getByRole('button', { name: 'Again', exact: true }).waitFor();
    await page.getByRole('button', { name: 'To the first mistake' }).click();
    const place = page.locator('.why .place');
    const question = page.locator('section', { hasText: 'Review' }).getByText(/, move \d+:/);
    const asked = Number(/move (\d+)/.exec((await question.textContent()) ?? '')?.[1]);
    await until(async () => (await place.textContent()) === `Move ${asked}`);
    expect(await page.locator('.why').textContent()).not.toContain('Better was');
    if (asked > 1) {
      await page.getByRole('button', { name: `Why move ${asked - 1}?` }).click();
      await page.locator('.why .place', { hasText: `Move ${asked - 1}` }).waitFor();
    }
    expect(house.troubles).toEqual([]);
  });

  it('names what was given away, draws it, and lets one try again', async () => {
    const page = await house.visit(table('tris', { seats: 'random minimax', seed: '4' }));
    await until(() => over(page));
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page
      .getByLabel('Accuracy')
      .getByText(/random/)
      .waitFor();
    await page
      .getByText(/blunder|mistake/i)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'To the first mistake' }).click();
    await page.getByText(/gave away \d+ % of the chance to win/).waitFor();
    const before = page.url();
    await page.getByRole('button', { name: 'Try again from here' }).click();
    await page.getByText('Your move.').first().waitFor();
    expect(page.url()).not.toBe(before);
    expect(await page.getByLabel('Players').textContent()).toMatch(/You.*minimax/);
    expect(house.troubles).toEqual([]);
  });
});
