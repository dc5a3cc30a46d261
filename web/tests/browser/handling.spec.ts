import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { packText } from '../../src/lib/page/route';
import { board, House, over, table, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

interface Seen {
  plies: number;
  last: { action: string; feats: string[] } | null;
  picture: { width: number; cells: { text: string }[] };
}

/** What the service tells of the table. */
function watch(page: Page): { now: Seen | null } {
  const seen: { now: Seen | null } = { now: null };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { state } = JSON.parse(String(payload)) as { state?: Seen };
      if (state) seen.now = state;
    }),
  );
  return seen;
}

/** The cells that lie, as `row,column`. */
function lying({ picture }: Seen): string[] {
  const full = picture.cells.flatMap((cell, i) => (cell.text === '#' ? [i] : []));
  return full.map((i) => `${Math.floor(i / picture.width)},${i % picture.width}`);
}

type Recorded = [ms: number, what: 'down' | 'up', code: string];

/** Runs in the page: plays keys as they were recorded, each with its own time. */
function replay(record: Recorded[]): void {
  const start = performance.now();
  for (const [ms, what, code] of record) {
    const event = new KeyboardEvent(`key${what}`, { code, key: code, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: start + ms });
    document.body.dispatchEvent(event);
  }
}

const rules = 'guideline:list=TOILJSZTOILJSZ';

async function modern(page: Page): Promise<void> {
  await page.goto(house.url + table('tetris', { rules, seats: 'human', seed: '1' }));
  await until(async () => (await board(page)).includes('pivot'));
}

