import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { board, House, table, until } from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterAll(() => house.close());

describe('figures', () => {
  it('the first page is below 300 KB compressed and interactive within a second', async () => {
    const page = await house.visitor();
    const names: string[] = [];
    page.on('response', (answer) => names.push(new URL(answer.url()).pathname));
    const started = Date.now();
    await page.goto(house.url);
    await page.locator('article button.strong:not(:disabled)').first().waitFor();
    const ready = Date.now() - started;
    const assets = new Map(
      readdirSync('dist/assets').map((name) => [`/assets/${name}`, `dist/assets/${name}`]),
    );
    const sizes = names
      .flatMap((name) => assets.get(name) ?? [])
      .map((file) => gzipSync(readFileSync(file)).length);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    console.log(
      `first page: ${Math.round(bytes / 1024)} KiB compressed in ${sizes.length} files, ready in ${ready} ms`,
    );
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(300 * 1024);
    expect(ready).toBeLessThan(1000);
  });

  it('a key is on the screen within 50 ms and no frame takes more than 33 ms', async () => {
    const page = await house.visit(table('tetris', { rules: 'tetrisvs', seats: 'human', seed: '3' }));
    await until(async () => (await board(page)).includes('pivot'));
    await page.waitForTimeout(500);
    const { delays, frames } = await page.evaluate(measure);
    const sorted = delays.toSorted((a, b) => a - b);
    const long = frames.filter((frame) => frame > 33.4);
    console.log(
      `input to screen: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms, most ${sorted.at(-1)?.toFixed(1)} ms; ` +
        `${frames.length} frames, longest ${Math.max(...frames).toFixed(1)} ms, over 33 ms: ${long.length}`,
    );
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(50);
    expect(long.length / frames.length).toBeLessThan(0.02);
  });
});

/** Runs in the page: presses keys and waits until the canvas has changed and a frame has passed. */
async function measure(): Promise<{ delays: number[]; frames: number[] }> {
  const delays: number[] = [];
  const frames: number[] = [];
  let last = performance.now();
  let running = true;
  const tick = (now: number) => {
    frames.push(now - last);
    last = now;
    if (running) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const words = document.getElementById('board-words');
  for (let i = 0; i < 24 && words; i++) {
    const code = i % 2 === 0 ? 'KeyA' : 'KeyD';
    const before = words.textContent;
    const started = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { code, key: code.slice(3), bubbles: true }));
    while (words.textContent === before && performance.now() - started < 500)
      await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => requestAnimationFrame(done));
    delays.push(performance.now() - started);
    window.dispatchEvent(new KeyboardEvent('keyup', { code, bubbles: true }));
    await new Promise((done) => setTimeout(done, 60));
  }
  running = false;
  return { delays, frames: frames.slice(2) };
}
