import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spawn } from 'node:child_process';
import { House, over, PROGRAM, status, until } from './house';

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
    await page.getByRole('button', { name: /: minimax against random/ }).click();
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
    await page.getByRole('button', { name: /: survivor against random/ }).click();
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

describe('a tuning in the lab', () => {
  it('shows a run as curves while it goes on', async () => {
    const words =
      'tune tetris --rules simplified --size 6x6 --features lee --candidates 6 --games 2 --check 0';
    // Whoever does not read what it says must not keep it waiting.
    const run = spawn(PROGRAM, [...words.split(' '), '--generations', '100000', '--data', house.data], {
      stdio: 'ignore',
    });
    try {
      const page = await house.visit('#/lab');
      const tuning = page.getByRole('region', { name: 'Tuning' });
      const look = tuning.getByRole('button', { name: 'Look again' });
      const told = async () => (await tuning.getByRole('status').allTextContents()).join();
      const generation = async () => Number(/Generation (\d+) of 100000/.exec(await told())?.[1] ?? 0);
      await until(async () => {
        await look.click();
        return (await generation()) > 0;
      });
      const seen = await generation();
      await until(async () => (await generation()) > seen);
      expect(await tuning.getByRole('figure').count()).toBe(2);
      await tuning.getByText('Weights so far').click();
      expect(await tuning.getByRole('group').getByRole('row').count()).toBe(4);
      expect(await tuning.getByText('ludex tune tetris').textContent()).toContain('--features lee');
      expect(house.troubles).toEqual([]);
    } finally {
      const gone = new Promise((done) => run.once('exit', done));
      run.kill('SIGKILL');
      await gone;
    }
  });
});
