import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Client } from '../../src/lib/engine/client';
import type { State } from '../../src/lib/protocol';
import { Table } from '../../src/lib/game/table.svelte';
import { FakeFrames, FakeTransport, move, state } from './fake';

let transport: FakeTransport;
let table: Table;
let screen: FakeFrames;
const settled = () => new Promise((done) => setTimeout(done));
const tell = (now: State) => transport.onmessage({ event: 'state', session: 's', state: now });
/** News, and the frame that shows it. */
const event = (now: State) => {
  tell(now);
  screen.next();
};

beforeEach(async () => {
  transport = new FakeTransport();
  screen = new FakeFrames();
  const client = new Client(transport);
  client.start();
  table = new Table(client, 's', { tokens: ['secret', null], owner: null }, { history: true }, screen);
  void table.open();
  transport.answer({ answer: 'state', state: state(1, 0) } as never);
  await settled();
});

describe('a table', () => {
  it('joins with its token and knows whose turn it is', () => {
    expect(transport.sent[0]).toMatchObject({ ask: 'join', session: 's', token: 'secret' });
    expect(table.myTurn).toBe(true);
    event(state(2, 1));
    expect(table.myTurn).toBe(false);
  });

  it('drops late news', () => {
    event(state(5, 2));
    event(state(4, 1));
    expect(table.now?.plies).toBe(2);
  });

  it('writes down moves as they come, without asking', () => {
    event(state(2, 1));
    event(state(3, 2));
    expect(table.history.map((m) => m.ply)).toEqual([0, 1]);
    expect(transport.sent.filter((m) => m.ask === 'history')).toHaveLength(0);
    event(state(4, 1));
    expect(table.history).toHaveLength(1);
  });

  it('learns later what an agent expected', () => {
    event(state(2, 1));
    event(state(3, 1, { last: { ...move(0), value: 0.5 } }));
    expect(table.history.map((m) => m.value)).toEqual([0.5]);
  });

  it('asks for the history when it missed something', async () => {
    event(state(9, 3));
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'history' });
    transport.answer({ answer: 'history', moves: [move(0), move(1), move(2)] } as never);
    await settled();
    expect(table.history).toHaveLength(3);
  });

  it('joins again when the service comes back, and takes its word over its own', async () => {
    event(state(7, 3));
    transport.close();
    transport.open();
    await settled();
    const joins = transport.sent.filter((m) => m.ask === 'join');
    expect(joins).toHaveLength(2);
    transport.answer({ answer: 'state', state: state(1, 2) } as never, true, joins[1]?.id);
    await settled();
    expect(table.now?.plies).toBe(2);
  });

  it('says what was refused, but not that a key came out of turn', async () => {
    table.key(0, 'left');
    transport.answer({ answer: 'error', kind: 'conflict', message: 'not your turn' } as never);
    await settled();
    expect(table.trouble).toBe('');
    void table.act('b2');
    transport.answer({ answer: 'error', kind: 'conflict', message: 'b2 is taken' } as never);
    await settled();
    expect(table.trouble).toBe('b2 is taken');
  });

  it('sends no key for a seat that is not held here', () => {
    const before = transport.sent.length;
    table.key(1, 'left');
    expect(transport.sent).toHaveLength(before);
  });

  it('looks at the past and comes back', async () => {
    event(state(4, 3));
    const looked = table.goTo(1);
    transport.answer({ answer: 'state', state: state(4, 3, { ply: 1 }) } as never);
    await looked;
    expect(table.shown?.ply).toBe(1);
    await table.goTo(3);
    expect(table.past).toBeNull();
  });
});

