import { ServiceError, type Client, type Stream } from '../engine/client';
import type { Table } from '../game/table.svelte';
import type { Candidate, Contrast, Draw, Explanation, Picture, Term, Threat } from '../protocol';
import { gradeMoves } from './grades';
import { ghosts, joinRanks, threatMarks, type Mark } from './marks';
import { deadEnds } from './story';

/** What the reasons are about. */
export interface Subject {
  /** Moves before the one in question. */
  ply: number;
  explanation: Explanation;
  /** The agent's own reasons for its move, an agent's view of a person's move, or advice for the move to come. */
  kind: 'made' | 'judged' | 'advice';
}

/** Actions to draw, and how. */
type Wanted = { actions: string[] } & Omit<Mark, 'column' | 'row'>;

const ANALYSE_SECONDS = 3;
const RANKS_SHOWN = 3;
/** The service draws no longer lines. */
const LONGEST_LINE = 200;

/**
 * The reasons beside one board: what was asked, what was answered, what is being pointed at.
 *
 * There is one cursor, the position that the table shows. What was found out about each move is kept, and only what
 * belongs to the cursor is given out: the reasons of the move that led there, or advice for the next one. Where a
 * review asks about the next move, nothing is said of the one before unless one looks back at it.
 */
export class Reasons {
  busy = $state(false);
  trouble = $state('');
  /** The board as it would be; shown in place of the real one. */
  preview = $state.raw<{ picture: Picture; caption: string } | null>(null);
  /** Drawn over the real board. */
  marks = $state.raw<Mark[]>([]);
  /** The cells that a term counts, while it is pointed at. */
  evidence = $state.raw<Mark[]>([]);

  #explained = $state.raw<ReadonlyMap<number, Subject>>(new Map());
  #advice = $state.raw<Subject | null>(null);
  #contrast = $state.raw<{ ply: number; contrast: Contrast } | null>(null);
  #valued = $state.raw<Subject | null>(null);
  #threats = $state.raw<{ ply: number; threats: Threat[] } | null>(null);
  #draws = $state.raw<{ ply: number; complete: boolean; draws: Draw[] } | null>(null);
  #work: Stream | null = null;
  #ahead: Stream | null = null;
  #asked = 0;
  #previews = 0;
  #marking = 0;
  /** Words for actions that were spoken of so far. */
  #phrases: Record<string, string> = {};
  /** Moves whose referee was asked. */
  #judged = new Set<number>();
  #footprints = new Map<string, Promise<Picture | null>>();
  /** The place where one looks back, although its next move is in question. */
  #lookedBack = $state<number | null>(null);

  /** `isQuestion` says whether a review asks about the move after so many moves of the past. */
  constructor(
    private readonly client: Client,
    private readonly table: Table,
    private readonly isQuestion: (ply: number) => boolean = () => false,
  ) {}

