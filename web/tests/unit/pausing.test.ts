import { beforeEach, describe, expect, it } from 'vitest';
import { Client } from '../../src/lib/engine/client';
import { Pausing } from '../../src/lib/game/pausing';
import { Table } from '../../src/lib/game/table.svelte';
import type { Controls } from '../../src/lib/protocol';
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

describe('a distraction', () => {
  it('halts the game and lets it go on afterwards', async () => {
    void pausing.forDistraction();
    answer(0, 2, true);
    await settled();
    void pausing.resume();
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
