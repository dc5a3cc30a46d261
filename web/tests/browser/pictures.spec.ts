import { mkdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { packText } from '../../src/lib/page/route';
import { House, table, until } from './house';

/** The pictures of the README, drawn from real games when asked for. */
const wanted = process.env.LUDEX_PICTURES === 'write';
const FOLDER = '../docs/pictures';

let house: House;
beforeAll(async () => {
  if (!wanted) return;
  mkdirSync(FOLDER, { recursive: true });
  house = await House.open();
});
afterEach(() => house?.leave());
afterAll(() => house?.close());

async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  await page.mouse.move(2, 2);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${FOLDER}/web-${name}.png`, fullPage });
}

const size = { viewport: { width: 1280, height: 960 } };

describe.skipIf(!wanted)('pictures', () => {
  it('of the first page', async () => {
    const page = await house.visit('', { viewport: { width: 1280, height: 1200 } });
    await until(async () => (await page.locator('article canvas').count()) >= 6);
    await page.waitForTimeout(12_000);
    await picture(page, 'home', true);
  });

  it('of TetrisVs with its reasons', async () => {
    const page = await house.visit(
      table('tetris', { rules: 'versus', seats: 'tetrisvs-hard tetrisvs-hard', seed: '5' }),
      size,
    );
    await until(async () => (await page.locator('.moves li').count()) > 24);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('ol button', { hasText: 'worse' }).first().click();
    await page.getByRole('heading', { name: /Why not/ }).waitFor();
    await picture(page, 'tetrisvs');
  });

  it('of Snake by night, with its plan', async () => {
    const page = await house.visit(table('snake', { size: '14x14', seats: 'survivor', seed: '4' }), {
      ...size,
      colorScheme: 'dark',
    });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel(/Speed of agents/).fill('3');
    await page.getByRole('button', { name: 'Close settings' }).click();
    await page.waitForTimeout(9000);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.waitForTimeout(500);
    await picture(page, 'snake');
  });

  it('of Tris with every move’s value', async () => {
    const position = packText('tris standard 3x3\nO..\n.X.\n..X\n');
    const page = await house.visit(table('tris', { seats: 'minimax human', seed: '1', position }), size);
    await page.getByText('Your move.').first().waitFor();
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByRole('button', { name: /loses/ }).first().click();
    await page.getByRole('heading', { name: /Why not/ }).waitFor();
    await page.getByRole('button', { name: 'Values' }).click();
    await page.waitForTimeout(800);
    await picture(page, 'tris');
  });

  it('of a phone', async () => {
    const phone = {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    };
    const page = await house.visit(
      table('tetris', { rules: 'versus', seats: 'human tetrisvs-easy', seed: '5' }),
      {
        ...phone,
        colorScheme: 'dark',
      },
    );
    await page.getByText('Your move.').first().waitFor();
    await page.waitForTimeout(1500);
    await picture(page, 'phone');
  });

  it('of the lab', async () => {
    const page = await house.visit('#/lab', size);
    await page.locator('form select').first().selectOption('snake');
    await page.getByLabel('Agent', { exact: true }).fill('greedy-planner');
    await page.getByLabel('Games', { exact: true }).fill('60');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('60 of 60 games').waitFor();
    await picture(page, 'lab', true);
  });
});
