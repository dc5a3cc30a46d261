import { Client } from './client';
import type { GameView, Show } from '../protocol';
import { SocketTransport, serviceUrl } from './transport';

/** The client of this page. */
export const client = new Client(new SocketTransport(serviceUrl(location)));

/** What the service says about itself. */
class Service {
  open = $state(false);
  /** False until the first greeting. */
  met = $state(false);
  version = $state('');
  games = $state.raw<GameView[]>([]);
  shows = $state.raw<Show[]>([]);

  constructor() {
    client.watch((open) => void this.#greet(open));
  }

  /** A game by its name. */
  game(name: string): GameView | undefined {
    return this.games.find((game) => game.name === name);
  }

  async #greet(open: boolean): Promise<void> {
    this.open = open;
    if (!open) return;
    const hello = await client.ask('welcome', { ask: 'hello' }).catch(() => null);
    if (!hello) return;
    this.version = hello.version;
    this.games = hello.games;
    this.shows = hello.shows;
    this.met = true;
  }
}

export const service = new Service();
