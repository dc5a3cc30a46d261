import type { Answer, Ask, ErrorKind, Event } from '../protocol';
import type { Incoming, Transport } from './transport';

/** What the service refused, or that it could not be reached. */
export class ServiceError extends Error {
  constructor(
    readonly kind: ErrorKind | 'lost',
    message: string,
  ) {
    super(message);
  }
}

type Named<N extends Answer['answer']> = Extract<Answer, { answer: N }>;

/** Work that answers more than once. */
export interface Stream {
  /** Settles with the last answer. */
  done: Promise<void>;
  /** Ends it early. */
  cancel(): void;
}

interface Pending {
  hear(answer: Answer, last: boolean): void;
  fail(refusal: ServiceError): void;
}

const LOST =
  'The service does not answer. The page tries again by itself; start it with `ludex serve` if it has ended.';

/** Asks over a [`Transport`] and matches answers with questions. */
export class Client {
  #next = 1;
  #pending = new Map<number, Pending>();
  #tables = new Map<string, Set<(event: Event) => void>>();
  #watchers = new Set<(open: boolean) => void>();
  #open = false;

  constructor(private readonly transport: Transport) {
    transport.onmessage = (message) => this.#hear(message);
    transport.onstatus = (open) => this.#status(open);
  }

  /** Whether the service can be reached. */
  get open(): boolean {
    return this.#open;
  }

  /** Opens the way. */
  start(): void {
    this.transport.open();
  }

  /** Tells when the service comes and goes; returns how to stop that. */
  watch(changed: (open: boolean) => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  /** Hears events of a table; returns how to stop that. */
  listen(session: string, hear: (event: Event) => void): () => void {
    const ears = this.#tables.get(session) ?? new Set();
    this.#tables.set(session, ears.add(hear));
    return () => {
      ears.delete(hear);
      if (ears.size === 0) this.#tables.delete(session);
    };
  }

  /** Whether somebody here hears a table. */
  hears(session: string): boolean {
    return this.#tables.has(session);
  }

  /** Asks and expects an answer of this name. */
  async ask<N extends Answer['answer']>(name: N, ask: Ask): Promise<Named<N>> {
    const answer = await new Promise<Answer>((settle, fail) => {
      this.#post(ask, { hear: (answer) => settle(answer), fail });
    });
    if (answer.answer !== name) throw new ServiceError('internal', `The service answered ${answer.answer}.`);
    return answer as Named<N>;
  }

  /** Asks for work that answers more than once. */
  stream<N extends Answer['answer']>(name: N, ask: Ask, hear: (answer: Named<N>) => void): Stream {
    let id = 0;
    let over = false;
    const done = new Promise<void>((settle, fail) => {
      id = this.#post(ask, {
        hear: (answer, last) => {
          if (answer.answer === name) hear(answer as Named<N>);
          if (last) settle();
        },
        fail,
      });
    }).finally(() => (over = true));
    const cancel = () => {
      if (!over) this.#post({ ask: 'cancel', request: id }, { hear: () => undefined, fail: () => undefined });
    };
    return { done, cancel };
  }

  #post(ask: Ask, pending: Pending): number {
    const id = this.#next++;
    if (this.transport.send({ id, ...ask })) this.#pending.set(id, pending);
    else pending.fail(new ServiceError('lost', LOST));
    return id;
  }

  #hear(message: Incoming): void {
    if ('event' in message) {
      this.#tables.get(message.session)?.forEach((hear) => hear(message));
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if (message.last || message.answer === 'error') this.#pending.delete(message.id);
    if (message.answer === 'error') pending.fail(new ServiceError(message.kind, message.message));
    else pending.hear(message, message.last);
  }

  #status(open: boolean): void {
    if (open === this.#open && open) return;
    this.#open = open;
    if (!open) {
      const lost = [...this.#pending.values()];
      this.#pending.clear();
      lost.forEach((pending) => pending.fail(new ServiceError('lost', LOST)));
    }
    this.#watchers.forEach((changed) => changed(open));
  }
}