describe('handling', () => {
  it('puts a recorded sequence of keys with times exactly where it belongs', async () => {
    const page = await house.visitor();
    const seen = watch(page);
    await modern(page);
    await page.evaluate(replay, [
      // T: held for 200 ms is one step, one after 167 ms, one 33 ms later.
      [0, 'down', 'ArrowLeft'],
      [201, 'up', 'ArrowLeft'],
      [210, 'down', 'Space'],
      [230, 'up', 'Space'],
      // O: a tap.
      [300, 'down', 'ArrowRight'],
      [400, 'up', 'ArrowRight'],
      [410, 'down', 'Space'],
      [430, 'up', 'Space'],
      // I: left is held all the time, but right came later: one to the left, three to the right.
      [500, 'down', 'ArrowLeft'],
      [550, 'down', 'ArrowRight'],
      [751, 'up', 'ArrowRight'],
      [761, 'up', 'ArrowLeft'],
      [770, 'down', 'Space'],
      [790, 'up', 'Space'],
      // L is put aside, J turned once and dropped.
      [800, 'down', 'KeyC'],
      [820, 'up', 'KeyC'],
      [830, 'down', 'ArrowUp'],
      [850, 'up', 'ArrowUp'],
      [860, 'down', 'Space'],
      [880, 'up', 'Space'],
    ] as Recorded[]);
    await until(async () => seen.now?.plies === 4);
    const T = ['38,1', '39,0', '39,1', '39,2'];
    const O = ['38,5', '38,6', '39,5', '39,6'];
    const I = ['37,5', '37,6', '37,7', '37,8'];
    const J = ['36,4', '36,5', '37,4', '38,4'];
    expect(seen.now && lying(seen.now)).toEqual([...T, ...O, ...I, ...J].sort());
    expect(house.troubles).toEqual([]);
  });

  it('is set by the player, who finds it as it was left', async () => {
    const page = await house.visitor();
    const seen = watch(page);
    await modern(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel(/Delay before a held key repeats/).fill('60');
    await page.getByLabel(/Time from one repeat to the next/).fill('0');
    await page
      .getByRole('group', { name: 'Keys', exact: true })
      .getByRole('button', { name: /Drop/ })
      .click();
    await page.keyboard.press('KeyK');
    await page.getByRole('button', { name: 'Close settings' }).click();
    // Whoever goes away halts the game, but the browser may be gone before it has said so.
    const paused = page.locator('.ribbon', { hasText: 'Paused' });
    await paused.waitFor({ state: 'detached' });
    await page.keyboard.press('KeyP');
    await paused.waitFor();
    await page.reload();
    await paused.waitFor();
    await page.keyboard.press('KeyP');
    await paused.waitFor({ state: 'detached' });
    await page.evaluate(replay, [
      [0, 'down', 'ArrowRight'],
      [61, 'up', 'ArrowRight'],
      [70, 'down', 'KeyK'],
      [80, 'up', 'KeyK'],
    ] as Recorded[]);
    await until(async () => seen.now?.plies === 1);
    expect(seen.now && lying(seen.now)).toEqual(['38,8', '39,7', '39,8', '39,9']);
    expect(await page.getByLabel('Keys of this game').textContent()).toContain('K');
    expect(house.troubles).toEqual([]);
  });

  it('lets a piece that lies be moved for half a second', async () => {
    const page = await house.visitor();
    const seen = watch(page);
    await modern(page);
    // A second of `Down` is more than it takes to the ground.
    await page.evaluate(replay, [
      [0, 'down', 'ArrowDown'],
      [1000, 'up', 'ArrowDown'],
      [1010, 'down', 'ArrowLeft'],
      [1020, 'up', 'ArrowLeft'],
    ] as Recorded[]);
    await until(async () => seen.now?.plies === 1);
    expect(seen.now && lying(seen.now)).toEqual(['38,3', '39,2', '39,3', '39,4']);
  });

  it('shows clears on the board', async () => {
    const page = await house.visitor();
    const rows = 'XXXXXXXXX.\n'.repeat(4);
    const position = packText(`tetris guideline 10x40\nnext I T O L J S\nboard\nX.........\n${rows}`);
    await page.goto(house.url + table('tetris', { seats: 'human', seed: '1', position }));
    await until(async () => (await board(page)).includes('pivot'));
    for (const key of ['ArrowUp', ...Array.from({ length: 5 }, () => 'ArrowRight'), 'Space'])
      await page.keyboard.press(key);
    // It is shown for a moment only.
    await page.locator('.feats', { hasText: /Tetris.*\+8/s }).waitFor();
  });

  it('lets the clock of a sprint run from the first key, and from then on only P goes on after a pause', async () => {
    const page = await house.visitor();
    await page.goto(
      house.url + table('tetris', { rules: 'guideline:goal=40,levels=0', seats: 'human', seed: '1' }),
    );
    await page.getByText('The first key starts the game.').filter({ visible: true }).first().waitFor();
    await page.waitForTimeout(400);
    const clock = page.getByTitle('Time played');
    expect((await clock.textContent())?.trim()).toBe('0.00');
    await page.keyboard.press('ArrowLeft');
    const ribbon = page.locator('.ribbon');
    await ribbon.waitFor({ state: 'detached' });
    await until(async () => Number(await clock.textContent()) > 0.2);
    await page.keyboard.press('p');
    await ribbon.filter({ hasText: 'Paused' }).waitFor();
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    expect(await page.locator('.moves li button').count()).toBe(0);
    await page.keyboard.press('p');
    await ribbon.waitFor({ state: 'detached' });
    expect(house.troubles).toEqual([]);
  });

  it('keeps the best game and lets it run along with the next', async () => {
    const page = await house.visitor();
    const start = `tetris guideline:goal=1,levels=0 10x40\nnext I T O L J S\nboard\nXXXXXX....\n`;
    await page.goto(house.url + table('tetris', { seats: 'human', seed: '1', position: packText(start) }));
    await until(async () => (await board(page)).includes('pivot'));
    await page.waitForTimeout(300);
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await until(() => over(page));
    await page.getByText('a new best').waitFor();
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page.getByText('2 keys too many in all').waitFor();
    await page.getByRole('button', { name: /Next with too many keys/ }).click();
    await page.getByText('One key would do, you used three.').waitFor();
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.getByText('your best').waitFor();
    await page.locator('.ghost canvas').waitFor();
    expect(house.troubles).toEqual([]);
  });
});
