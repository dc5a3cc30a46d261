import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { board, clickCell, House, over, PROGRAM, status, table, until } from './house';

/** Programs that are built from the examples of the guide: games of which the page has never heard. */
const example = (name: string) => join(dirname(PROGRAM), 'examples', name);

let house: House | null = null;
afterEach(() => house?.leave());
afterAll(() => house?.close());

async function open(name: string): Promise<House> {
  await house?.close();
  expect(existsSync(example(name)), `build it: cargo build --example ${name}`).toBe(true);
  house = await House.open(example(name));
  return house;
}

describe('games of strangers', () => {
  it('Nim is played to the end by pointing at stones, with reasons', async () => {
    const here = await open('nim');
    const page = await here.visit();
    await page.getByRole('button', { name: 'Play Nim' }).click();
    await page.getByText('Your move.').first().waitFor();
    expect(await board(page)).toContain('Row b: 1 stone, 2 stone, 3 stone, 4 stone, 5 stone.');
    // Whoever takes the first stone that is left of the first heap that has any ends the game soon.
    for (let turn = 0; turn < 15; turn++) {
      await until(async () => /Your move|wins/.test(await status(page)));
      if (/wins/.test(await status(page))) break;
      const before = await board(page);
      const row = ['a', 'b', 'c'].findIndex((heap) => before.includes(`Row ${heap}:`));
      await clickCell(page, 0, row, 7, 3);
      await until(async () => (await board(page)) !== before);
    }
    expect(await status(page)).toMatch(/wins/);
    await page.locator('.said .words', { hasText: /^I play/ }).waitFor();
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page.getByText(/moves? judged/).waitFor();
    expect(here.troubles).toEqual([]);
  });

  it('Shut the Box, with dice, is played to the end with buttons for its moves', async () => {
    const here = await open('shut_the_box');
    const page = await here.visit(table('box', { seats: 'human', seed: '7' }));
    const moves = page.getByRole('group', { name: 'Moves' });
    await page.getByText('Your move.').first().waitFor();
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByText('What expectimax').waitFor();
    for (let turn = 0; turn < 9; turn++) {
      await until(async () => /Your move|over/.test(await status(page)));
      if (/over/.test(await status(page))) break;
      const before = await board(page);
      await moves.getByRole('button').first().click();
      await until(async () => (await board(page)) !== before);
    }
    await until(() => over(page));
    expect(await page.locator('.moves li button').count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.getByText('Your move.').first().waitFor();
    expect(here.troubles).toEqual([]);
  });
});
