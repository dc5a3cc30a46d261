import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { board, clickCell, House, over, status, table, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

/** A cell without a stone, counted from the top left. */
function freeCell(words: string): [number, number] {
  const cells = [4, 0, 8, 2, 6, 1, 3, 5, 7].map((cell): [number, number] => [cell % 3, Math.floor(cell / 3)]);
  const free = cells.find(
    ([column, row]) => !new RegExp(`Row ${3 - row}:[^.]*${'abc'[column]} [XO]`).test(words),
  );
  if (!free) throw new Error(`no cell is free: ${words}`);
  return free;
}

const perfect = table('tris', { seats: 'human minimax', seed: '1' });

describe('Tris', () => {
  it('is played from the first page to the end, reviewed and played again', async () => {
    const page = await house.visit();
    await page.getByRole('button', { name: 'Play Tris', exact: true }).click();
    await page.getByText('Your move.').first().waitFor();
    for (;;) {
      await until(async () => (await status(page)).includes('Your move') || (await over(page)));
      if (await over(page)) break;
      const before = await board(page);
      const [column, row] = freeCell(before);
      await clickCell(page, column, row, 3, 3);
      await until(async () => (await board(page)) !== before);
    }
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page.getByText(/moves? judged/).waitFor();
    await page.getByRole('button', { name: 'Play again' }).click();
    await until(async () => (await board(page)).includes('empty'));
    await page.getByText('Your move.').first().waitFor();
    await page.keyboard.press('n');
    await page.getByText('More: players, rules, size, seed').click();
    await page.getByLabel('Seed').fill('abc');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('The seed “abc” is no whole number').waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('is played with the keyboard only', async () => {
    const page = await house.visit();
    await page.locator('article button.strong:not(:disabled)').first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    for (let i = 0; i < 40 && (await focused()) !== 'Play Tris'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Your move.').first().waitFor();
    // The arrows belong to the board wherever the focus is.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await until(async () => (await board(page)).includes('b X'));
    await until(async () => (await status(page)).includes('Your move'));
    await page.keyboard.press('u');
    await until(async () => (await board(page)).includes('empty'));
    await page.keyboard.press('h');
    await page.getByText('What minimax advises').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Keys' }).waitFor({ state: 'detached' });
  });

  it('says why, and why not', async () => {
    const page = await house.visit(perfect);
    await page.getByText('Your move.').first().waitFor();
    await clickCell(page, 0, 0, 3, 3);
    await page.locator('.said .words', { hasText: /^I play/ }).waitFor();
    await page.getByRole('button', { name: /loses/ }).first().hover();
    await page.getByText('What is expected after').waitFor();
    await page.getByRole('button', { name: /loses/ }).first().click();
    await page.getByRole('heading', { name: /Why not/ }).waitFor();
    await page.locator('.contrast .words', { hasText: 'loses against best play' }).waitFor();
    await page.getByText('The tree of its search').click();
    await page.getByText('The expected line').click();
    await page.getByRole('switch').click();
    await page.getByText('Reasons are off').waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('asks about a place by pointing at it', async () => {
    const page = await house.visit(perfect);
    await page.getByText('Your move.').first().waitFor();
    await clickCell(page, 0, 0, 3, 3);
    await until(async () => (await board(page)).includes('b O'));
    const before = await board(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText('What minimax advises').waitFor();
    const ask = page.getByRole('button', { name: /Point at the board/ });
    await ask.click();
    await clickCell(page, 0, 0, 3, 3);
    await page.getByText('Nothing can be played there').waitFor();
    await clickCell(page, 1, 0, 3, 3);
    await page.getByRole('heading', { name: /Why not .*b3/ }).waitFor();
    await ask.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Why not .*c2/ }).waitFor();
    expect(await board(page)).toBe(before);
  });

  it('finds the mistakes of a finished game, and keeps the better move until asked', async () => {
    const page = await house.visit(table('tris', { seats: 'random minimax', seed: '4' }));
    await until(() => over(page));
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page.getByRole('button', { name: 'To the first mistake' }).click();
    await page.getByText(/After move \d+ of/).waitFor();
    await page
      .getByText(/accurate/)
      .first()
      .waitFor();
    expect(await page.getByText('Better was').count()).toBe(0);
    await page.getByRole('button', { name: 'What was better?' }).click();
    await page.getByText(/Better was the (centre|corner|edge)/).waitFor();
    await page.getByRole('heading', { name: /Why not/ }).waitFor();
    const graph = page.getByRole('slider', { name: 'Position in the game' });
    await graph.click({ position: { x: 1, y: 20 } });
    await page.getByText('After move 0 of').waitFor();
    await graph.press('ArrowRight');
    await page.getByText('After move 1 of').waitFor();
    await graph.press('End');
    await page.getByText(/After move/).waitFor({ state: 'detached' });
    expect(house.troubles).toEqual([]);
  });

  it('says after the end what can be done, and sends no hint into the void', async () => {
    const page = await house.visit(table('tris', { seats: 'human random', seed: '9' }));
    await page.getByText('Value over the game: nobody has judged it yet').waitFor();
    const players = page.getByLabel('Players');
    for (;;) {
      await until(async () => (await status(page)).includes('Your move') || (await over(page)));
      if (await over(page)) break;
      expect(await players.textContent()).not.toMatch(/\d|won|lost|drawn/);
      const before = await board(page);
      const [column, row] = freeCell(before);
      await clickCell(page, column, row, 3, 3);
      await until(async () => (await board(page)) !== before);
    }
    // Who draws lots has judged nothing, and nobody has points.
    await page.getByText('Value over the game: nobody has judged it yet').waitFor();
    expect(await players.textContent()).toMatch(/You.*(won|lost|drawn).*random.*(won|lost|drawn)/s);
    await page.getByText('Step through the game').waitFor();
    await page.keyboard.press('h');
    await page.keyboard.press(',');
    await page.getByText(/^After move/).waitFor();
    expect(await page.getByText('nobody is to move').count()).toBe(0);
    expect(house.troubles).toEqual([]);
  });

  it('opens the same position from a link, and a past one from its address', async () => {
    const page = await house.visit(perfect);
    await page.getByText('Your move.').first().waitFor();
    await clickCell(page, 0, 0, 3, 3);
    await until(async () => (await board(page)).includes('b O'));
    const before = await board(page);
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByLabel('Link: This position').inputValue();
    const other = await house.visitor();
    await other.goto(link);
    await until(async () => (await board(other)) === before);
    expect(await other.getByLabel('Players').textContent()).toMatch(/You.*minimax/);
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.getByText('After move 0 of 2').waitFor();
    expect(page.url()).toContain('ply=0');
    await page.reload();
    await page.getByText('After move 0 of 2').waitFor();
  });
});
