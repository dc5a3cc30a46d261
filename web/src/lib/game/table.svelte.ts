import { ServiceError, type Client } from '../engine/client';
import type { Stroke } from '../input/held';
import { frames, type Frames } from '../page/frames';
import type { Early, Event, Happened, LiveView, Picture, Settings, State } from '../protocol';
import { Inbox } from './inbox';

const RETURN_MS = 300;

/** The clock of a falling piece: within one version it tells what is newer. */
function played(live: LiveView | null): number {
  return live?.played_ms ?? 0;
}

/** Whether the token that was shown is no right to what was asked. */
function forbids(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'forbidden';
}

/** A game as this page sees it: what the service said last, and what may be done about it. */
export class Table {
  now = $state.raw<State | null>(null);
  live = $state.raw<LiveView | null>(null);
  /** An earlier position that is being looked at. */
  past = $state.raw<State | null>(null);
  history = $state.raw<Happened[]>([]);
  thinking = $state<number[]>([]);
  /** What was refused, and why; empty if nothing was. */
  trouble = $state('');
  /** Set when the table is gone for good. */
  closed = $state('');

  /** A token for each seat that is held here. */
  tokens = $state<(string | null)[]>([]);
  /** Lets one change settings without a seat. */
  readonly owner: string | null;
  /** Seats that this page has told the service it holds. Others with the same token may hold the rest. */
  #claimed = $state<number[]>([]);

  #stop: (() => void)[] = [];
  #news: Inbox<Event>;
  #ears: ((state: State) => void)[] = [];
  #historyAsked = false;
  /** The past that was asked for last; none for the present. */
  #wanted: number | null = null;
  #joining = false;

  constructor(
    private readonly client: Client,
    readonly session: string,
    rights: { tokens: (string | null)[]; owner: string | null } = { tokens: [], owner: null },
    private readonly watching: { history: boolean } = { history: true },
    screen: Frames = frames,
  ) {
    this.#news = new Inbox((event) => this.#hear(event), screen);
    this.tokens = [...rights.tokens];
    this.owner = rights.owner;
  }

  /** What is on the board: the past if that is looked at, else the present. */
  get shown(): State | null {
    return this.past ?? this.now;
  }

  /** The board itself, with the falling piece. */
  get picture(): Picture | null {
    return this.past?.picture ?? this.live?.picture ?? this.now?.picture ?? null;
  }

  /** The seat to move; none when the game is over. */
  get mover(): number | null {
    return this.now?.turn.kind === 'seat' ? this.now.turn.seat : null;
  }

  /** Whether the person here is to move. */
  get myTurn(): boolean {
    return this.mover !== null && this.plays(this.mover);
  }

  /** The seats that are played from here. */
  get seats(): number[] {
    return this.tokens.flatMap((_, seat) => (this.plays(seat) ? [seat] : []));
  }

  /** Whether a seat is played from here: its token is held, and nobody else has come with it. */
  plays(seat: number): boolean {
    return Boolean(this.tokens[seat] && this.now?.players[seat]?.human) && !this.taken(seat);
  }

  /** Whether somebody else sits on a seat whose token is held here, too. */
  taken(seat: number): boolean {
    return Boolean(this.tokens[seat] && this.now?.players[seat]?.here) && !this.#claimed.includes(seat);
  }

  /** The right to pause and to go on. The owner keeps it, whoever plays. */
  get anyToken(): string | null {
    return this.owner ?? this.#seatToken();
  }

  /** Starts to listen, and goes on after the service was away. */
  async open(): Promise<void> {
    this.#stop.push(this.client.listen(this.session, (event) => this.#news.put(event)));
    this.#stop.push(this.client.watch((open) => void (open && this.#join())));
    if (this.client.open) await this.#join();
  }

  /** Tells every state in its order, also those that are outdated before the next frame shows them. */
  each(hear: (state: State) => void): void {
    this.#ears.push(hear);
  }

  /** Stops to listen. */
  leave(): void {
    this.#stop.forEach((stop) => stop());
    this.#stop = [];
    this.#news.clear();
    if (!this.client.hears(this.session)) this.#quietly({ ask: 'leave', session: this.session });
  }

