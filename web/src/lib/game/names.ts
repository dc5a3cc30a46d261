import type { GameUi } from '../../games/ui';
import type { PlayerView } from '../protocol';
import type { Table } from './table.svelte';

/** A specification in words: `mcts:sims=2000` is `mcts (sims 2000)`. */
export function inBrackets(spec: string): string {
  const [name = '', ...parameters] = spec.split(/[:,]/);
  if (parameters.length === 0) return name;
  return `${name} (${parameters.map((one) => one.replace('=', ' ')).join(', ')})`;
}

/** An agent for people: its name, and how it is set only where another one has the same name. */
export function agentName(spec: string, players: PlayerView[] = []): string {
  const [name = ''] = spec.split(':');
  const namesakes = players.filter(({ human, player }) => !human && player.split(':')[0] === name);
  return namesakes.some(({ player }) => player !== spec) ? inBrackets(spec) : name;
}

/** Whether an agent draws lots without a look at the board: what it says a move is worth means nothing. */
export function drawsLots(player: PlayerView | undefined): boolean {
  return player !== undefined && !player.human && agentName(player.player) === 'random';
}

/** A sentence of the service about the players, with agents named as everywhere on the page. */
export function named(sentence: string, players: PlayerView[]): string {
  return players
    .filter(({ human, player }) => !human && player.includes(':'))
    .reduce((words, { player }) => words.replaceAll(player, agentName(player, players)), sentence);
}

/** Rules for people: as the mode is called that plays exactly these, else with their parameters in words. */
export function rulesName(ui: GameUi, rules: string): string {
  const mode = rules.includes(':') ? ui.modes.find((one) => one.rules === rules) : undefined;
  return mode?.title ?? inBrackets(rules);
}

/** Who sits on a seat: oneself, another person or an agent. */
export function seatName(table: Table, seat: number, players = table.now?.players ?? []): string {
  const player = players[seat];
  if (!player?.human) return player ? agentName(player.player, players) : '';
  return table.plays(seat) && table.seats.length === 1 ? 'You' : `Player ${seat + 1}`;
}
