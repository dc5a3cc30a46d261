import { ServiceError, type Client, type Stream } from '../engine/client';
import { joinRanks, ghosts, type Mark } from './marks';
import type { Candidate, Contrast, Explanation, Picture, Reviewed } from '../protocol';
import { gradeMoves } from './grades';
import { deadEnds } from './story';
import type { Table } from '../game/table.svelte';

/** What the reasons are about. */
export interface Subject {
  /** Moves before the one in question. */
  ply: number;
  explanation: Explanation;
  /** A move that was made, or advice for the one to come. */
  kind: 'made' | 'advice';
}

/** Actions to draw, and how. */
type Wanted = { actions: string[] } & Omit<Mark, 'column' | 'row'>;

const ANALYSE_SECONDS = 3;
const RANKS_SHOWN = 3;
/** The service draws no longer lines. */
const LONGEST_LINE = 200;

/** The reasons beside one board: what was asked, what was answered, what is being pointed at. */
export class Reasons {
  subject = $state.raw<Subject | null>(null);
  contrast = $state.raw<Contrast | null>(null);
  /** Every move's value, asked for apart from the reasons. */
  valued = $state.raw<Subject | null>(null);
  busy = $state(false);
  trouble = $state('');
  /** The board as it would be; shown in place of the real one. */
  preview = $state.raw<{ picture: Picture; caption: string } | null>(null);
  /** Drawn over the real board. */
  marks = $state.raw<Mark[]>([]);
  reviewed = $state.raw<Reviewed[]>([]);
  reviewTotal = $state(0);
  reviewing = $state(false);

  #work: Stream | null = null;
  #review: Stream | null = null;
  #asked = 0;
  /** Moves made when a person asked last. */
  #questioned = 0;
  #previews = 0;
  #marking = 0;
  /** Words for actions that were spoken of so far. */
  #phrases: Record<string, string> = {};
  #footprints = new Map<string, Promise<Picture | null>>();

  constructor(
    private readonly client: Client,
    private readonly table: Table,
  ) {}

  /** Whether a person has asked something since the move after `ply` moves: its reasons then come too late. */
  outranks(ply: number): boolean {
    return ply < this.#questioned;
  }

  /** Takes up the reasons that came with a move. */
  take(ply: number, explanation: Explanation): void {
    this.#asked++;
    this.#work?.cancel();
    this.busy = false;
    this.#turnTo({ ply, explanation, kind: 'made' });
  }

