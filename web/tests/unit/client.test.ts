import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Client, ServiceError } from '../../src/lib/engine/client';
import { FakeTransport } from './fake';

let transport: FakeTransport;
let client: Client;

beforeEach(() => {
  transport = new FakeTransport();
  client = new Client(transport);
  client.start();
});

describe('asking', () => {
  it('gives each answer to its own question', async () => {
    const first = client.ask('pointed', { ask: 'point', session: 's', column: 0, row: 0 });
    const second = client.ask('done', { ask: 'leave', session: 's' });
    transport.answer({ answer: 'done' }, true, 2);
    transport.answer({ answer: 'pointed', action: 'a1', phrase: null } as never, true, 1);
    expect((await first).action).toBe('a1');
    expect((await second).answer).toBe('done');
  });

  it('turns errors into refusals that keep kind and words', async () => {
    const asked = client.ask('done', { ask: 'leave', session: 's' });
    transport.answer({ answer: 'error', kind: 'missing', message: 'no table `s`' } as never);
    await expect(asked).rejects.toMatchObject({ kind: 'missing', message: 'no table `s`' });
  });

  it('refuses at once while the service is away, and everything open when it goes', async () => {
    const open = client.ask('done', { ask: 'leave', session: 's' });
    transport.close();
    await expect(open).rejects.toBeInstanceOf(ServiceError);
    await expect(client.ask('done', { ask: 'leave', session: 's' })).rejects.toMatchObject({ kind: 'lost' });
  });
});

describe('streams', () => {
  const analyse = { ask: 'analyse', session: 's' } as const;

  it('hears all answers until the last', async () => {
    const heard: number[] = [];
    const work = client.stream('analysis', analyse, (answer) => heard.push(answer.ply));
    transport.answer({ answer: 'analysis', ply: 1, explanation: {} } as never, false);
    transport.answer({ answer: 'analysis', ply: 2, explanation: {} } as never, true);
    await work.done;
    expect(heard).toEqual([1, 2]);
  });

  it('cancels by the number of the request, and not after the end', async () => {
    const work = client.stream('analysis', analyse, () => undefined);
    work.cancel();
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'cancel', request: 1 });
    transport.answer({ answer: 'analysis', ply: 1, explanation: {} } as never, true, 1);
    await work.done;
    work.cancel();
    expect(transport.sent).toHaveLength(2);
  });
});

describe('events', () => {
  it('reach those who listen to that table, until they stop', () => {
    const hear = vi.fn();
    const stop = client.listen('s', hear);
    const event = { event: 'closed', session: 's', reason: 'idle' } as const;
    transport.onmessage(event);
    transport.onmessage({ ...event, session: 'other' });
    stop();
    transport.onmessage(event);
    expect(hear).toHaveBeenCalledExactlyOnceWith(event);
    expect(client.hears('s')).toBe(false);
  });
});
