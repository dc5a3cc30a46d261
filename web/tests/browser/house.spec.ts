import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  answered,
  asked,
  board,
  clickCell,
  columnOfPiece,
  House,
  over,
  PROGRAM,
  status,
  table,
  until,
} from './house';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterEach(() => house.leave());
afterAll(() => house.close());

const two = table('tris', { seats: 'human human', seed: '1' });

describe('together', () => {
  it('two browsers play one game, a third only watches', async () => {
    const first = await house.visit(two);
    await first.getByText('Player 1 is to move').first().waitFor();
    await first.getByRole('button', { name: 'Share' }).click();
    const seat = await first.getByLabel('Link: Seat 2').inputValue();
    const watch = await first.getByLabel('Link: Watch').inputValue();
    const [second, third] = [await house.visitor(), await house.visitor()];
    await second.goto(seat);
    await third.goto(watch);
    await second.getByText('The other player is to move').first().waitFor();
    await first.getByText('Your move.').first().waitFor();
    expect(await first.getByLabel('Players').textContent()).toMatch(/You.*Player 2/);
    expect(await second.getByLabel('Players').textContent()).toMatch(/Player 1.*You/);
    expect(second.url()).not.toContain('token');
    await clickCell(first, 1, 1, 3, 3);
    for (const page of [second, third]) await until(async () => (await board(page)).includes('b X'));
    await first.getByText('The other player is to move').first().waitFor();
    await clickCell(first, 2, 0, 3, 3);
    await third.getByText('You only watch this game.').waitFor();
    expect(await third.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await third.getByRole('button', { name: 'Settings' }).click();
    expect(
      await third
        .getByLabel('Settings', { exact: true })
        .getByLabel(/Seat|Speed/)
        .count(),
    ).toBe(0);
    await clickCell(third, 0, 0, 3, 3);
    await clickCell(second, 0, 0, 3, 3);
    for (const page of [first, third]) await until(async () => (await board(page)).includes('a O'));
    expect(await board(first)).not.toContain('c O');
    await second.goto('about:blank');
    await clickCell(first, 2, 2, 3, 3);
    await first.getByText('Player 2 is to move').first().waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('whoever gives the own seat to an agent keeps the table', async () => {
    const page = await house.visit(table('tetris', { rules: 'simplified', seats: 'human', seed: '3' }));
    await page.getByText('Your move.').first().waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    const seat = page.getByLabel('Seat 1');
    // What falls stands still while one has the settings open, and goes on afterwards.
    await page.getByText('Paused.').first().waitFor();
    await seat.fill('dt20');
    await seat.press('Enter');
    await until(async () => (await page.getByLabel('Players').textContent())?.includes('dt20') ?? false);
    await page.getByRole('button', { name: 'Close settings' }).click();
    await page.getByText('dt20 is to move.').first().waitFor();
    await page.reload();
    await page.getByText('dt20 is to move.').first().waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await seat.fill('human');
    await seat.press('Enter');
    await page.getByText('Your move.').first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused.').first().waitFor();
    expect(await page.locator('.trouble').count()).toBe(0);
    expect(house.troubles).toEqual([]);
  });
});

describe('a game of a run', () => {
  it.each([
    ['tris', 'random random'],
    ['2048', 'random'],
  ])('is the same in the page: %s', async (game, seats) => {
    const file = join(house.data, `run-${game}.sqlite`);
    const agents = seats.split(' ').flatMap((agent) => ['--agent', agent]);
    const limits = ['--games', '2', '--seed', '5', '--max-moves', '40', '--records', file, '--jobs', '1'];
    execFileSync(PROGRAM, ['run', game, ...agents, ...limits]);
    const record = execFileSync(PROGRAM, ['records', 'show', '2', '--json', '--records', file], {
      encoding: 'utf8',
    });
    const played = (JSON.parse(record) as { moves: string[] }).moves.slice(0, 8);
    expect(played.length).toBeGreaterThan(4);
    const page = await house.visit(table(game, { seats, seed: '5', number: '2' }));
    await until(async () => (await page.locator('.moves li').count()) >= played.length);
    const history = await page.evaluate(async () => {
      const session = location.hash.split('/')[2]?.split('?')[0];
      return (await (await fetch(`/api/v1/sessions/${session}/history`)).json()) as unknown;
    });
    const { moves: seen } = history as { moves: { action: string }[] };
    expect(seen.slice(0, played.length).map(({ action }) => action)).toEqual(played);
  });
});

describe('interruptions', () => {
  it('a reload in the middle keeps the game and the seat', async () => {
    const page = await house.visit(two);
    await page.getByText('Player 1 is to move').first().waitFor();
    await clickCell(page, 1, 1, 3, 3);
    await until(async () => (await board(page)).includes('b X'));
    await page.reload();
    await until(async () => (await board(page)).includes('b X'));
    await clickCell(page, 0, 0, 3, 3);
    await until(async () => (await board(page)).includes('a O'));
  });

  it('the service may be killed and come back', async () => {
    const page = await house.visitor();
    const stored = answered(page, 'act');
    await page.goto(house.url + two);
    await page.getByText('Player 1 is to move').first().waitFor();
    await clickCell(page, 1, 1, 3, 3);
    await until(async () => (await board(page)).includes('b X'));
    await stored;
    await house.killService();
    await page.getByText('The service does not answer').first().waitFor();
    await house.startService();
    await page.getByText('The service does not answer').first().waitFor({ state: 'detached' });
    await clickCell(page, 0, 0, 3, 3);
    await until(async () => (await board(page)).includes('a O'));
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    await page.getByText('Your last games').waitFor();
    await page.locator('section ul a').first().click();
    await until(async () => (await board(page)).includes('a O'));
    expect(house.troubles).toEqual([]);
  });

  it('a table that is not there says so', async () => {
    const page = await house.visit('#/game/nowhere');
    await page.getByText('This table is gone').waitFor();
  });
});

describe('looks', () => {
  it.each(['light', 'dark'] as const)(
    '%s is the theme the system wants, until one chooses',
    async (colorScheme) => {
      const page = await house.visit('', { colorScheme });
      const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const [day, night] = ['rgb(246, 241, 231)', 'rgb(21, 24, 31)'];
      expect(await ground()).toBe(colorScheme === 'light' ? day : night);
      await page.getByRole('button', { name: /Switch to/ }).click();
      expect(await ground()).toBe(colorScheme === 'light' ? night : day);
      await page.reload();
      expect(await ground()).toBe(colorScheme === 'light' ? night : day);
    },
  );

  it('a phone holds everything without scrolling sideways, and takes touches', async () => {
    const phone = {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    };
    const page = await house.visit('', phone);
    await page.getByRole('button', { name: /Play Tetris, Solo/ }).tap();
    await until(async () => (await board(page)).includes('pivot'));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    const reasons = page.locator('.margin');
    const above = async (part: string) => {
      const [one, other] = [await page.locator(part).boundingBox(), await reasons.boundingBox()];
      return Boolean(one && other && one.y >= 0 && one.y + one.height <= other.y);
    };
    for (const row of ['.touch', '.stage [role=toolbar]'])
      await until(() => above(row), `${row} can be reached`);
    expect(await page.getByRole('button', { name: 'Hold' }).count()).toBe(0);
    const before = await columnOfPiece(page);
    await page.getByRole('button', { name: 'Left' }).tap();
    await until(async () => (await columnOfPiece(page)) !== before);
    const piece = (await board(page)).match(/pieces (\d+)/)?.[1];
    await page.getByRole('button', { name: 'Drop' }).tap();
    await until(async () => (await board(page)).match(/pieces (\d+)/)?.[1] !== piece);
    await page.getByRole('button', { name: 'Hint', exact: true }).tap();
    await page
      .getByText(/What .* advises/)
      .first()
      .waitFor();
    await page.locator('.why ol button').nth(1).tap();
    await page.getByText('What is expected after').waitFor();
    await until(() => above('#board canvas'));
    expect(house.troubles).toEqual([]);
  });

  it('with reduced motion the tiles keep still', async () => {
    const glances = async (reducedMotion: 'reduce' | 'no-preference') => {
      const page = await house.visitor({ reducedMotion });
      await page.clock.install();
      const looks = asked(page, 'state');
      await page.goto(house.url);
      await until(async () => (await page.locator('article canvas').count()) >= 6);
      const before = looks.count;
      await page.clock.runFor(12_000);
      return looks.count - before;
    };
    expect(await glances('no-preference')).toBeGreaterThan(0);
    expect(await glances('reduce')).toBe(0);
  });
});

describe('the other rooms', () => {
  it('the lab runs a match with live figures', async () => {
    const page = await house.visit('#/lab');
    await page.getByLabel('Games', { exact: true }).fill('30');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('30 of 30 games').waitFor();
    await page.locator('.u-over').first().waitFor();
    await page
      .getByText(/won, \d+ drawn/)
      .first()
      .waitFor();
    // Any game of it can be opened, and says how it went.
    await page.getByLabel(/open game/).fill('3');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByLabel('Players').getByText('random').waitFor();
    await until(() => over(page));
    await page.goBack();
    await page.getByLabel('Longest game').fill('4');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('50 games cut short after 4 moves').waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('the lab asks several agents about one position', async () => {
    const page = await house.visit('#/lab');
    await page.getByRole('button', { name: 'Put it on the board' }).click();
    await page.getByLabel('minimax', { exact: true }).check();
    await page.getByLabel('random', { exact: true }).check();
    await page.getByRole('button', { name: 'Ask them' }).click();
    await page
      .getByText(/^Play the corner/)
      .first()
      .waitFor();
    expect(house.troubles).toEqual([]);
  });

  it('records list stored games and open them', async () => {
    const page = await house.visit(two);
    await page.getByText('Player 1 is to move').first().waitFor();
    await clickCell(page, 1, 1, 3, 3);
    await until(async () => (await board(page)).includes('b X'));
    await page.getByRole('link', { name: 'Records' }).click();
    await page
      .getByRole('link', { name: /Tris, standard/ })
      .first()
      .click();
    await until(async () => (await status(page)).includes('to move'));
  });

  it('the guide explains every game', async () => {
    const page = await house.visit('#/guide');
    for (const name of ['Tris', 'Snake', 'Tetris'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
  });
});