  /** Asks about the move after `ply` moves. `agent` answers; the seat's own if missing. */
  async ask(ply: number, kind: Subject['kind'], agent?: string): Promise<void> {
    const mine = ++this.#asked;
    if (kind === 'advice') this.#question();
    this.#work?.cancel();
    this.busy = true;
    this.trouble = '';
    const ask = {
      ask: 'analyse',
      session: this.table.session,
      ply,
      agent,
      seconds: ANALYSE_SECONDS,
    } as const;
    const work = this.client.stream('analysis', ask, (answer) => {
      if (mine === this.#asked) this.#turnTo({ ply: answer.ply, explanation: answer.explanation, kind });
    });
    this.#work = work;
    await work.done.catch((error: unknown) => mine === this.#asked && this.#say(error));
    if (mine === this.#asked) this.busy = false;
  }

  /** Asks what every move after `ply` moves is worth. The reasons in the panel stay. */
  async value(ply: number): Promise<void> {
    const ask = { ask: 'analyse', session: this.table.session, ply, seconds: ANALYSE_SECONDS } as const;
    const work = this.client.stream('analysis', ask, ({ explanation }) => {
      this.valued = { ply, explanation, kind: 'advice' };
    });
    await work.done.catch((error: unknown) => this.#say(error));
  }

  /** Asks why the agent would rather not play `action` where `subject` stands. */
  async whyNot(action: string, subject = this.subject): Promise<void> {
    if (subject) this.#turnTo(subject);
    this.#question();
    const ply = subject?.ply ?? this.table.shown?.ply;
    const agent = subject?.explanation.decision.agent;
    const mine = ++this.#asked;
    this.busy = true;
    this.trouble = '';
    const ask = { ask: 'why_not', session: this.table.session, ply, agent, instead: action } as const;
    try {
      const answer = await this.client.ask('why_not', ask);
      if (mine === this.#asked) this.contrast = answer.contrast;
    } catch (error) {
      if (mine === this.#asked) this.#say(error);
    }
    if (mine === this.#asked) this.busy = false;
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
    this.#asked++;
    this.#work?.cancel();
    this.busy = false;
    this.#questioned = 0;
    this.#phrases = {};
    this.subject = null;
    this.contrast = null;
    this.valued = null;
    this.#footprints.clear();
    this.clearMarks();
    this.hide();
  }

  /** Shows a line on the board until [`hide`]. */
  async show(actions: string[], caption: string, ply = this.subject?.ply): Promise<void> {
    const mine = ++this.#previews;
    const picture = await this.#footprint(ply, actions);
    if (mine === this.#previews) this.preview = picture && { picture, caption };
  }

  hide(): void {
    this.#previews++;
    this.preview = null;
  }

  /** The best moves, numbered on the board. */
  async markRanks(): Promise<void> {
    const best = this.subject?.explanation.decision.candidates.slice(0, RANKS_SHOWN) ?? [];
    await this.#mark(best.map((c, i) => ({ actions: [c.action], kind: 'rank', text: String(i + 1) })));
  }

  /** Every move's value on the board. */
  async markValues(): Promise<void> {
    const graded = this.valued ? gradeMoves(this.valued.explanation.decision) : [];
    const tones = { win: 'good', draw: 'even', loss: 'bad' } as const;
    await this.#mark(
      graded.map(({ candidate, label, grade }) => ({
        actions: [candidate.action],
        kind: 'badge',
        text: label,
        tone: candidate.proven ? tones[candidate.proven] : grade === 'bad' ? 'bad' : 'even',
      })),
      this.valued,
    );
  }

  /** The way a planner chose and the ways it gave up. */
  async markPlan(): Promise<void> {
    const decision = this.subject?.explanation.decision;
    if (!decision) return;
    const dead = deadEnds(decision.story).slice(-4);
    const line = decision.candidates[decision.chosen]?.line ?? [];
    await this.#mark([
      ...dead.map((actions) => ({ actions, kind: 'dead' as const, text: '' })),
      { actions: line, kind: 'plan', text: '' },
    ]);
  }

  clearMarks(): void {
    this.#marking++;
    this.marks = [];
  }

  /** Goes through the whole game. */
  async review(agent?: string): Promise<void> {
    this.#review?.cancel();
    this.reviewed = [];
    this.reviewing = true;
    const ask = { ask: 'review', session: this.table.session, agent } as const;
    const work = this.client.stream('review', ask, (answer) => {
      this.reviewed = [...this.reviewed, ...answer.moves];
      this.reviewTotal = answer.total;
    });
    this.#review = work;
    await work.done.catch((error: unknown) => this.#say(error));
    if (this.#review === work) this.reviewing = false;
  }

  stopReview(): void {
    this.#review?.cancel();
  }

  #question(): void {
    this.#questioned = this.table.now?.plies ?? 0;
  }

  #turnTo(subject: Subject): void {
    if (this.subject?.ply !== subject.ply) {
      this.contrast = null;
      this.#footprints.clear();
      this.hide();
    }
    this.subject = subject;
    Object.assign(this.#phrases, subject.explanation.phrases);
  }

  /** Draws what is wanted, unless something newer is wanted meanwhile. */
  async #mark(wanted: Wanted[], about: Subject | null = this.subject): Promise<void> {
    const mine = ++this.#marking;
    const marks: Mark[] = [];
    for (const { actions, ...ui } of wanted) {
      const picture = await this.#footprint(about?.ply, actions);
      if (mine !== this.#marking) return;
      ghosts(picture ?? EMPTY).forEach(({ column, row }) => marks.push({ column, row, ...ui }));
    }
    this.marks = joinRanks(marks);
  }

  /** The picture of a line; asked once while the subject stays. */
  #footprint(ply: number | undefined, actions: string[]): Promise<Picture | null> {
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

const EMPTY: Picture = { width: 0, height: 0, cells: [], column_labels: [], row_labels: [], notes: [] };
