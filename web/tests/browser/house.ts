import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Route,
} from 'playwright-core';

export const PROGRAM = resolve(process.env.LUDEX_BIN ?? '../target/release/ludex');
/** While the page is being worked on, it need not be built into the program. */
const FROM_DISK = process.env.LUDEX_PAGE === 'dist';
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that is not served by the service itself would not be let near it.
  ...(FROM_DISK ? ['--disable-features=LocalNetworkAccessChecks'] : []),
];

/** A real service with a folder of its own, and a browser to look at it. */
export class House {
  readonly data = mkdtempSync(join(tmpdir(), 'ludex-web-'));
  readonly troubles: string[] = [];
  #service: ChildProcess | null = null;
  #contexts: BrowserContext[] = [];

  private constructor(
    readonly port: number,
    readonly browser: Browser,
    private readonly program: string,
  ) {}

  static async open(program = PROGRAM): Promise<House> {
    const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
    const house = new House(await freePort(), browser, program);
    await house.startService();
    return house;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  async startService(): Promise<void> {
    const args = ['serve', '--port', String(this.port), '--data', this.data];
    const service = spawn(this.program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#service = service;
    await new Promise<void>((up, down) => {
      service.stdout?.once('data', () => up());
      service.once('error', down);
      service.once('exit', (code) => down(new Error(`${this.program} serve ended with ${code}`)));
    });
  }

  /** Ends the service at once, as a power cut would. */
  async killService(): Promise<void> {
    const service = this.#service;
    if (!service || service.exitCode !== null) return;
    const gone = new Promise((done) => service.once('exit', done));
    service.kill('SIGKILL');
    await gone;
  }

  /** A browser of its own, with its own storage. What goes wrong in it is noted. */
  async visitor(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
    this.#contexts.push(context);
    if (FROM_DISK) await context.route(this.url + '**', (route) => fromDisk(route));
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (error) => this.troubles.push(error.message));
    page.on('console', (message) => {
      const expected = /ERR_CONNECTION_REFUSED|WebSocket connection/.test(message.text());
      if (message.type() === 'error' && !expected) this.troubles.push(message.text());
    });
    return page;
  }

  /** Opens a place of the page, such as `#/lab`. */
  async visit(place = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.visitor(options);
    await page.goto(this.url + place);
    return page;
  }

  async leave(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.leave();
    await this.browser.close();
    await this.killService();
    rmSync(this.data, { recursive: true, force: true });
  }
}

async function fromDisk(route: Route): Promise<void> {
  const path = new URL(route.request().url()).pathname;
  const file = join('dist', path === '/' ? 'index.html' : path);
  if (path.startsWith('/api') || !existsSync(file)) await route.continue();
  else await route.fulfill({ path: file });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** The address of a new table. */
export function table(game: string, values: Record<string, string> = {}): string {
  return `#/new/${game}?${new URLSearchParams(values)}`;
}

/** The board in words. */
export async function board(page: Page): Promise<string> {
  return (await page.locator('#board-words').textContent()) ?? '';
}

/** The sentence above the board. */
export async function status(page: Page): Promise<string> {
  return (await page.locator('.status p').textContent()) ?? '';
}

/**
 * Settles when a question of this kind has been answered; to be called before the page is opened. A move is
 * on the screen when it is news, but stored for certain only when it has been answered.
 */
export function answered(page: Page, ask: string): Promise<void> {
  return new Promise((done) => {
    page.once('websocket', (socket) => {
      let asked: number | undefined;
      socket.on('framesent', ({ payload }) => {
        const message = JSON.parse(String(payload)) as { id: number; ask: string };
        if (message.ask === ask) asked = message.id;
      });
      socket.on('framereceived', ({ payload }) => {
        const { id } = JSON.parse(String(payload)) as { id?: number };
        if (id !== undefined && id === asked) done();
      });
    });
  });
}

/** Clicks a cell of the board, counted from the top left. */
export async function clickCell(
  page: Page,
  column: number,
  row: number,
  columns: number,
  rows: number,
): Promise<void> {
  const canvas = page.locator('#board canvas');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the board is not there');
  const [left, top, rim] = [Math.min(30, box.width / columns), Math.min(30, box.height / rows), 12];
  const [wide, high] = [(box.width - left - rim) / columns, (box.height - top - rim) / rows];
  await canvas.click({ position: { x: left + (column + 0.5) * wide, y: top + (row + 0.5) * high } });
}

/** Waits until something holds. */
export async function until(
  what: () => Promise<boolean>,
  seconds = 15,
  say = 'it never came true',
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (await what()) return;
    await new Promise((done) => setTimeout(done, 40));
  }
  throw new Error(say);
}
