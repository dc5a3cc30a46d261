import { describe, expect, it } from 'vitest';
import { genericUi } from '../../src/games/generic';
import { agentName, drawsLots, inBrackets, named, rulesName } from '../../src/lib/game/names';

const agent = (player: string) => ({ player, human: false, here: true });
const person = { player: 'human', human: true, here: true };

describe('names for people', () => {
  it('say parameters in words', () => {
    expect(inBrackets('mcts')).toBe('mcts');
    expect(inBrackets('mcts:sims=2000')).toBe('mcts (sims 2000)');
    expect(inBrackets('guideline:goal=40,levels=0')).toBe('guideline (goal 40, levels 0)');
  });

  it('tell who draws lots', () => {
    const players = [
      agent('random'),
      agent('minimax:random=true'),
      { ...person, player: 'random' },
      undefined,
    ];
    expect(players.map(drawsLots)).toEqual([true, false, false, false]);
  });

  it('of agents are short, unless two could be mistaken for each other', () => {
    expect(agentName('engine:level=4', [person, agent('engine:level=4')])).toBe('engine');
    const both = [agent('engine:level=4'), agent('engine:level=3')];
    expect(both.map(({ player }) => agentName(player, both))).toEqual([
      'engine (level 4)',
      'engine (level 3)',
    ]);
    const alike = [agent('mcts:sims=2000'), agent('mcts:sims=2000')];
    expect(agentName('mcts:sims=2000', alike)).toBe('mcts');
  });

  it('stand in the sentences of the service, too', () => {
    const players = [person, agent('mcts:sims=2000')];
    expect(named('mcts:sims=2000 (seat 2) wins.', players)).toBe('mcts (seat 2) wins.');
    expect(named('Player 1 wins.', players)).toBe('Player 1 wins.');
  });

  it('of rules are those of their mode', () => {
    const sprint = 'guideline:goal=40,levels=0';
    const mode = { id: 'sprint', title: 'Sprint', about: '', rules: sprint, seats: [] };
    const ui = { ...genericUi('tetris', undefined), modes: [mode] };
    expect(rulesName(ui, sprint)).toBe('Sprint');
    expect(rulesName(ui, 'versus:turns=3')).toBe('versus (turns 3)');
    expect(rulesName(ui, 'essex')).toBe('essex');
  });
});
