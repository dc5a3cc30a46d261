import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';

export const PROGRAM = resolve(process.env.LUDEX_BIN ?? '../target/release/ludex');
/**
 * How long anything may take, in milliseconds. It costs nothing while all is well, so it is meant for a machine that
 * is slow and busy with something else.
 */
const PATIENCE_MS = 60_000;
/** So many times slower than it is this machine is made, to find what depends on its speed. */
const SLOWER = Number(process.env.LUDEX_SLOWER ?? 1);
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

  /** Chosen by the system when the service starts first; kept when it comes back. */
  #port = 0;

  private constructor(
    readonly browser: Browser,
    private readonly program: string,
  ) {}

  static async open(program = PROGRAM): Promise<House> {
    const browser = chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE_MS });
    const house = new House(await browser, program);
    await house.startService();
    return house;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  async startService(): Promise<void> {
    const args = ['serve', '--port', String(this.#port), '--data', this.data];
    const service = spawn(this.program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#service = service;
    const greeting = await new Promise<string>((up, down) => {
      service.stdout?.once('data', (said: Buffer) => up(said.toString()));
      service.once('error', down);
      service.once('exit', (code) => down(new Error(`${this.program} serve ended with ${code}`)));
    });
    this.#port = Number(/:(\d+);/.exec(greeting)?.[1]);
    if (SLOWER > 1) slowDown(service);
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
    page.setDefaultTimeout(PATIENCE_MS);
    if (SLOWER > 1) {
      const rate = { rate: SLOWER };
      await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', rate);
    }
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

/** Lets a program work only now and then. */
function slowDown(service: ChildProcess): void {
  const period = 40;
  const halt = setInterval(() => {
    service.kill('SIGSTOP');
    setTimeout(() => service.kill('SIGCONT'), period - period / SLOWER);
  }, period);
  service.once('exit', () => clearInterval(halt));
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

/** Whether the game is over. */
export async function over(page: Page): Promise<boolean> {
  return /wins|draw|over/i.test(await status(page));
}

/** Presses a key again and again until the game is over. */
export async function pressUntilOver(page: Page, key: string): Promise<void> {
  await until(async () => {
    await page.keyboard.press(key);
    return over(page);
  });
}

/** The column of the piece that falls. Its row is another one a moment later, whatever one does. */
export async function columnOfPiece(page: Page): Promise<string | undefined> {
  return /(\S+) pivot/.exec(await board(page))?.[1];
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

/** Counts the questions of a kind; to be called before the page is opened. */
export function asked(page: Page, ask: string): { count: number } {
  const seen = { count: 0 };
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if ((JSON.parse(String(payload)) as { ask: string }).ask === ask) seen.count++;
    }),
  );
  return seen;
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
  const box = await atRest(canvas);
  const [left, top, rim] = [Math.min(30, box.width / columns), Math.min(30, box.height / rows), 12];
  const [wide, high] = [(box.width - left - rim) / columns, (box.height - top - rim) / rows];
  await canvas.click({ position: { x: left + (column + 0.5) * wide, y: top + (row + 0.5) * high } });
}

/** Where something stands once it does not move or grow any more: the page that has just come may still be making room. */
async function atRest(part: Locator): Promise<{ width: number; height: number }> {
  let last = 'null';
  await until(async () => {
    const before = last;
    last = JSON.stringify(await part.boundingBox());
    return last !== 'null' && last === before;
  }, 'it stands still');
  return JSON.parse(last) as { width: number; height: number };
}

/** Waits until a part of the page is in sight, whole. */
export async function untilInSight(page: Page, part: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const whole = async () => {
    const box = await page.locator(part).first().boundingBox();
    if (!box) return false;
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    return box.x >= 0 && box.y >= 0 && right <= width + 1 && bottom <= height + 1;
  };
  await until(whole, `${part} is whole in sight at ${width}x${height}`);
}

/** Waits until something holds. */
export async function until(what: () => Promise<boolean>, say = String(what)): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`it never came true within ${PATIENCE_MS} ms: ${say}`);
    await new Promise((done) => setTimeout(done, 40));
  }
}
