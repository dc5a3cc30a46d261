import { ease, type Brush, type Spot } from '../../board/brush';
import type { Layout } from '../../board/layout';
import { label, stone } from '../../board/shapes';
import type { Picture } from '../../lib/protocol';
import { agent, HUMAN, withAgents, type OwnUi } from '../ui';

const WOOD = { day: ['#d9b071', '#cb9c57'], night: ['#9a7440', '#86622f'] } as const;
const LEVELS = [
  { value: 'easy', label: 'Easy' },
  { value: 'medium', label: 'Medium' },
  { value: 'engine:level=2', label: 'Friendly' },
  { value: 'engine:level=4', label: 'Good' },
  { value: 'engine:level=8', label: 'Strong' },
  { value: 'engine:time=2', label: 'Two seconds a move' },
  { value: 'proof', label: 'By the proof (7×7, 9×9)' },
] as const;
const USUAL = LEVELS[3].value;
const RULES = [
  { value: 'pente', label: 'Pente' },
  { value: 'keryo', label: 'Keryo: threes are captured, too' },
  { value: 'exact-five', label: 'Exactly five in a row' },
  { value: 'poof', label: 'Poof' },
  { value: 'gomoku', label: 'Gomoku: no captures' },
] as const;
const LINE = 'rgba(58, 36, 10, 0.75)';

export const ui: OwnUi = {
  game: 'pente',
  tile: {
    title: 'Pente',
    about: 'Stones in a row or captured pairs: five of either win on the large board. Threats can be drawn.',
    place: 4,
    starts: [
      {
        label: 'Play',
        about: 'On 19×19, you first',
        create: { game: 'pente', seats: [HUMAN, agent(USUAL)], settings: { pace_ms: 400 } },
      },
      {
        label: 'Small board',
        about: 'On 9×9, four in a row',
        create: { game: 'pente', size: '9x9', seats: [HUMAN, agent(USUAL)], settings: { pace_ms: 400 } },
      },
      {
        label: 'A proof',
        about: 'On 7×7 the first player wins, whatever you try: walk through the proof',
        create: { game: 'pente', size: '7x7', seats: [agent('proof'), HUMAN], settings: { pace_ms: 400 } },
      },
    ],
    watch: {
      game: 'pente',
      size: '13x13',
      seats: [agent('engine:level=4'), agent('engine:level=3')],
      settings: { pace_ms: 1200 },
    },
  },
  modes: [
    {
      id: 'first',
      title: 'You first',
      about: 'X against an agent',
      rules: 'pente',
      seats: [HUMAN, agent(USUAL)],
    },
    { id: 'second', title: 'Agent first', about: 'You are O', rules: 'pente', seats: [agent(USUAL), HUMAN] },
    { id: 'people', title: 'Two people', about: 'Here, or by link', rules: 'pente', seats: [HUMAN, HUMAN] },
    {
      id: 'watch',
      title: 'Agent vs agent',
      about: 'Watch',
      rules: 'pente',
      seats: [agent(USUAL), agent(USUAL)],
    },
  ],
  options: [
    {
      id: 'level',
      label: 'Level',
      about: 'How well the agent plays',
      choices: [...LEVELS],
      initial: USUAL,
      modes: ['first', 'second', 'watch'],
      apply: withAgents,
    },
    {
      id: 'board',
      label: 'Board',
      about: 'Size; up to 9×9 four in a row win, else five',
      choices: ['7x7', '9x9', '13x13', '15x15', '19x19'].map((value) => ({
        value,
        label: value.replace('x', '×'),
      })),
      initial: '19x19',
      apply: (create, size) => ({ ...create, size }),
    },
    {
      id: 'rules',
      label: 'Rules',
      about: 'Which rules are played',
      choices: [...RULES],
      initial: 'pente',
      apply: (create, rules) => ({ ...create, rules }),
    },
  ],
  look: {
    shape: 'stone',
    crossings: true,
    palette: [],
    words: { X: 'first player’s stone', O: 'second player’s stone' },
  },
  pointless: true,
  hiddenNotes: ['state'],
  seatNotes: {
    'X captured': { seat: 0, name: 'captured' },
    'O captured': { seat: 1, name: 'captured' },
  },
  guide: [
    'Click a crossing, choose it with the keys, or type it: : and then K10.',
    'By the usual rules five in a row win, up to 9×9 four. Two stones of one player between two of the other are captured, and enough such pairs win, too: seven on 9×9, ten on 11×11 and 13×13, five on every other board. Beside the board stands how many stones that is.',
    'The corners mark the last stone. T draws what both sides threaten: a target where the stone would go, rings around what it is about, ! where it wins.',
    'On 7×7 and 9×9 the agent “by the proof” shows that the first player wins. Play against it, or ask it for hints as the first player.',
  ],
  paintField(brush, layout, picture) {
    wood(brush, layout, picture);
    lines(brush, layout, picture);
  },
  paintCell(brush, cell, spot, age, before) {
    if (cell.ink === 'empty') {
      if (before && before.ink !== 'empty' && before.ink !== 'ghost' && age < 1)
        brush.faded(1 - age, () => stone(brush, spot, brush.inkColour(before.ink), 1 - 0.4 * age));
      return;
    }
    if (cell.ink === 'ghost') return thought(brush, cell.text, spot);
    stone(brush, spot, brush.inkColour(cell.ink), 0.75 + 0.25 * ease(age), 0.9);
    if (cell.ink === 'second') brush.ring(spot, 0.42, 'rgba(255, 255, 255, 0.75)', 0.05);
  },
};

function wood({ ctx, colours }: Brush, { cell, left, top }: Layout, { width, height }: Picture): void {
  const [light, dark] = colours.night ? WOOD.night : WOOD.day;
  const shade = ctx.createLinearGradient(left, top, left + width * cell, top + height * cell);
  shade.addColorStop(0, light);
  shade.addColorStop(1, dark);
  ctx.fillStyle = shade;
  ctx.fillRect(left, top, width * cell, height * cell);
}

function lines({ ctx }: Brush, { cell, left, top }: Layout, { width, height }: Picture): void {
  const across = (n: number) => Math.round(left + (n + 0.5) * cell) + 0.5;
  const down = (n: number) => Math.round(top + (n + 0.5) * cell) + 0.5;
  ctx.strokeStyle = LINE;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let c = 0; c < width; c++) {
    ctx.moveTo(across(c), down(0));
    ctx.lineTo(across(c), down(height - 1));
  }
  for (let r = 0; r < height; r++) {
    ctx.moveTo(across(0), down(r));
    ctx.lineTo(across(width - 1), down(r));
  }
  ctx.stroke();
  ctx.fillStyle = LINE;
  for (const [c, r] of stars(width, height)) {
    ctx.beginPath();
    ctx.arc(across(c), down(r), Math.max(1.5, cell * 0.09), 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** The centre, and on large boards eight more points to find one's way by. */
function stars(width: number, height: number): [number, number][] {
  const middle: [number, number] = [(width - 1) / 2, (height - 1) / 2];
  if (width < 13 || width % 2 === 0) return width % 2 === 1 ? [middle] : [];
  const at = [3, middle[0], width - 4];
  return at.flatMap((c) => at.map((r): [number, number] => [c, r]));
}

function thought(brush: Brush, text: string, spot: Spot): void {
  const step = /^\d+$/.test(text) ? Number(text) : 1;
  const colour = brush.stepColour(step);
  brush.faded(0.45, () => brush.disc(spot, 0.86, colour));
  if (/^\d+$/.test(text)) label(brush, text, spot, '#fff');
}