  /**
   * Whoever holds one seat says so. Whoever holds several says nothing yet: then only other people are here,
   * and one sees which seats they have taken.
   */
  async #join(): Promise<void> {
    const tokens = new Set(this.tokens.filter(Boolean));
    const [only = null] = tokens.size === 1 ? tokens : [];
    await this.#joinWith(only);
    if (this.past) await this.goTo(this.past.ply);
  }

  async #joinWith(token: string | null): Promise<void> {
    this.#joining = true;
    try {
      const joined = this.client.ask('state', { ask: 'join', session: this.session, token });
      const { state } = await joined.finally(() => (this.#joining = false));
      this.#news.empty();
      this.#claimed = state.yours;
      this.#sit(state, token);
      this.now = null;
      this.#take(state);
    } catch (error) {
      if (token && forbids(error)) await this.#watchWithout(token);
      else if (error instanceof ServiceError && error.kind === 'missing') this.closed = error.message;
      else this.#say(error);
    }
  }

  /** A token that opens nothing any more is no right; one may still watch. */
  async #watchWithout(token: string): Promise<void> {
    this.#drop(token);
    await this.#joinWith(null);
  }

  /** Once somebody else has taken a seat, they should know that we sit on the others. */
  async #claim({ players }: State): Promise<void> {
    if (this.#joining || !players.some((_, seat) => this.taken(seat))) return;
    const free = this.seats.filter((seat) => !this.#claimed.includes(seat));
    for (const seat of free) {
      this.#claimed = [...this.#claimed, seat];
      await this.#joinWith(this.tokens[seat] ?? null);
    }
  }

  /** Notes which seats a token opens. */
  #sit(state: State, token: string | null | undefined): void {
    if (token) state.yours.forEach((seat) => (this.tokens[seat] ??= token));
  }

  /** Forgets a token that opens nothing any more. */
  #drop(token: string): void {
    this.tokens = this.tokens.map((held) => (held === token ? null : held));
  }

  /** The tokens of seats that went to agents open nothing, not even when people come back to them. */
  #dropStale({ players }: State): void {
    const held = (seat: number) => (players[seat]?.human ? this.tokens[seat] : null) ?? null;
    if (players.some((_, seat) => this.tokens[seat] && !held(seat)))
      this.tokens = players.map((_, i) => held(i));
  }

  /** Plays an action for the seat to move. */
  async act(action: string): Promise<void> {
    const token = this.#moverToken();
    if (token) await this.#change({ ask: 'act', session: this.session, token, action });
  }

  /** Presses a key for a seat. Keys out of turn are nobody's fault and vanish. */
  key(seat: number, key: string): void {
    const token = this.tokens[seat];
    if (!token || this.past || !this.plays(seat)) return;
    const ask = { ask: 'key', session: this.session, token, key } as const;
    this.client.ask('state', ask).then(
      ({ state }) => this.#answered(state),
      (error: unknown) => {
        if (!(error instanceof ServiceError && error.kind === 'conflict')) this.#say(error);
      },
    );
  }

  /** What a finger does to a key of the falling piece. What comes of it is news, as of everything that falls. */
  stroke(seat: number, key: string, { phase, times }: Stroke, early: Early): void {
    const token = this.tokens[seat];
    if (!token || this.past || !this.plays(seat)) return;
    const ask = { ask: 'stroke', session: this.session, token, key, phase, times, early } as const;
    this.client.ask('done', ask).catch((error: unknown) => {
      if (!(error instanceof ServiceError && error.kind === 'conflict')) this.#say(error);
    });
  }

  /** The action meant by a cell, after `ply` moves or in the position shown. */
  async point(
    column: number,
    row: number,
    ply = this.past?.ply,
  ): Promise<{ action: string; phrase: string } | null> {
    const ask = { ask: 'point', session: this.session, column, row, ply } as const;
    const meant = await this.client.ask('pointed', ask).catch(() => null);
    return meant?.action ? { action: meant.action, phrase: meant.phrase ?? meant.action } : null;
  }

  async undo(): Promise<void> {
    const token = this.#moverToken() ?? this.#seatToken() ?? this.owner;
    if (token) await this.#change({ ask: 'undo', session: this.session, token });
  }

  async set(settings: Settings): Promise<void> {
    const token = this.anyToken;
    if (token) await this.#change({ ask: 'set', session: this.session, token, settings });
  }

  /** Another token for a seat that is held here; links with the old one open nothing any more. */
  async renew(seat: number): Promise<void> {
    const token = this.owner ?? this.tokens[seat];
    if (!token) return;
    try {
      const ask = { ask: 'renew', session: this.session, token, seat } as const;
      const renewed = await this.client.ask('renewed', ask);
      this.tokens = this.tokens.with(seat, renewed.token);
    } catch (error) {
      this.#say(error);
    }
  }

  async goOn(): Promise<void> {
    const token = this.anyToken;
    if (token) await this.#change({ ask: 'continue', session: this.session, token });
  }

  /** Looks at the position after `ply` moves; the present if there is no such past. */
  async goTo(ply: number | null): Promise<void> {
    // The list of moves may be known before the position that they lead to: whoever sees a move can go behind it.
    const plies = Math.max(this.now?.plies ?? 0, this.history.length);
    if (ply === null || ply >= plies || ply < 0) {
      this.#wanted = null;
      this.past = null;
      return;
    }
    this.#wanted = ply;
    try {
      const { state } = await this.client.ask('state', { ask: 'state', session: this.session, ply });
      // Who has stepped on meanwhile wants another place.
      if (this.#wanted === ply) this.past = state;
    } catch (error) {
      if (this.#wanted === ply) this.#wanted = this.past?.ply ?? null;
      this.#say(error);
    }
  }

  /** Looks at the position some moves away from the one that was asked for last, whether or not it has come. */
  async step(by: number): Promise<void> {
    const from = this.#wanted ?? this.now?.plies ?? 0;
    await this.goTo(Math.max(0, from + by));
  }

  /** The board with actions that are only thought of; none if that cannot be drawn. */
  async preview(ply: number | undefined, actions: string[]): Promise<Picture | null> {
    const ask = { ask: 'preview', session: this.session, ply, actions } as const;
    const seen = await this.client.ask('preview', ask).catch(() => null);
    return seen?.picture ?? null;
  }

  #moverToken(): string | null {
    return this.mover !== null && this.plays(this.mover) ? (this.tokens[this.mover] ?? null) : null;
  }

  /** The token of a seat that is played from here. */
  #seatToken(): string | null {
    return this.tokens[this.seats[0] ?? -1] ?? null;
  }

  async #change(ask: Parameters<Client['ask']>[1]): Promise<void> {
    try {
      this.trouble = '';
      const { state } = await this.client.ask('state', ask);
      this.#answered(state, 'token' in ask ? ask.token : undefined);
    } catch (error) {
      // A change of players may be forbidden to somebody who sits here rightly.
      if ('token' in ask && ask.token && ask.ask !== 'set' && forbids(error)) this.#drop(ask.token);
      this.#say(error);
    }
  }

  #hear(event: Event): void {
    if (event.event === 'state') this.#take(event.state);
    else if (event.event === 'live') this.#fall(event.live);
    else if (event.event === 'closed') void this.#returnSoon();
    else this.#think(event.seat, event.on);
  }

  /** A table may have left the memory or the service may restart; only who asks again knows. */
  async #returnSoon(): Promise<void> {
    await new Promise((done) => setTimeout(done, RETURN_MS));
    if (this.#stop.length > 0 && this.client.open) await this.#join();
  }

  #think(seat: number, on: boolean): void {
    const others = this.thinking.filter((other) => other !== seat);
    this.thinking = on ? [...others, seat] : others;
  }

  /** The answer to something done here. It comes after all news that was sent before it, and is shown without a wait. */
  #answered(state: State, token?: string | null): void {
    // What is older still knows the seats as they were, and would give up those that are won now.
    this.#news.empty();
    this.#sit(state, token);
    this.#take(state);
  }

  /** What stands beside the board is mostly the same while a piece falls; as the same object it is not drawn again. */
  #fall(live: LiveView | null): void {
    const beside = this.live?.beside;
    const same = live && beside && JSON.stringify(live.beside) === JSON.stringify(beside);
    this.live = same ? { ...live, beside } : live;
  }

  /** Late news is dropped: the version says what is newer. */
  #take(state: State): void {
    if (this.now && state.version < this.now.version) return;
    const moved = this.now?.plies !== state.plies || this.now.last?.action !== state.last?.action;
    const late = this.now?.version === state.version && played(state.live) < played(this.live);
    this.now = state;
    this.#dropStale(state);
    void this.#claim(state);
    if (!late) this.#fall(state.live);
    if (this.watching.history) {
      if (moved) this.#remember(state);
      else this.#amend(state.last);
    }
    this.#ears.forEach((hear) => hear(state));
  }

  /** What an agent expected of its move may become known after it. */
  #amend(last: Happened | null): void {
    if (last && last.value !== null && this.history[last.ply]?.value === null)
      this.history = this.history.with(last.ply, last);
  }

  /** Keeps the list of moves current, with one question at most unless something was taken back. */
  #remember(state: State): void {
    const known = this.history;
    if (state.last && known.length === state.last.ply && known.length + 1 === state.plies) {
      this.history = [...known, state.last];
    } else if (state.plies === 0) {
      this.history = [];
    } else if (state.plies < known.length && state.last?.action === known[state.plies - 1]?.action) {
      this.history = known.slice(0, state.plies);
    } else {
      void this.#askHistory();
    }
  }

  async #askHistory(): Promise<void> {
    if (this.#historyAsked) return;
    this.#historyAsked = true;
    const answer = await this.client
      .ask('history', { ask: 'history', session: this.session })
      .catch(() => null);
    this.#historyAsked = false;
    if (!answer) return;
    this.history = answer.moves;
    if (answer.moves.length < (this.now?.plies ?? 0)) void this.#askHistory();
  }

  #say(error: unknown): void {
    if (error instanceof ServiceError && error.kind === 'lost') return;
    this.trouble = error instanceof Error ? error.message : String(error);
  }

  #quietly(ask: Parameters<Client['ask']>[1]): void {
    this.client.ask('done', ask).catch(() => undefined);
  }
}
