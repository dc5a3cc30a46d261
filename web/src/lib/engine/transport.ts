import type { Event, Reply, Request } from '../protocol';

/** What arrives from the engine, wherever it runs. */
export type Incoming = Reply | Event;

/**
 * The one way to the engine. Today a WebSocket; an engine inside the page can answer the same messages.
 */
export interface Transport {
  /** Sends a message; false if the way is blocked just now. */
  send(message: Request): boolean;
  /** Who hears what arrives. */
  onmessage: (message: Incoming) => void;
  /** Who is told when the way opens or closes. */
  onstatus: (open: boolean) => void;
  /** Opens the way and keeps it open. */
  open(): void;
  /** Closes it for good. */
  close(): void;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 3000;

/** A WebSocket that comes back by itself after the service was away. */
export class SocketTransport implements Transport {
  onmessage: (message: Incoming) => void = () => undefined;
  onstatus: (open: boolean) => void = () => undefined;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  #closed = false;

  constructor(private readonly url: string) {}

  open(): void {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.onstatus(true);
    };
    socket.onmessage = (message) => this.onmessage(JSON.parse(String(message.data)) as Incoming);
    socket.onclose = () => this.#again();
  }

  send(message: Request): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #again(): void {
    this.onstatus(false);
    if (this.#closed) return;
    setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }
}

/** The address of the service that served this page. */
export function serviceUrl(page: Pick<Location, 'protocol' | 'host'>): string {
  const scheme = page.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${page.host}/api/v1/ws`;
}
