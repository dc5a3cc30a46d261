import type { PlayerView } from '../protocol';

/** The two colours of the page: a person's and an agent's. */
export type Side = 'person' | 'agent';

/** Whose colour a seat wears: its player's; where both players are alike, one each. */
export function sideOf(players: PlayerView[], seat: number): Side {
  const [first, second] = players;
  if (!first) return seat === 0 ? 'person' : 'agent';
  if (second && first.human === second.human) return seat === 0 ? 'person' : 'agent';
  return players[seat]?.human ? 'person' : 'agent';
}

/** The seat to move some moves after `first` was. */
export function seatAfter(players: PlayerView[], first: number, moves: number): number {
  return (first + moves) % Math.max(1, players.length);
}
