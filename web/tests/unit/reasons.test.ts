import { beforeEach, describe, expect, it } from 'vitest';
import { Client } from '../../src/lib/engine/client';
import type { Explanation } from '../../src/lib/protocol';
import { Table } from '../../src/lib/game/table.svelte';
import { Reasons } from '../../src/lib/reasons/reasons.svelte';
import { FakeFrames, FakeTransport, state } from './fake';

const because = (words: string, phrases = {}) =>
  ({ words, phrases, decision: { agent: 'minimax' } }) as Explanation;

let transport: FakeTransport;
let client: Client;
let reasons: Reasons;
let table: Table;
const settled = () => new Promise((done) => setTimeout(done));
const plies = (version: number, made: number) =>
  transport.onmessage({ event: 'state', session: 's', state: state(version, made) });

beforeEach(async () => {
  transport = new FakeTransport();
  client = new Client(transport);
  client.start();
  table = new Table(
    client,
    's',
    { tokens: ['secret', null], owner: null },
    { history: true },
    new FakeFrames(),
  );
  void table.open();
  transport.answer({ answer: 'state', state: state(1, 4) } as never);
  await settled();
  reasons = new Reasons(client, table);
});

const goTo = async (ply: number) => {
  const gone = table.goTo(ply);
  transport.answer({ answer: 'state', state: state(1, 4, { ply }) } as never);
  await gone;
};

describe('the reasons beside the board', () => {
  it('are those of the move that led to the place that is looked at', async () => {
    reasons.keep(3, because('I play b2.'));
    reasons.keep(1, because('I play a1.'));
    expect(reasons.subject).toMatchObject({ ply: 3, kind: 'made' });
    await goTo(2);
    expect(reasons.subject).toMatchObject({ ply: 1, explanation: { words: 'I play a1.' } });
    await goTo(1);
    expect(reasons.subject).toBeNull();
  });

  it('say nothing of the move before where the next one is in question, unless one looks back', async () => {
    const review = new Reasons(client, table, (ply) => ply === 2);
    review.keep(1, because('I play a1.'));
    review.keep(2, because('I play b1.'));
    await goTo(2);
    expect([review.inQuestion, review.subject]).toEqual([true, null]);
    review.lookBack();
    expect([review.inQuestion, review.subject?.ply]).toEqual([false, 1]);
    review.lookOn();
    expect(review.subject).toBeNull();
    await goTo(3);
    expect([review.inQuestion, review.subject?.ply]).toEqual([false, 2]);
    await table.goTo(null);
    expect(review.inQuestion).toBe(false);
  });

  it('move on with the game', () => {
    reasons.keep(3, because('I play b2.'));
    plies(2, 5);
    expect(reasons.subject).toBeNull();
    reasons.keep(4, because('I play c3.'));
    expect(reasons.subject?.ply).toBe(4);
  });

  it('are advice where that was asked for, and only there', async () => {
    reasons.keep(3, because('I play b2.'));
    const advised = reasons.advise();
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'analyse', ply: 4 });
    transport.answer({ answer: 'analysis', ply: 4, explanation: because('I play c3.') } as never);
    await advised;
    expect(reasons.subject).toMatchObject({ ply: 4, kind: 'advice' });
    await goTo(2);
    expect(reasons.subject).toBeNull();
    await table.goTo(null);
    reasons.dropAdvice();
    expect(reasons.subject).toMatchObject({ ply: 3, kind: 'made' });
  });

  it('answer a question about the move it was asked about, and nowhere else', async () => {
    reasons.keep(3, because('I play b2.'));
    const answer = reasons.whyNot('c3');
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'why_not', ply: 3, instead: 'c3' });
    transport.answer({ answer: 'why_not', contrast: { words: 'It loses.' } } as never);
    await answer;
    expect(reasons.contrast).toMatchObject({ words: 'It loses.' });
    reasons.keep(1, because('I play a1.'));
    await goTo(2);
    expect(reasons.contrast).toBeNull();
  });

  it('compare a person’s move with what an agent would have played', async () => {
    const explained = reasons.explain(3, 'a1');
    const decision = { agent: 'minimax', chosen: 0, candidates: [{ action: 'b2' }] };
    const explanation = { words: 'I play b2.', phrases: {}, decision };
    transport.answer({ answer: 'analysis', ply: 3, explanation } as never);
    await settled();
    expect(reasons.subject?.kind).toBe('judged');
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'why_not', ply: 3, instead: 'a1' });
    transport.answer({ answer: 'why_not', contrast: { words: 'It loses.' } } as never);
    await explained;
    expect(reasons.contrast).toMatchObject({ words: 'It loses.' });
  });

  it('remember the words for moves that were spoken of', () => {
    reasons.keep(2, because('I play a1.', { a1: 'the corner a1' }));
    reasons.keep(3, because('I play b2.', { b2: 'the centre' }));
    expect(['a1', 'b2', 'c3'].map((action) => reasons.say(action))).toEqual([
      'the corner a1',
      'the centre',
      'c3',
    ]);
  });

  it('forget moves that were taken back', () => {
    reasons.keep(3, because('I play b2.'));
    reasons.keep(1, because('I play a1.'));
    reasons.forgetFrom(3);
    expect([1, 3].map((ply) => reasons.knows(ply))).toEqual([true, false]);
  });

  it('show the cells that a term counts, on the board where it counts them', async () => {
    reasons.keep(3, because('I play b2.'));
    const term = { meaning: 'holes', amount: 2, contribution: -8, cells: [[1, 2]] } as never;
    const shown = reasons.showEvidence(term, ['b2', 'c3']);
    expect(transport.sent.at(-1)).toMatchObject({ ask: 'preview', ply: 3, actions: ['b2', 'c3'] });
    expect(reasons.evidence).toMatchObject([{ column: 1, row: 2, kind: 'evidence', tone: 'bad' }]);
    transport.answer({ answer: 'preview', picture: state(1, 0).picture } as never);
    await shown;
    expect(reasons.preview?.caption).toBe('holes: 2');
    reasons.hide();
    expect(reasons.evidence).toEqual([]);
  });
});
