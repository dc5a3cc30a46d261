import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { House, over, status, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

describe('a tournament in the lab', () => {
  it('shows cards and a crosstable, and a cell opens its games', async () => {
    const page = await house.visit('#/lab');
    await page.getByLabel('Games of each two').fill('10');
    await page.getByLabel('Entrant 1', { exact: true }).fill('minimax');
    await page.getByLabel('Entrant 2', { exact: true }).fill('random');
    await page.getByLabel('Entrant 3', { exact: true }).fill('minimax:depth=1');
    await page.getByRole('button', { name: 'Let them play' }).click();
    await page.getByText('30 of 30 games played').waitFor();
    const cards = page.getByRole('list', { name: 'Agents by strength' }).getByRole('listitem');
    expect(await cards.count()).toBe(3);
    expect(await cards.last().textContent()).toMatch(/random.*−\d+ ± \d+/s);
    await page.getByRole('button', { name: /^minimax against random/ }).click();
    await page.getByRole('heading', { name: 'minimax against random' }).waitFor();
    await page.getByRole('button', { name: 'won', exact: true }).click();
    await page
      .getByRole('link', { name: /^Game \d+$/ })
      .first()
      .click();
    await until(async () => (await status(page)).includes('minimax'));
    await until(() => over(page));
    expect(await status(page)).toMatch(/minimax/);
    expect(house.troubles).toEqual([]);
  });

  it('compares agents seed by seed where one plays alone', async () => {
    const page = await house.visit('#/lab');
    await page.getByLabel('What is played').selectOption('snake');
    await page.getByLabel('Games of each', { exact: true }).fill('4');
    await page.getByLabel('Most moves').fill('80');
    await page.getByLabel('Entrant 1', { exact: true }).fill('survivor');
    await page.getByLabel('Entrant 2', { exact: true }).fill('random');
    await page.getByRole('button', { name: 'Leave out entrant 3' }).click();
    await page.getByRole('button', { name: 'Let them play' }).click();
    await page.getByText('8 of 8 games played').waitFor();
    await page.getByRole('button', { name: /^survivor against random/ }).click();
    await page
      .getByRole('link', { name: /^survivor: \d+/ })
      .first()
      .waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('says what is wrong with an entrant', async () => {
    const page = await house.visit('#/lab');
    await page.getByLabel('Entrant 2', { exact: true }).fill('exec:ls');
    await page.getByRole('button', { name: 'Let them play' }).click();
    await page.getByRole('alert').getByText('unknown agent `exec`').waitFor();
  });
});
