import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { board, House, over, status, table, until, untilInSight } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

const alone = table('tetris', { rules: 'tetrisvs', seats: 'human', seed: '3' });

describe('manners', () => {
  it('what falls stands still while a panel is open or another window is in front', async () => {
    const page = await house.visit(alone);
    await until(async () => (await board(page)).includes('pivot'));
    const paused = page.locator('.ribbon', { hasText: 'Paused' });
    for (const name of ['Settings', 'Share']) {
      await page.getByRole('button', { name }).click();
      await paused.waitFor();
      await page.keyboard.press('Escape');
      await paused.waitFor({ state: 'detached' });
    }
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await paused.waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.keyboard.press('p');
    await paused.waitFor({ state: 'detached' });
    expect(house.troubles).toEqual([]);
  });

  it('nothing falls, and no key plays, behind the list of keys', async () => {
    const page = await house.visit(alone);
    await until(async () => (await board(page)).includes('pivot'));
    await page.keyboard.press('?');
    const paused = page.locator('.ribbon', { hasText: 'Paused' });
    await paused.waitFor();
    const help = page.getByRole('complementary', { name: 'Keys', exact: true });
    expect(await help.getByText('type a move').count(), 'nobody types a move where pieces fall').toBe(0);
    for (const key of ['Enter', 'Space', 'p']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await paused.waitFor({ state: 'detached' });
    expect(await page.locator('.moves li button').count()).toBe(0);
    expect(house.troubles).toEqual([]);
  });

  it('a game that was halted in its first piece waits for P, whatever else is pressed', async () => {
    const page = await house.visit(alone);
    await until(async () => (await board(page)).includes('pivot'));
    const paused = page.locator('.ribbon', { hasText: 'Paused' });
    await page.keyboard.press('p');
    await paused.waitFor();
    for (const key of ['Space', 'Enter', 'ArrowLeft']) await page.keyboard.press(key);
    await page.waitForTimeout(300);
    expect(await paused.isVisible()).toBe(true);
    expect(await page.locator('.moves li button').count()).toBe(0);
    await page.keyboard.press('g');
    await paused.waitFor({ state: 'detached' });
    expect(house.troubles).toEqual([]);
  });

  it('the sheet of the reasons halts what falls behind it', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await house.visit(alone, phone);
    await until(async () => (await board(page)).includes('pivot'));
    await page.locator('.handle').click();
    await page.locator('.ribbon', { hasText: 'Paused' }).waitFor();
    await page.locator('.handle').click();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.locator('.ribbon', { hasText: 'Paused' }).waitFor({ state: 'detached' });
    expect(house.troubles).toEqual([]);
  });

  it('no key of a game scrolls the page', async () => {
    const page = await house.visit(alone, { viewport: { width: 1000, height: 500 } });
    await until(async () => (await board(page)).includes('pivot'));
    for (const key of ['Space', 'ArrowDown', 'PageDown']) await page.keyboard.press(key);
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('the keys of the rules being played are on the screen and behind the question mark', async () => {
    const page = await house.visit(table('tetris', { rules: 'guideline', seats: 'human', seed: '3' }));
    const hints = page.getByLabel('Keys of this game');
    await hints.getByText('Hold').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('complementary', { name: 'Keys', exact: true });
    await help.getByText('Hold', { exact: true }).waitFor();
    const other = await house.visit(alone);
    await other.getByLabel('Keys of this game').getByText('Turn', { exact: true }).waitFor();
    expect(await other.getByLabel('Keys of this game').getByText('Hold').count()).toBe(0);
  });

  it('agents’ reasons do not halt a game unless that is asked for', async () => {
    const page = await house.visit(
      table('tetris', { rules: 'versus:turns=3', seats: 'human tetrisvs-easy', seed: '3' }),
    );
    await until(async () => (await board(page)).includes('pivot'));
    await page.keyboard.press('Enter');
    await until(async () => (await page.locator('.moves li').count()) >= 2);
    await until(async () => (await status(page)).includes('Your move'));
    expect(await page.getByRole('button', { name: /Go on/ }).count()).toBe(0);
  });

  it('an idle first page costs less than 20 KB a second', async () => {
    const page = await house.visitor({ viewport: { width: 1440, height: 900 } });
    await page.clock.install();
    let bytes = 0;
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (bytes += payload.length)));
    await page.goto(house.url);
    await until(async () => (await page.locator('article canvas').count()) >= 6);
    await page.getByText('An agent is thinking…').waitFor({ state: 'detached' });
    bytes = 0;
    const seconds = 30;
    for (let passed = 0; passed < seconds; passed += 5) {
      await page.clock.runFor(5000);
      await page.waitForTimeout(200);
    }
    console.log(`idle first page: ${(bytes / seconds / 1000).toFixed(1)} KB/s`);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes / seconds).toBeLessThan(20_000);
  });

  it('a game is taken over from the board on its tile', async () => {
    const page = await house.visit();
    const tile = page.locator('article', { has: page.getByRole('heading', { name: 'Tetris', exact: true }) });
    await tile.locator('canvas').waitFor();
    await tile.locator('.board').click();
    await until(async () => (await board(page)).includes('pivot'));
    await until(async () => /You/.test((await page.getByLabel('Players').textContent()) ?? ''));
  });

  it.each([
    ['upright', { width: 390, height: 844 }],
    ['on its side', { width: 844, height: 390 }],
  ])('a phone %s holds board and buttons without scrolling', async (_, viewport) => {
    const phone = { viewport, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const page = await house.visit(alone, phone);
    await until(async () => (await board(page)).includes('pivot'));
    for (const part of ['#board canvas', '.touch', '.stage [role=toolbar]']) await untilInSight(page, part);
    const canvas = await page.locator('#board canvas').boundingBox();
    expect(canvas?.height).toBeGreaterThan(0.4 * viewport.height);
  });

  it('nothing covers “Play again”', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await house.visit(table('tris', { seats: 'random minimax', seed: '4' }), phone);
    await until(() => over(page));
    const again = page.getByRole('button', { name: 'Play again' });
    const free = await again.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there !== null && button.contains(there);
    });
    expect(free).toBe(true);
    await again.tap();
    await until(async () => !(await over(page)));
  });

  it('a phone on its side steps through the game, and its open sheet leaves “Play again” free', async () => {
    const side = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
    const page = await house.visit(table('tris', { seats: 'random minimax', seed: '4' }), side);
    await until(() => over(page));
    await page.getByRole('button', { name: 'One move back' }).tap();
    await page.getByText(/^After move \d+ of/).waitFor();
    await page.locator('.handle').tap();
    await page.getByRole('button', { name: 'Play again' }).tap();
    await until(async () => !(await over(page)));
    expect(house.troubles).toEqual([]);
  });
});
