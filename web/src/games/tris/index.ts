import { ease, type Brush, type Spot } from '../../board/brush';
import { agent, HUMAN, withAgents, type OwnUi } from '../ui';

const LEVELS = [
  { value: 'random', label: 'Careless' },
  { value: 'mcts:sims=2000', label: 'Friendly' },
  { value: 'minimax', label: 'Perfect' },
] as const;

export const ui: OwnUi = {
  game: 'tris',
  tile: {
    title: 'Tris',
    about: 'Three in a row. Every move’s value can stand on the board.',
    place: 3,
    starts: [
      {
        label: 'Play',
        about: 'You are X',
        create: { game: 'tris', seats: [HUMAN, agent(LEVELS[1].value)], settings: { pace_ms: 500 } },
      },
      {
        label: '4 in a row',
        about: 'On five by five cells',
        create: {
          game: 'tris',
          size: '5x5',
          rules: 'standard:row=4',
          seats: [HUMAN, agent(LEVELS[1].value)],
          settings: { pace_ms: 500 },
        },
      },
    ],
    watch: {
      game: 'tris',
      seats: [agent('minimax:random=true'), agent(LEVELS[1].value)],
      settings: { pace_ms: 900 },
    },
  },
  modes: [
    {
      id: 'first',
      title: 'You first',
      about: 'X against an agent',
      rules: 'standard',
      seats: [HUMAN, agent('minimax')],
    },
    {
      id: 'second',
      title: 'Agent first',
      about: 'You are O',
      rules: 'standard',
      seats: [agent('minimax'), HUMAN],
    },
    { id: 'two', title: 'Two people', about: 'Here, or by link', rules: 'standard', seats: [HUMAN, HUMAN] },
    {
      id: 'watch',
      title: 'Agent vs agent',
      about: 'Watch',
      rules: 'standard',
      seats: [agent('minimax'), agent('minimax')],
    },
  ],
  options: [
    {
      id: 'level',
      label: 'Level',
      about: 'How well the agent plays',
      choices: [...LEVELS],
      initial: 'mcts:sims=2000',
      modes: ['first', 'second', 'watch'],
      apply: withAgents,
    },
    {
      id: 'board',
      label: 'Board',
      about: 'Size, and how many in a row win',
      choices: [
        { value: '3x3', label: '3×3' },
        { value: '4x4', label: '4×4, 4 in a row' },
        { value: '5x5', label: '5×5, 4 in a row' },
      ],
      initial: '3x3',
      apply: (create, size) => ({ ...create, size, rules: size === '3x3' ? 'standard' : 'standard:row=4' }),
    },
  ],
  overlay: {
    name: 'Values',
    about: 'Writes on every free cell what playing there leads to',
    marks: 'values',
    initial: false,
  },
  paces: [2000, 1000, 500, 150, 0],
  pointless: true,
  hiddenNotes: ['state'],
  guide: [
    'Click a cell, or choose it with the keys.',
    'Switch on Values to see what every move leads to: wins, draws or loses against best play.',
  ],
  paintCell(brush, cell, spot, age) {
    if (cell.ink === 'empty') return;
    if (cell.ink === 'ghost') {
      const colour = brush.colours.soft;
      if (/^[XO]$/.test(cell.text)) brush.faded(0.6, () => stone(brush, cell.text, spot, colour, 1));
      else numbered(brush, cell.text, spot, colour);
      return;
    }
    stone(brush, cell.text, spot, brush.inkColour(cell.ink), ease(age));
  },
};

function numbered(brush: Brush, text: string, spot: Spot, colour: string): void {
  brush.strokeTile(spot, colour, 0.03, [0.06, 0.05]);
  brush.letter(text, spot, colour, 0.36);
}

/** A cross or a ring, drawn as with a broad pen; `grown` goes from 0 to 1. */
function stone({ ctx }: Brush, text: string, spot: Spot, colour: string, grown: number): void {
  const { size } = spot;
  const [cx, cy, reach] = [spot.x + size / 2, spot.y + size / 2, size * 0.27 * (0.6 + 0.4 * grown)];
  ctx.strokeStyle = colour;
  ctx.lineWidth = size * 0.12;
  ctx.lineCap = 'round';
  ctx.beginPath();
  if (text === 'X') {
    ctx.moveTo(cx - reach, cy - reach);
    ctx.lineTo(cx + reach, cy + reach);
    ctx.moveTo(cx + reach, cy - reach);
    ctx.lineTo(cx - reach, cy + reach);
  } else {
    ctx.arc(cx, cy, reach * 1.08, 0, 2 * Math.PI * Math.max(0.2, grown));
  }
  ctx.stroke();
  ctx.lineCap = 'butt';
}