  /** What is known about the place that is looked at: advice where it was asked for, else why its last move was made. */
  get subject(): Subject | null {
    const at = this.table.shown?.ply ?? 0;
    if (this.#advice?.ply === at) return this.#advice;
    return this.inQuestion ? null : (this.#explained.get(at - 1) ?? null);
  }

  /** Whether the next move of the past is in question, rather than the one that led to the place that is looked at. */
  get inQuestion(): boolean {
    const at = this.table.past?.ply;
    return at !== undefined && at !== this.#lookedBack && this.isQuestion(at);
  }

  /** Turns from the move in question to the one before, until another place is looked at. */
  lookBack(): void {
    this.#lookedBack = this.table.past?.ply ?? null;
  }

  /** Back to what belongs to each place. */
  lookOn(): void {
    this.#lookedBack = null;
  }

  /** Why not another move, if that was asked at this place. */
  get contrast(): Contrast | null {
    return this.#contrast && this.#contrast.ply === this.subject?.ply ? this.#contrast.contrast : null;
  }

  /** What every move from here on is worth, if that was asked. */
  get valued(): Subject | null {
    return this.#valued?.ply === this.table.shown?.ply ? this.#valued : null;
  }

  /** What the players threaten at this place, if that was asked. */
  get threats(): Threat[] | null {
    return this.#threats && this.#threats.ply === this.table.shown?.ply ? this.#threats.threats : null;
  }

  /** What chance could have drawn before this place, if that was asked. */
  get draws(): { complete: boolean; draws: Draw[] } | null {
    return this.#draws?.ply === this.table.shown?.ply ? this.#draws : null;
  }

  /** Whether the reasons of the move after `ply` moves are known. */
  knows(ply: number): boolean {
    return this.#explained.has(ply);
  }

  /** Keeps the reasons that came with a move. */
  keep(ply: number, explanation: Explanation, kind: Subject['kind'] = 'made'): void {
    this.#explained = new Map(this.#explained).set(ply, { ply, explanation, kind });
    Object.assign(this.#phrases, explanation.phrases);
  }

  /** Forgets what was said about moves that were taken back. */
  forgetFrom(ply: number): void {
    this.stop();
    this.#explained = new Map([...this.#explained].filter(([made]) => made < ply));
    this.#advice = null;
    this.#contrast = null;
    this.#valued = null;
    this.#threats = null;
    this.#draws = null;
    this.#footprints.clear();
    this.#judged = new Set([...this.#judged].filter((made) => made < ply));
  }

  /** Asks for the reasons of a move that was made; of a person's move, how it compares. */
  async explain(ply: number, played: string | null): Promise<void> {
    await this.#analyse(ply, undefined, (explanation) =>
      this.keep(ply, explanation, played ? 'judged' : 'made'),
    );
    const subject = this.subject;
    const best = subject?.explanation.decision;
    const differs = played && best && best.candidates[best.chosen]?.action !== played;
    if (differs && subject.ply === ply && !this.contrast) await this.whyNot(played, subject);
  }

  /** Asks what an agent would do at the place that is looked at; the seat's own agent if none is named. */
  async advise(agent?: string): Promise<void> {
    const ply = this.table.shown?.ply ?? 0;
    await this.#analyse(ply, agent, (explanation) => {
      this.#advice = { ply, explanation, kind: 'advice' };
      Object.assign(this.#phrases, explanation.phrases);
    });
  }

  /** Back from advice to why the last move was made. */
  dropAdvice(): void {
    this.#advice = null;
    this.hide();
  }

  async #analyse(ply: number, agent: string | undefined, take: (found: Explanation) => void): Promise<void> {
    this.stop();
    const mine = ++this.#asked;
    this.busy = true;
    this.trouble = '';
    const ask = {
      ask: 'analyse',
      session: this.table.session,
      ply,
      agent,
      seconds: ANALYSE_SECONDS,
    } as const;
    const work = this.client.stream('analysis', ask, ({ explanation }) => take(explanation));
    this.#work = work;
    await work.done.catch((error: unknown) => mine === this.#asked && this.#say(error));
    if (mine === this.#asked) this.busy = false;
  }

  /** Looks into a move that may be looked at next, while nothing else is asked. */
  prepare(ply: number, played: string | null): void {
    if (this.knows(ply) || this.busy) return;
    const ask = { ask: 'analyse', session: this.table.session, ply, seconds: ANALYSE_SECONDS } as const;
    const work = this.client.stream('analysis', ask, ({ explanation }) => {
      if (this.#ahead === work) this.keep(ply, explanation, played ? 'judged' : 'made');
    });
    this.#ahead = work;
    work.done.catch(() => undefined);
  }

  /** Asks a referee about a move that an agent made, once; the reasons stay, its verdict comes to them. */
  async judge(ply: number): Promise<void> {
    const subject = this.#explained.get(ply);
    if (subject?.kind !== 'made' || subject.explanation.verdict || this.#judged.has(ply)) return;
    this.#judged.add(ply);
    const ask = { ask: 'analyse', session: this.table.session, ply } as const;
    const work = this.client.stream('analysis', ask, ({ explanation }) => {
      const now = this.#explained.get(ply);
      if (explanation.verdict && now === subject) this.keep(ply, explanation);
    });
    await work.done.catch(() => undefined);
  }

  /** Ends what is being thought about. */
  stop(): void {
    this.#asked++;
    this.#work?.cancel();
    this.#ahead?.cancel();
    this.#work = this.#ahead = null;
    this.busy = false;
    this.trouble = '';
  }

  /** Asks what every move from here on is worth. The reasons in the panel stay. */
  async value(ply: number): Promise<void> {
    const ask = { ask: 'analyse', session: this.table.session, ply, seconds: ANALYSE_SECONDS } as const;
    const work = this.client.stream('analysis', ask, ({ explanation }) => {
      this.#valued = { ply, explanation, kind: 'advice' };
    });
    await work.done.catch((error: unknown) => this.#say(error));
  }

  /** Asks what the players threaten after `ply` moves. */
  async askThreats(ply: number): Promise<void> {
    const ask = { ask: 'threats', session: this.table.session, ply } as const;
    try {
      const { threats } = await this.client.ask('threats', ask);
      this.#threats = { ply, threats };
    } catch (error) {
      this.#say(error);
    }
  }

  /** Asks what chance could have drawn before the move after `ply` moves. */
  async askDraws(ply: number): Promise<void> {
    if (this.#draws?.ply === ply) return;
    const ask = { ask: 'draws', session: this.table.session, ply } as const;
    try {
      const { complete, draws } = await this.client.ask('draws', ask);
      this.#draws = { ply, complete, draws };
    } catch (error) {
      this.#say(error);
    }
  }

  /** Asks why the agent would rather not play `action` where `subject` stands. */
  async whyNot(action: string, subject = this.subject): Promise<void> {
    const ply = subject?.ply ?? this.table.shown?.ply ?? 0;
    const agent = subject?.explanation.decision.agent;
    const mine = ++this.#asked;
    this.busy = true;
    this.trouble = '';
    const ask = { ask: 'why_not', session: this.table.session, ply, agent, instead: action } as const;
    try {
      const answer = await this.client.ask('why_not', ask);
      if (mine === this.#asked) this.#contrast = { ply, contrast: answer.contrast };
    } catch (error) {
      if (mine === this.#asked) this.#say(error);
    }
    if (mine === this.#asked) this.busy = false;
  }

  closeContrast(): void {
    this.#contrast = null;
  }

  /** What the search expects after some moves; nothing where it looks no further. */
  async unfold(path: string[]): Promise<Candidate[]> {
    const { ply, explanation } = this.subject ?? {};
    const agent = explanation?.decision.agent;
    const ask = { ask: 'unfold', session: this.table.session, ply, agent, path } as const;
    try {
      const { unfolded } = await this.client.ask('unfolded', ask);
      Object.assign(this.#phrases, unfolded.phrases);
      return unfolded.candidates;
    } catch (error) {
      this.#say(error);
      return [];
    }
  }

  /** An action in words, where they are known. */
  say(action: string): string {
    return this.subject?.explanation.phrases[action] ?? this.#phrases[action] ?? action;
  }

  /** Forgets all. */
  clear(): void {
    this.forgetFrom(0);
    this.#phrases = {};
    this.clearMarks();
    this.hide();
  }

  /** Shows a line on the board until [`hide`]. */
  async show(actions: string[], caption: string, ply = this.subject?.ply): Promise<void> {
    const mine = ++this.#previews;
    const picture = await this.footprint(ply, actions);
    if (mine === this.#previews) this.preview = picture && { picture, caption };
  }

  /** Shows a board in place of the real one until [`hide`]. */
  showPicture(picture: Picture, caption: string): void {
    this.#previews++;
    this.preview = { picture, caption };
  }

  /** Shows the cells that a term counts, on the board at the end of the line in which it was found. */
  async showEvidence(term: Term, line: string[]): Promise<void> {
    if (!term.cells?.length) return;
    const cells = term.cells.map(([column, row]): Mark => ({ column, row, kind: 'evidence', text: '' }));
    const tone = term.contribution < 0 ? 'bad' : 'good';
    this.evidence = cells.map((mark) => ({ ...mark, tone }));
    await this.show(line, `${term.meaning}: ${term.amount}`);
  }

  hide(): void {
    this.#previews++;
    this.preview = null;
    this.evidence = [];
  }

  /** The best moves, numbered on the board. */
  async markRanks(): Promise<void> {
    const best = this.subject?.explanation.decision.candidates.slice(0, RANKS_SHOWN) ?? [];
    await this.mark(best.map((c, i) => ({ actions: [c.action], kind: 'rank', text: String(i + 1) })));
  }

  /** Every move's value on the board. */
  async markValues(): Promise<void> {
    const graded = this.valued
      ? gradeMoves(this.valued.explanation.decision, this.valued.explanation.chances)
      : [];
    const tones = { win: 'good', draw: 'even', loss: 'bad' } as const;
    await this.mark(
      graded.map(({ candidate, label, grade }) => ({
        actions: [candidate.action],
        kind: 'badge',
        text: label,
        tone: candidate.proven ? tones[candidate.proven] : grade === 'bad' ? 'bad' : 'even',
      })),
      this.valued?.ply,
    );
  }

  /** The way a planner chose and the ways it gave up. */
  async markPlan(): Promise<void> {
    const decision = this.subject?.explanation.decision;
    if (!decision) return;
    const dead = deadEnds(decision.story).slice(-4);
    const line = decision.candidates[decision.chosen]?.line ?? [];
    await this.mark([
      ...dead.map((actions) => ({ actions, kind: 'dead' as const, text: '' })),
      { actions: line, kind: 'plan', text: '' },
    ]);
  }

  /** What the players threaten, drawn over the last move; `own` is the seat of who looks. */
  async markThreats(last: string | null, lastPly: number, own: number): Promise<void> {
    const threats = this.threats ?? [];
    const move = last ? [{ actions: [last], kind: 'last' as const, text: '' }] : [];
    await this.mark(move, lastPly, threatMarks(threats, own));
  }

  clearMarks(): void {
    this.#marking++;
    this.marks = [];
  }

  /** Draws what is wanted after `ply` moves, unless something newer is wanted meanwhile. */
  async mark(wanted: Wanted[], ply = this.subject?.ply, more: Mark[] = []): Promise<void> {
    const mine = ++this.#marking;
    const marks: Mark[] = [...more];
    for (const { actions, ...look } of wanted) {
      const picture = await this.footprint(ply, actions);
      if (mine !== this.#marking) return;
      if (picture) ghosts(picture).forEach(({ column, row }) => marks.push({ column, row, ...look }));
    }
    this.marks = joinRanks(marks);
  }

  /** The picture of a line; asked once. */
  footprint(ply: number | undefined, actions: string[]): Promise<Picture | null> {
    const key = `${ply} ${actions.join(' ')}`;
    const known = this.#footprints.get(key) ?? this.table.preview(ply, actions.slice(0, LONGEST_LINE));
    this.#footprints.set(key, known);
    return known;
  }

  #say(error: unknown): void {
    if (error instanceof ServiceError && error.kind === 'lost') return;
    this.trouble = error instanceof Error ? error.message : String(error);
  }
}
