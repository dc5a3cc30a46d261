import { beforeEach, describe, expect, it } from 'vitest';
import { Client } from '../../src/lib/engine/client';
import { isUnbegun, Pausing } from '../../src/lib/game/pausing';
import { Table } from '../../src/lib/game/table.svelte';
import type { Controls, State } from '../../src/lib/protocol';
import { FakeFrames, FakeTransport, state } from './fake';

const falling = { tempo: 'falling' } as Controls;
const settled = () => new Promise((done) => setTimeout(done));

let transport: FakeTransport;
let pausing: Pausing;

/** What the table was told to do, in order: stand still or go on. */
const told = () => transport.sent.flatMap((m) => (m.ask === 'set' ? [m.settings.paused] : []));

function answer(number: number, version: number, paused: boolean): void {
  const asked = transport.sent.filter((m) => m.ask === 'set')[number];
  transport.answer({ answer: 'state', state: state(version, 0, { paused }) } as never, true, asked?.id);
}

beforeEach(async () => {
  transport = new FakeTransport();
  const client = new Client(transport);
  client.start();
  const table = new Table(
    client,
    's',
    { tokens: ['secret', null], owner: null },
    { history: true },
    new FakeFrames(),
  );
  pausing = new Pausing(table, () => falling);
  void table.open();
  transport.answer({ answer: 'state', state: state(1, 0) } as never);
  await settled();
});

describe('a game that waits for its first key', () => {
  const live = (played_ms: number) => ({ played_ms }) as NonNullable<State['live']>;

  it('is one that was set up standing still, not one that was halted in its first piece', () => {
    expect(isUnbegun(state(1, 0, { paused: true, live: live(0) }), falling)).toBe(true);
    expect(isUnbegun(state(1, 0, { paused: true, live: live(700) }), falling)).toBe(false);
    expect(isUnbegun(state(2, 1, { paused: true }), falling)).toBe(false);
    expect(isUnbegun(state(1, 0, { paused: true }), { tempo: 'turns' } as Controls)).toBe(false);
  });
});

describe('a distraction', () => {
  it('halts the game and lets it go on afterwards', async () => {
    void pausing.forDistraction();
    answer(0, 2, true);
    await settled();
    void pausing.resume();
    await settled();
    expect(told()).toEqual([true, false]);
  });

  it('that follows another at once halts the game as well', async () => {
    void pausing.forDistraction();
    answer(0, 2, true);
    await settled();
    void pausing.resume();
    await settled();
    void pausing.forDistraction();
    await settled();
    answer(1, 3, false);
    await settled();
    expect(told()).toEqual([true, false, true]);
  });

  it('that is over before the game went on halts nothing', async () => {
    void pausing.forDistraction();
    answer(0, 2, true);
    await settled();
    void pausing.resume();
    await settled();
    void pausing.forDistraction();
    void pausing.resume();
    answer(1, 3, false);
    await settled();
    expect(told()).toEqual([true, false]);
  });

  it('may be over before the service has answered', async () => {
    void pausing.forDistraction();
    transport.onmessage({ event: 'state', session: 's', state: state(2, 0, { paused: true }) });
    void pausing.resume();
    await settled();
    answer(0, 2, true);
    await settled();
    expect(told()).toEqual([true, false]);
  });

  it('that comes again at once keeps the game halted', async () => {
    void pausing.forDistraction();
    void pausing.resume();
    void pausing.forDistraction();
    answer(0, 2, true);
    answer(1, 2, true);
    await settled();
    expect(told()).not.toContain(false);
  });

  it('leaves a game alone that stands still anyway, or that somebody has gone away from', async () => {
    void pausing.forDistraction();
    answer(0, 2, true);
    await settled();
    pausing.keepHalted();
    void pausing.resume();
    void pausing.forDistraction();
    void pausing.resume();
    await settled();
    expect(told()).toEqual([true]);
  });
});
