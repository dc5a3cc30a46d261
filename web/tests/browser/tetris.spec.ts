import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answered, board, columnOfPiece, House, pressUntilOver, status, table, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

describe('TetrisVs', () => {
  it('is played alone to the end, by keys', async () => {
    const page = await house.visit();
    await page.getByRole('button', { name: /Play Tetris, Solo/ }).click();
    await until(async () => (await board(page)).includes('pivot'));
    const before = await columnOfPiece(page);
    await page.keyboard.press('KeyA');
    await until(async () => (await columnOfPiece(page)) !== before);
    await page.keyboard.press('Space');
    await pressUntilOver(page, 'Enter');
    expect(await page.locator('.moves li').count()).toBeGreaterThan(5);
    expect(house.troubles).toEqual([]);
  });

  it('tells the piece and what comes next in an earlier position, too', async () => {
    const rules = 'guideline:list=TOILJSZTOILJSZ';
    const page = await house.visit(table('tetris', { rules, seats: 'human', seed: '1' }));
    await until(async () => (await board(page)).includes('pivot'));
    await page.keyboard.press('Space');
    await page.locator('.moves li button').first().waitFor();
    await page.keyboard.press(',');
    const beside = page.getByRole('complementary', { name: 'Beside the board' });
    await until(async () => /piece\s*T\s*next\s*O I L J S/.test((await beside.textContent()) ?? ''));
    expect(house.troubles).toEqual([]);
  });

  it('halts after an explained move until it is dismissed', async () => {
    const page = await house.visit(
      table('tetris', { rules: 'versus:turns=3', seats: 'human tetrisvs-easy', seed: '3' }),
    );
    await until(async () => (await board(page)).includes('pivot'));
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel(/Halt after each move/).check();
    await page.getByRole('button', { name: 'Close settings' }).click();
    await until(async () => (await status(page)).includes('Your move'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Go on/ }).waitFor();
    await page.locator('.said .words', { hasText: /^I put the/ }).waitFor();
    await page.keyboard.press('g');
    await until(async () => (await status(page)).includes('Your move'));
    // Clicks beside the board leave the keys to the game, also those that a button would take.
    await page.getByLabel('Why', { exact: true }).getByRole('switch').click();
    await page.getByText('Reasons are off').waitFor();
    const piece = await board(page);
    await page.keyboard.press('Space');
    await until(async () => (await board(page)) !== piece);
    await page.getByText('Reasons are off').waitFor();
    await page.keyboard.press('p');
    await page.locator('.ribbon', { hasText: 'Paused' }).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Seat 1').click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Seat 1').waitFor({ state: 'detached' });
    expect(house.troubles).toEqual([]);
  });

  it('has two players on one keyboard, each with own keys, to the end', async () => {
    const page = await house.visitor();
    const heard = answered(page, 'stroke');
    await page.goto(
      house.url + table('tetris', { rules: 'versus:turns=3', seats: 'human human', seed: '3' }),
    );
    await until(async () => (await status(page)).includes('Player 1'));
    await until(async () => (await board(page)).includes('pivot'));
    const before = await columnOfPiece(page);
    await page.keyboard.press('ArrowLeft');
    await heard;
    expect(await columnOfPiece(page)).toBe(before);
    await page.keyboard.press('KeyA');
    await until(async () => (await columnOfPiece(page)) !== before);
    await page.keyboard.press('Enter');
    await until(async () => (await status(page)).includes('Player 2'));
    const second = await columnOfPiece(page);
    await page.keyboard.press('ArrowRight');
    await until(async () => (await columnOfPiece(page)) !== second);
    await pressUntilOver(page, 'Enter');
    expect(await status(page)).toMatch(/wins|draw/i);
  });

  it('lets agents play each other and can be asked at any time', async () => {
    const page = await house.visit(
      table('tetris', { rules: 'versus', seats: 'tetrisvs-easy tetrisvs-hard', seed: '3' }),
    );
    await until(async () => (await page.locator('.moves li').count()) > 2);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.ribbon', { hasText: 'Paused' }).waitFor();
    await page.getByText('What tetrisvs-').waitFor();
    await page.locator('ol button', { hasText: 'worse' }).first().click();
    await page.getByRole('heading', { name: /Why not/ }).waitFor();
    await page.getByText('The tree of its search').click();
    await page
      .locator('details details summary')
      .first()
      .click({ position: { x: 3, y: 10 } });
    await page.locator('details details li', { hasText: 'expected' }).first().waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    const plies = await page.locator('.moves li').count();
    await until(async () => (await page.locator('.moves li').count()) > plies);
    expect(house.troubles).toEqual([]);
  });

  it.each(['guideline', 'simplified', 'essex', 'rlcomp', 'offline'])(
    'plays under %s rules',
    async (rules) => {
      const page = await house.visit(table('tetris', { rules, seats: 'human', seed: '3' }));
      await until(async () => (await board(page)).includes('pivot'));
      const before = await columnOfPiece(page);
      await page.keyboard.press('ArrowLeft');
      await until(async () => (await columnOfPiece(page)) !== before);
      await pressUntilOver(page, 'Space');
      expect(house.troubles).toEqual([]);
    },
  );
});
