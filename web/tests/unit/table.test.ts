import { beforeEach, describe, expect, it } from 'vitest';
import { Client } from '../../src/lib/engine/client';
import type { State } from '../../src/lib/protocol';
import { Table } from '../../src/lib/game/table.svelte';
import { FakeTransport, move, state } from './fake';

let transport: FakeTransport;
let table: Table;
const settled = () => new Promise((done) => setTimeout(done));
const event = (now: State) => transport.onmessage({ event: 'state', session: 's', state: now });

beforeEach(async () => {
  transport = new FakeTransport();
  const client = new Client(transport);
  client.start();
  table = new Table(client, 's', { tokens: ['secret', null], owner: null });
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

/** A table that has just asked to join with these rights. */
async function opened(tokens: (string | null)[], owner: string | null = null): Promise<Table> {
  transport = new FakeTransport();
  const client = new Client(transport);
  client.start();
  const own = new Table(client, 's', { tokens, owner });
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
