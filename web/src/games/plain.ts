import { agent, HUMAN, type Look } from './look';

/** How a game without a folder looks: letters on a grid. */
export const plain: Look = {
  game: '',
  tiles: [],
  modes: [
    { id: 'play', title: 'Play', about: 'You against the usual opponent', rules: '', seats: [HUMAN] },
    { id: 'watch', title: 'Watch', about: 'Agents play', rules: '', seats: [agent('random')] },
  ],
  options: [],
  input: 'point',
  keys: () => [],
  touch: () => [],
  spoken: {},
  paces: [1500, 800, 400, 100, 0],
  quietNotes: [],
  guide: [],
  paintCell(brush, cell, spot) {
    if (cell.ink === 'empty') return;
    brush.letter(cell.text, spot, brush.inkColour(cell.ink));
  },
};
