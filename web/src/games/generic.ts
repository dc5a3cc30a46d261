import { paintShape } from '../board/shapes';
import type { Create, GameView, Player, RuleSet } from '../lib/protocol';
import { agent, HUMAN, withAgents, type GameUi, type Mode, type Option, type Start } from './ui';

/** Games without a place of their own come last. */
const LAST = 100;
const PLAIN_LOOK = { shape: 'tile', crossings: false, palette: [], words: {} } as const;

/** Where the service knows threats, they can be shown. */
const THREATS = {
  name: 'Threats',
  about: 'Draws what both sides could do next: wins, captures, rows that grow (T)',
  marks: 'threats',
  initial: false,
} as const;

/** A game as the service alone describes it: enough to play it. */
export function genericUi(name: string, view: GameView | undefined, rules?: RuleSet): GameUi {
  const look = rules?.look ?? { ...PLAIN_LOOK, palette: [] };
  return {
    game: name,
    look,
    tile: {
      title: view?.title ?? name,
      about: sentence(view?.about ?? ''),
      place: LAST,
      starts: startsOf(view),
      watch: { game: name, seats: seatsOf(view?.rules[0], view) },
    },
    modes: modesOf(view?.rules[0], view),
    options: optionsOf(view),
    paces: [2000, 1000, 500, 150, 0],
    hiddenNotes: [],
    guide: view ? [`${sentence(view.input)}`] : [],
    overlay: rules?.threats ? THREATS : undefined,
    paintCell: (brush, cell, spot, age) => paintShape(brush, look.shape, cell, spot, age),
  };
}

/** One way to start for each rule set: a person first, the usual opponent on every other seat. */
function startsOf(view: GameView | undefined): Start[] {
  return (view?.rules ?? []).map((rules) => {
    const [, ...others] = seatsOf(rules, view);
    const create = { game: view?.name ?? '', rules: rules.name, seats: [HUMAN, ...others] };
    return { label: readable(rules.name), about: sentence(rules.help), create };
  });
}

/** The usual agent on every seat. */
function seatsOf(rules: RuleSet | undefined, view: GameView | undefined): Player[] {
  const usual = agent(rules?.opponent ?? view?.opponent ?? 'random');
  return Array.from({ length: rules?.seats ?? view?.seats ?? 1 }, () => usual);
}

function modesOf(rules: RuleSet | undefined, view: GameView | undefined): Mode[] {
  const agents = seatsOf(rules, view);
  const [, ...others] = agents;
  const name = rules?.name ?? '';
  const watch = { id: 'watch', title: 'Watch', about: 'Agents play', rules: name, seats: agents };
  const alone = { id: 'play', title: 'Play', about: 'You alone', rules: name, seats: [HUMAN] };
  if (others.length === 0) return [alone, watch];
  const people = agents.map(() => HUMAN);
  return [
    { ...alone, id: 'first', title: 'You first', about: 'Against an agent', seats: [HUMAN, ...others] },
    { ...alone, id: 'second', title: 'Agent first', about: 'You answer', seats: [...others, HUMAN] },
    { ...alone, id: 'people', title: 'People', about: 'Here, or by link', seats: people },
    watch,
  ];
}

function optionsOf(view: GameView | undefined): Option[] {
  const names = (list: { name: string }[]) =>
    list.map(({ name }) => ({ value: name, label: readable(name) }));
  const usual = { value: view?.opponent ?? '', label: 'Usual' };
  const options: Option[] = [
    {
      id: 'agent',
      label: 'Agent',
      about: 'Who plays, the weakest first',
      choices: [usual, ...names(view?.agents ?? []).filter(({ value }) => value !== usual.value)],
      initial: usual.value,
      modes: ['first', 'second', 'watch'],
      apply: withAgents,
    },
  ];
  const several = (view?.rules.length ?? 0) > 1;
  if (several)
    options.push({
      id: 'rules',
      label: 'Rules',
      about: 'Which rules are played',
      choices: names(view?.rules ?? []),
      initial: view?.rules[0]?.name ?? '',
      apply: (create, rules) => seated({ ...create, rules }, view),
    });
  return options;
}

/** Rule sets may have other numbers of seats. */
function seated(create: Create, view: GameView | undefined): Create {
  const rules = view?.rules.find(({ name }) => name === create.rules);
  const usual = seatsOf(rules, view);
  return { ...create, seats: usual.map((seat, i) => create.seats?.[i] ?? seat) };
}

function readable(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sentence(text: string): string {
  const large = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(large) || !large ? large : `${large}.`;
}
