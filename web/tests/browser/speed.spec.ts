import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { House, table, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

describe('agents at their highest speed', () => {
  it('are drawn once per frame at most, and every move is in the list', async () => {
    const page = await house.visit(table('tetris', { rules: 'simplified', seats: 'dellacherie', seed: '5' }));
    await page.locator('.moves li button').first().waitFor();
    const watched = page.evaluate(watchBoard);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel(/Speed of agents/).fill('4');
    const { changes, frames } = await watched;
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThanOrEqual(frames + 1);
    const slider = page.getByRole('slider', { name: 'Position in the game' });
    const plies = Number(await slider.getAttribute('aria-valuemax'));
    const listed = async () => (await page.locator('.moves li button .soft').allTextContents()).map(Number);
    // The list shows the end of a long game.
    const expected = Array.from({ length: Math.min(60, plies) }, (_, i) => Math.max(0, plies - 60) + i + 1);
    await until(async () => (await listed()).join() === expected.join(), 'every move is in the list');
  });
});

/** Runs in the page: how often the board changed in some seconds, and how many frames there were. */
async function watchBoard(): Promise<{ changes: number; frames: number }> {
  const words = document.getElementById('board-words');
  let [changes, frames] = [0, 0];
  const observer = new MutationObserver(() => changes++);
  if (words) observer.observe(words, { childList: true, characterData: true, subtree: true });
  const end = performance.now() + 4000;
  while (performance.now() < end) {
    await new Promise((done) => requestAnimationFrame(done));
    frames++;
  }
  observer.disconnect();
  return { changes, frames };
}
