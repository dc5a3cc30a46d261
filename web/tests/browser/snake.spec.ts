import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packText } from '../../src/lib/page/route';
import { board, House, over, status, table, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

describe('Snake', () => {
  it('waits for the first key and goes on to the end', async () => {
    const page = await house.visit();
    await page.getByRole('button', { name: 'Play Snake' }).click();
    await page.locator('.ribbon', { hasText: 'The first key starts' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await until(() => over(page));
    expect(await board(page)).toContain('crashed');
    expect(house.troubles).toEqual([]);
  });

  it('waits for the first key behind a link, too', async () => {
    const page = await house.visit(table('snake', { size: '10x10', seats: 'human', seed: '3' }));
    await until(async () => (await status(page)).includes('first key'));
    const before = await board(page);
    await page.waitForTimeout(1200);
    expect(await board(page)).toBe(before);
    await page.keyboard.press('ArrowDown');
    await until(async () => (await board(page)) !== before);
  });

  it('fills a small board by itself, and is reviewed', async () => {
    const page = await house.visit(table('snake', { size: '4x4', seats: 'survivor', seed: '1' }));
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel(/Speed of agents/).fill('4');
    await until(() => over(page));
    expect(await status(page)).toContain('length 16');
    await page.locator('.said .words', { hasText: /^I go/ }).waitFor();
  });

  it('tells which ways its planner gave up', async () => {
    const pocket =
      'snake standard 6x6\nbody 3,2 2,2 2,3 2,4 3,4 4,4 4,3 4,2 5,2 6,2 6,3\nfood 3,5\nsteps 40\nhungry 2\n';
    const page = await house.visit(table('snake', { seats: 'greedy-planner', position: packText(pocket) }));
    await page.locator('.moves li button').first().waitFor();
    // The snake goes on meanwhile, but this place stays as it is.
    await page.keyboard.press('Home');
    await page.getByText(/After move 0 of/).waitFor();
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByText('How it planned: 11 steps, 1 dead end').click();
    await page.getByText('gave up after down').waitFor();
    expect(await page.getByText('The tree of its search').count()).toBe(0);
    expect(house.troubles).toEqual([]);
  });

  it('shows how its planner went, step by step', async () => {
    const page = await house.visit(table('snake', { size: '10x10', seats: 'greedy-planner', seed: '2' }));
    await page.getByText(/How it planned/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.ribbon', { hasText: 'Paused' }).waitFor();
    await page.getByText(/How it planned/).click();
    await page.getByRole('button', { name: 'One step on' }).click();
    await page
      .getByText(/The planner/)
      .first()
      .waitFor();
    expect(house.troubles).toEqual([]);
  });
});
