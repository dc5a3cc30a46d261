import { beforeEach, describe, expect, it } from 'vitest';
import { Client } from '../../src/lib/engine/client';
import type { Explanation } from '../../src/lib/protocol';
import { Table } from '../../src/lib/game/table.svelte';
import { Reasons } from '../../src/lib/reasons/reasons.svelte';
import { FakeTransport, state } from './fake';

const because = (words: string, phrases = {}) =>
  ({ words, phrases, decision: { agent: 'minimax' } }) as Explanation;

let transport: FakeTransport;
let reasons: Reasons;
const settled = () => new Promise((done) => setTimeout(done));
const plies = (version: number, made: number) =>
  transport.onmessage({ event: 'state', session: 's', state: state(version, made) });

beforeEach(async () => {
  transport = new FakeTransport();
  const client = new Client(transport);
  client.start();
  const table = new Table(client, 's', { tokens: ['secret', null], owner: null });
  void table.open();
  transport.answer({ answer: 'state', state: state(1, 4) } as never);
  await settled();
  reasons = new Reasons(client, table);
});

describe('the reasons beside the board', () => {
  it('take up what came with a move', () => {
    reasons.take(3, because('I play b2.'));
    expect(reasons.subject).toMatchObject({ ply: 3, kind: 'made' });
  });

  it('leave a person the answer when reasons of an earlier move come late', () => {
    expect(reasons.outranks(3)).toBe(false);
    void reasons.ask(4, 'advice');
    expect(reasons.outranks(3)).toBe(true);
    plies(2, 5);
    expect(reasons.outranks(4)).toBe(false);
  });

  it('hold on to the move a person asked about', async () => {
    reasons.take(2, because('I play a1.'));
    const asked = reasons.subject;
    reasons.take(3, because('I play b2.'));
    const answer = reasons.whyNot('c3', asked);
    expect(reasons.subject?.ply).toBe(2);
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'why_not', ply: 2, instead: 'c3' });
    expect(reasons.outranks(3)).toBe(true);
    transport.answer({ answer: 'why_not', contrast: { words: 'It loses.' } } as never);
    await answer;
    expect(reasons.contrast).toMatchObject({ words: 'It loses.' });
  });

  it('show no line of another move', async () => {
    reasons.take(2, because('I play a1.'));
    const shown = reasons.show(['a1'], 'What is expected after a1');
    transport.answer({ answer: 'preview', picture: state(1, 0).picture } as never);
    await shown;
    expect(reasons.preview?.caption).toContain('a1');
    reasons.take(3, because('I play b2.'));
    expect(reasons.preview).toBeNull();
  });

  it('remember the words for moves that were spoken of', () => {
    reasons.take(2, because('I play a1.', { a1: 'the corner a1' }));
    reasons.take(3, because('I play b2.', { b2: 'the centre' }));
    expect(['a1', 'b2', 'c3'].map((action) => reasons.say(action))).toEqual([
      'the corner a1',
      'the centre',
      'c3',
    ]);
  });

  it('start afresh when a move was taken back', () => {
    void reasons.ask(4, 'advice');
    reasons.clear();
    expect(reasons.outranks(3)).toBe(false);
    expect(reasons.subject).toBeNull();
  });
});
