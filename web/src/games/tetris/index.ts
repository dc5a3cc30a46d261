import { agent, HUMAN, withAgents, type Mode, type OwnUi, type Start } from '../ui';
import { lands, paintCell } from './paint';
import { describePlacement } from './tell';

/** The versus agents of TetrisVs; alone, the level decides how far it looks. */
const VERSUS = { easy: 'tetrisvs-easy', hard: 'tetrisvs-hard' };
const SOLO = { easy: 'entropy:pieces=1', hard: 'entropy' };

/** Modern games with an end, for personal bests. */
const SPRINT = 'guideline:goal=40,levels=0';
const ULTRA = 'guideline:seconds=120,levels=0';
const MARATHON = 'guideline:goal=150';

const MODES: Mode[] = [
  { id: 'solo', title: 'Solo', about: 'You alone', rules: 'tetrisvs', seats: [HUMAN] },
  { id: 'solo-ai', title: 'Solo AI', about: 'Watch an agent', rules: 'tetrisvs', seats: [agent(SOLO.hard)] },
  {
    id: 'vs-player',
    title: 'Vs Player',
    about: 'Two on one keyboard, or by link',
    rules: 'versus',
    seats: [HUMAN, HUMAN],
  },
  {
    id: 'vs-ai',
    title: 'Vs AI',
    about: 'Take turns with an agent',
    rules: 'versus',
    seats: [HUMAN, agent(VERSUS.hard)],
  },
  {
    id: 'ai-vs-ai',
    title: 'AI vs AI',
    about: 'Two agents, one board',
    rules: 'versus',
    seats: [agent(VERSUS.hard), agent(VERSUS.hard)],
  },
  {
    id: 'guideline',
    title: 'Modern',
    about: 'Hold, kicks, T-spins, no end',
    rules: 'guideline',
    seats: [HUMAN],
  },
  {
    id: 'sprint',
    title: 'Sprint',
    about: '40 rows as fast as you can',
    rules: SPRINT,
    seats: [HUMAN],
  },
  {
    id: 'ultra',
    title: 'Ultra',
    about: 'Most points in two minutes',
    rules: ULTRA,
    seats: [HUMAN],
  },
  {
    id: 'marathon',
    title: 'Marathon',
    about: '150 rows, faster every ten',
    rules: MARATHON,
    seats: [HUMAN],
  },
  {
    id: 'simplified',
    title: 'Simplified',
    about: 'Straight drops, as in papers',
    rules: 'simplified',
    seats: [HUMAN],
  },
  { id: 'essex', title: 'Essex', about: '15×23 with kicks', rules: 'essex', seats: [HUMAN] },
  {
    id: 'rlcomp',
    title: 'RL Competition',
    about: 'Six actions, one row each',
    rules: 'rlcomp',
    seats: [HUMAN],
  },
];

const alone = (label: string, about: string, rules: string): Start => ({
  label,
  about,
  create: { game: 'tetris', rules, seats: [HUMAN] },
});

const STARTS: Start[] = [
  {
    label: 'Versus',
    about: 'Two players, one board, turn by turn: who clears more rows wins',
    create: {
      game: 'tetris',
      rules: 'versus:turns=3',
      seats: [HUMAN, agent(VERSUS.easy)],
      settings: { pace_ms: 60 },
    },
  },
  alone('Solo', 'Alone against gravity', 'tetrisvs'),
  alone('Modern', 'Hold, kicks, T-spins, five previews, seven to a bag', 'guideline'),
  alone('Sprint', '40 rows as fast as you can, against your best', SPRINT),
  alone('Simplified', 'Straight drops, as researchers play it', 'simplified'),
];

const tetrisVs = MODES.slice(0, 5).map((mode) => mode.id);

export const ui: OwnUi = {
  game: 'tetris',
  tile: {
    title: 'Tetris',
    about:
      'Fit falling pieces into full rows: alone, against an agent on one board, by old rules or modern ones.',
    place: 0,
    starts: STARTS,
    watch: {
      game: 'tetris',
      rules: 'versus:turns=3',
      seats: [agent(VERSUS.easy), agent(VERSUS.hard)],
      settings: { pace_ms: 60 },
    },
  },
  modes: MODES,
  options: [
    {
      id: 'level',
      label: 'Level',
      about: 'Easy stops thinking at any cleared row; hard looks on after its own',
      choices: [
        { value: 'easy', label: 'Easy' },
        { value: 'hard', label: 'Hard' },
      ],
      initial: 'easy',
      modes: ['solo-ai', 'vs-ai', 'ai-vs-ai'],
      apply: (create, level) => {
        const agents = create.rules?.startsWith('versus') ? VERSUS : SOLO;
        return withAgents(create, level === 'hard' ? agents.hard : agents.easy);
      },
    },
    {
      id: 'turns',
      label: 'Turns',
      about: 'How many levels of a minute are played',
      choices: ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value })),
      initial: '3',
      modes: ['vs-player', 'vs-ai', 'ai-vs-ai'],
      apply: (create, turns) => ({ ...create, rules: `versus:turns=${turns}` }),
    },
    {
      id: 'explain',
      label: 'Explanations',
      about: 'Halts after each move of an agent until you have read why',
      choices: [
        { value: 'off', label: 'Off' },
        { value: 'on', label: 'On' },
      ],
      initial: 'off',
      modes: tetrisVs.filter((id) => id.includes('ai')),
      apply: (create, on) => ({ ...create, settings: { ...create.settings, explain: on === 'on' } }),
    },
  ],
  describeAction: describePlacement,
  paces: [300, 150, 60, 20, 0],
  hiddenNotes: ['to move', 'score'],
  drawnNotes: ['piece', 'next', 'hold', "opponent's next"],
  guide: [
    'The dashed outline shows where the piece will land; the dot marks the cell it turns around.',
    'On a phone: drag sideways to move, tap to turn, flick down to drop, or use the buttons.',
  ],
  handlingGuide: [
    'Modern rules: settings (the cog) hold the delays and the keys. A piece that lies can still be moved for half a second.',
  ],
  paintCell,
  ages: lands,
};
