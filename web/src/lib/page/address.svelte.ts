import { readRoute, writeRoute, type Route } from './route';

/** The address bar, as state. */
class Address {
  route = $state.raw<Route>(readRoute(location.hash));

  constructor() {
    addEventListener('hashchange', () => (this.route = readRoute(location.hash)));
  }

  /** Goes somewhere; the way back stays open. */
  go(route: Route): void {
    location.hash = writeRoute(route);
  }

  /** Changes the address without a step in the history. */
  replace(route: Route): void {
    history.replaceState(null, '', writeRoute(route));
    this.route = route;
  }
}

export const address = new Address();

/** A whole address that opens a route anywhere. */
export function link(route: Route): string {
  return `${location.origin}${location.pathname}${writeRoute(route)}`;
}
