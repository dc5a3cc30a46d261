import type { Ink } from '../lib/protocol';

/** The square of a cell on the canvas, in pixels of the screen. */
export interface Spot {
  x: number;
  y: number;
  size: number;
  column: number;
  row: number;
}

/** The colours of the page, as the canvas needs them. */
export interface Colours {
  field: string;
  line: string;
  frame: string;
  frameDark: string;
  frameInk: string;
  ink: string;
  soft: string;
  person: string;
  agent: string;
  good: string;
  bad: string;
  goal: string;
  wood: string[];
  pieces: string[];
  night: boolean;
  font: string;
}

/** Reads the colours that hold at an element now. */
export function coloursAt(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    field: read('--field'),
    line: read('--field-line'),
    frame: read('--frame'),
    frameDark: read('--frame-dark'),
    frameInk: read('--frame-ink'),
    ink: read('--ink'),
    soft: read('--soft'),
    person: read('--person'),
    agent: read('--agent'),
    good: read('--good'),
    bad: read('--bad'),
    goal: read('--goal'),
    wood: [1, 2, 3, 4].map((i) => read(`--wood-${i}`)),
    pieces: [0, 1, 2, 3, 4, 5, 6].map((i) => read(`--piece-${i}`)),
    night: document.documentElement.dataset.theme === 'night',
    font: read('--sans'),
  };
}

/** A canvas context with what games like to draw. */
export class Brush {
  constructor(
    readonly ctx: CanvasRenderingContext2D,
    readonly colours: Colours,
    /** The colour of each seat: the person's or the agent's. */
    readonly seats: [string, string],
    /** The colours of who makes the first, third… and the second, fourth… of moves that are thought of. */
    readonly steps: [string, string],
  ) {}

  inkColour(ink: Ink): string {
    if (typeof ink === 'object')
      return this.colours.pieces[ink.piece % this.colours.pieces.length] ?? this.colours.ink;
    if (ink === 'first') return this.seats[0];
    if (ink === 'second') return this.seats[1];
    if (ink === 'lying') return this.colours.frame;
    if (ink === 'fresh') return this.colours.person;
    return ink === 'goal' ? this.colours.goal : this.colours.soft;
  }

  /** The colour of who makes a move that is thought of, counted from 1. */
  stepColour(step: number): string {
    return this.steps[step % 2 === 1 ? 0 : 1];
  }

  /** A rounded square inside the cell. `inset` and `round` are shares of the cell. */
  tile({ x, y, size }: Spot, inset: number, round: number): void {
    const gap = Math.max(0.5, size * inset);
    this.ctx.beginPath();
    this.ctx.roundRect(x + gap, y + gap, size - 2 * gap, size - 2 * gap, size * round);
  }

  fillTile(spot: Spot, colour: string, inset = 0.03, round = 0.12): void {
    this.ctx.fillStyle = colour;
    this.tile(spot, inset, round);
    this.ctx.fill();
  }

  strokeTile(spot: Spot, colour: string, width = 0.07, dash: number[] = []): void {
    const { ctx } = this;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(1, spot.size * width);
    ctx.setLineDash(dash.map((share) => share * spot.size));
    this.tile(spot, 0.09, 0.1);
    ctx.stroke();
    ctx.restore();
  }

  disc({ x, y, size }: Spot, share: number, colour: string): void {
    this.ctx.fillStyle = colour;
    this.ctx.beginPath();
    this.ctx.arc(x + size / 2, y + size / 2, (size / 2) * share, 0, 2 * Math.PI);
    this.ctx.fill();
  }

  /** A circle; `share` of the cell across, `width` its line. */
  ring({ x, y, size }: Spot, share: number, colour: string, width = 0.07): void {
    this.ctx.strokeStyle = colour;
    this.ctx.lineWidth = Math.max(1, size * width);
    this.ctx.beginPath();
    this.ctx.arc(x + size / 2, y + size / 2, (size / 2) * share, 0, 2 * Math.PI);
    this.ctx.stroke();
  }

  letter(text: string, { x, y, size }: Spot, colour: string, share = 0.55, weight = 700): void {
    const { ctx } = this;
    ctx.fillStyle = colour;
    ctx.font = `${weight} ${Math.round(size * share)}px ${this.colours.font}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, x + size / 2, y + size / 2 + size * 0.03);
  }

  /** Draws with another opacity. */
  faded(alpha: number, draw: () => void): void {
    const before = this.ctx.globalAlpha;
    this.ctx.globalAlpha = before * alpha;
    draw();
    this.ctx.globalAlpha = before;
  }
}

/** Slow at the end, as things that come to rest. */
export function ease(t: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, t))) ** 3;
}

/** A colour that the service gives as 0xRRGGBB. */
export function hexColour(colour: number): string {
  return `#${(colour & 0xffffff).toString(16).padStart(6, '0')}`;
}

/** Black or white, whichever can be read on a colour. */
export function readableOn(colour: string): string {
  const [, r = '0', g = '0', b = '0'] = /^#(..)(..)(..)/.exec(colour) ?? [];
  const light = 0.299 * parseInt(r, 16) + 0.587 * parseInt(g, 16) + 0.114 * parseInt(b, 16);
  return light > 150 ? '#1f2430' : '#ffffff';
}
