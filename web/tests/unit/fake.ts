import type { Reply, Request } from '../../src/lib/protocol';
import type { Incoming, Transport } from '../../src/lib/transport';

/** A way to an engine that a test plays by hand. */
export class FakeTransport implements Transport {
  onmessage: (message: Incoming) => void = () => undefined;
  onstatus: (open: boolean) => void = () => undefined;
  sent: Request[] = [];
  up = false;

  open(): void {
    this.up = true;
    this.onstatus(true);
  }

  close(): void {
    this.up = false;
    this.onstatus(false);
  }

  send(message: Request): boolean {
    if (this.up) this.sent.push(message);
    return this.up;
  }

  /** Answers the newest question. */
  answer(reply: Omit<Reply, 'id' | 'last'>, last = true, id = this.sent.at(-1)?.id ?? 0): void {
    this.onmessage({ id, last, ...reply } as Reply);
  }
}
