import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { board, House, status, table, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

describe('Pente', () => {
  it('takes typed moves and shows threats on a key', async () => {
    const page = await house.visit(table('pente', { seats: 'human human', size: '9x9', seed: '1' }));
    await page.getByText('to move').or(page.getByText('Your move')).first().waitFor();
    for (const move of ['E5', 'A1', 'D5', 'A3', 'F5']) {
      await page.keyboard.press(':');
      await page.getByLabel('Move', { exact: true }).fill(move);
      await page.keyboard.press('Enter');
      const [letter, number] = [move.charAt(0), move.slice(1)];
      await until(async () => new RegExp(`Row ${number}:[^.]*\\b${letter} `).test(await board(page)));
    }
    await page.keyboard.press('t');
    await page.getByText('G5 completes the row D5-G5 and wins').waitFor();
    await page.getByText('C5 completes the row C5-F5 and wins').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('heading', { name: 'Threats' }).waitFor({ state: 'detached' });
    expect(house.troubles).toEqual([]);
  });

  it('walks through a proof from the first page', async () => {
    const page = await house.visit();
    await page.getByRole('button', { name: 'A proof' }).click();
    await until(async () => (await status(page)).includes('Your move'));
    await until(async () => (await board(page)).includes('D first player’s stone'));
    await page
      .getByText(/win by force/)
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(house.troubles).toEqual([]);
  });
});