describe('news that comes faster than frames', () => {
  const PLIES = 100;
  let heard: number[];
  beforeEach(() => {
    heard = [];
    table.each(({ plies }) => heard.push(plies));
  });

  it('changes the page once per frame, and no move is lost', () => {
    const changes = [0, 0, 0, 0];
    for (let plies = 1; plies <= PLIES; plies++) {
      const [frame, before] = [Math.floor((plies - 1) / 25), table.now];
      tell(state(plies + 1, plies));
      if (table.now !== before) changes[frame] = (changes[frame] ?? 0) + 1;
      if (plies % 25 === 0) screen.next();
    }
    // What comes first is shown without a wait; from then on only frames change anything.
    expect(changes).toEqual([1, 0, 0, 0]);
    expect(table.now?.plies).toBe(PLIES);
    expect(table.history.map(({ ply }) => ply)).toEqual(Array.from({ length: PLIES }, (_, ply) => ply));
    expect(heard).toEqual(Array.from({ length: PLIES }, (_, ply) => ply + 1));
    expect(transport.sent.filter((m) => m.ask === 'history')).toHaveLength(0);
  });

  it('is shown at once after a frame without any', () => {
    tell(state(2, 1));
    expect(table.now?.plies).toBe(1);
    screen.next();
    expect(screen.wanted).toBe(false);
    tell(state(3, 2));
    expect(table.now?.plies).toBe(2);
  });

  it('stands before the answer to an own key, which does not wait', async () => {
    tell(state(2, 1));
    tell(state(3, 2));
    table.key(0, 'left');
    transport.answer({ answer: 'state', state: state(4, 3) } as never);
    await settled();
    expect(heard).toEqual([1, 2, 3]);
    expect(table.history).toHaveLength(3);
    screen.next();
    expect(table.now?.plies).toBe(3);
  });

  it('gets time of its own where frames come late', () => {
    vi.useFakeTimers();
    for (let plies = 1; plies <= 10; plies++) tell(state(plies + 1, plies));
    screen.next(80);
    expect([table.now?.plies, screen.wanted]).toEqual([1, false]);
    tell(state(12, 11));
    vi.advanceTimersByTime(80);
    screen.next(80);
    expect(table.now?.plies).toBe(11);
    vi.useRealTimers();
  });

  it('does not pile up where no frame comes', () => {
    for (let plies = 1; plies <= 1000; plies++) tell(state(plies + 1, plies));
    expect(heard.length).toBeGreaterThan(700);
  });

  it('is forgotten when the table is left', () => {
    tell(state(2, 1));
    tell(state(3, 2));
    table.leave();
    screen.next();
    expect(heard).toEqual([1]);
  });
});

/** A table that has just asked to join with these rights. */
async function opened(tokens: (string | null)[], owner: string | null = null): Promise<Table> {
  transport = new FakeTransport();
  const client = new Client(transport);
  client.start();
  const own = new Table(client, 's', { tokens, owner }, { history: true }, screen);
  void own.open();
  await settled();
  return own;
}

const agent = { player: 'dt20', human: false, here: false };
const person = (here: boolean) => ({ player: 'human', human: true, here });
const reply = async (now: State) => {
  transport.answer({ answer: 'state', state: now } as never);
  await settled();
};
const refuse = async () => {
  transport.answer({ answer: 'error', kind: 'forbidden', message: 'opens no seat' } as never);
  await settled();
};

describe('rights at a table', () => {
  it('stay with the owner who gives the own seat to an agent, and takes it back', async () => {
    const own = await opened(['seat'], 'owner');
    await reply(state(1, 0, { players: [person(true)] }));
    void own.set({ seats: [{ kind: 'agent', agent: 'dt20' }] });
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'set', token: 'owner' });
    await reply(state(2, 0, { players: [agent], yours: [] }));
    expect(own.tokens).toEqual([null]);
    void own.set({ seats: [{ kind: 'human' }] });
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'set', token: 'owner' });
    await reply(state(3, 0, { players: [person(true)], yours: [0] }));
    expect(own.tokens).toEqual(['owner']);
  });

  it('are not given up by older news that still waits for its frame', async () => {
    const own = await opened(['seat'], 'owner');
    await reply(state(1, 0, { players: [agent], yours: [] }));
    void own.set({ seats: [{ kind: 'human' }] });
    for (const version of [2, 3]) tell(state(version, 0, { players: [agent], yours: [] }));
    await reply(state(4, 0, { players: [person(true)], yours: [0] }));
    expect(own.tokens).toEqual(['owner']);
  });

  it('end with a token that opens nothing any more; one may still watch', async () => {
    const own = await opened(['old', null]);
    await refuse();
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'join', token: null });
    await reply(state(4, 0, { yours: [] }));
    expect(own.now?.version).toBe(4);
    expect(own.anyToken).toBeNull();
    expect(own.trouble).toBe('');
  });

  it('to a seat rest while somebody else sits there', async () => {
    const own = await opened(['one', 'two'], 'owner');
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'join', token: null });
    await reply(state(1, 0, { players: [person(false), person(false)], yours: [] }));
    expect(own.seats).toEqual([0, 1]);

    event(state(2, 0, { players: [person(false), person(true)] }));
    expect(own.seats).toEqual([0]);
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'join', token: 'one' });
    await reply(state(3, 0, { players: [person(true), person(true)], yours: [0] }));
    expect(own.seats).toEqual([0]);
    expect(own.myTurn).toBe(true);
    event(state(4, 1, { players: [person(true), person(true)] }));
    const before = transport.sent.length;
    own.key(1, 'left');
    void own.act('b2');
    expect(transport.sent).toHaveLength(before);

    event(state(5, 1, { players: [person(true), person(false)] }));
    expect(own.seats).toEqual([0, 1]);
  });
});
