import type { Brush, Spot } from '../../board/brush';
import { agent, HUMAN, withAgents, type OwnUi } from '../ui';

export const ui: OwnUi = {
  game: 'snake',
  tile: {
    title: 'Snake',
    about: 'Eat, grow, stay free. Watch a planner find its way, dead ends and all.',
    place: 2,
    starts: [{ label: 'Play', about: 'You steer', create: { game: 'snake', size: '14x14', seats: [HUMAN] } }],
    watch: { game: 'snake', size: '14x14', seats: [agent('survivor')], settings: { pace_ms: 250 } },
  },
  modes: [
    { id: 'play', title: 'You', about: 'Steer with the arrows', rules: 'standard', seats: [HUMAN] },
    { id: 'watch', title: 'Agent', about: 'Watch it plan', rules: 'standard', seats: [agent('survivor')] },
  ],
  options: [
    {
      id: 'agent',
      label: 'Agent',
      about: 'How it finds its way',
      choices: [
        { value: 'greedy-planner', label: 'Greedy planner' },
        { value: 'shortest', label: 'Shortest way' },
        { value: 'two-goals', label: 'Two goals' },
        { value: 'survivor', label: 'Survivor' },
      ],
      initial: 'survivor',
      modes: ['watch'],
      apply: withAgents,
    },
    {
      id: 'size',
      label: 'Board',
      about: 'Columns and rows',
      choices: ['8x8', '14x14', '20x20', '28x20'].map((value) => ({ value, label: value.replace('x', '×') })),
      initial: '14x14',
      apply: (create, size) => ({ ...create, size }),
    },
    {
      id: 'foods',
      label: 'Foods',
      about: 'Foods on the board at once',
      choices: ['1', '2', '4'].map((value) => ({ value, label: value })),
      initial: '1',
      apply: (create, foods) => ({
        ...create,
        rules: foods === '1' ? 'standard' : `standard:foods=${foods}`,
      }),
    },
  ],
  overlay: {
    name: 'Plan',
    about: 'Draws the way the agent means to go, and crosses out the ways it gave up',
    marks: 'plan',
    initial: true,
  },
  paces: [600, 300, 150, 60, 0],
  guide: [
    'Steer with keys, by swiping, or with the buttons. The first key starts the clock.',
    'The dots are the way an agent means to go; the crosses are ways its planner tried and gave up.',
  ],
  paintCell(brush, cell, spot, age) {
    if (cell.ink === 'ghost') return brush.faded(0.6, () => brush.disc(spot, 0.34, brush.colours.soft));
    if (cell.ink === 'goal') return food(brush, spot, age);
    if (cell.ink === 'first') body(brush, cell.text, spot);
  },
  ages: (cell) => cell.ink === 'goal',
};

function food({ ctx, colours }: Brush, spot: Spot, age: number): void {
  const { x, y, size } = spot;
  const radius = size * 0.32 * (0.5 + 0.5 * age);
  ctx.fillStyle = colours.goal;
  ctx.beginPath();
  ctx.arc(x + size * 0.5, y + size * 0.56, radius, 0, 2 * Math.PI);
  ctx.fill();
  ctx.strokeStyle = colours.good;
  ctx.lineWidth = Math.max(1, size * 0.09);
  ctx.beginPath();
  ctx.moveTo(x + size * 0.5, y + size * 0.3);
  ctx.quadraticCurveTo(x + size * 0.54, y + size * 0.14, x + size * 0.7, y + size * 0.14);
  ctx.stroke();
}

function body(brush: Brush, text: string, spot: Spot): void {
  const colour = brush.seats[0];
  if (text === 'o') return brush.fillTile(spot, colour, 0.06, 0.26);
  if (text === '~') return brush.faded(0.65, () => brush.fillTile(spot, colour, 0.16, 0.34));
  brush.fillTile(spot, text === 'X' ? brush.colours.bad : colour, 0.01, 0.36);
  eyes(brush, text, spot);
}

const LOOKS: Record<string, [number, number]> = { '^': [0, -1], v: [0, 1], '<': [-1, 0], '>': [1, 0] };

function eyes({ ctx, colours }: Brush, text: string, { x, y, size }: Spot): void {
  const [dx, dy] = LOOKS[text] ?? [0, 0];
  ctx.fillStyle = colours.field;
  for (const side of [-1, 1]) {
    const ex = x + size * (0.5 + dx * 0.16 + (dx === 0 ? side * 0.18 : 0));
    const ey = y + size * (0.5 + dy * 0.16 + (dx !== 0 ? side * 0.18 : 0));
    ctx.beginPath();
    ctx.arc(ex, ey, size * 0.085, 0, 2 * Math.PI);
    ctx.fill();
  }
}
