let audio: AudioContext | null = null;

interface Tone {
  from: number;
  to: number;
  /** Seconds from now, and how long. */
  after: number;
  lasts: number;
  loud: number;
}

function play({ from, to, after, lasts, loud }: Tone): void {
  audio ??= new AudioContext();
  const start = audio.currentTime + after;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + lasts * 0.65);
  loudness.gain.setValueAtTime(loud, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + lasts + 0.01);
}

/** A soft knock, as of wood on wood. */
export function knock(pitch = 1): void {
  play({ from: 320 * pitch, to: 140 * pitch, after: 0, lasts: 0.12, loud: 0.15 });
}

const SCALE = [392, 494, 587, 784, 988];
const ROWS = ['single', 'double', 'triple', 'tetris'];

/** How many notes a feat is worth, and whether they sound an octave higher. */
export function notesOf(feats: string[]): { notes: number; high: boolean } {
  const words = feats.join(' ').toLowerCase();
  const rows = ROWS.findIndex((name) => words.includes(name)) + 1;
  const spin = words.includes('t-spin') ? 1 : 0;
  return {
    notes: Math.min(SCALE.length, Math.max(1, rows + spin)),
    high: /back-to-back|perfect/.test(words),
  };
}

/** A clear or a spin: a note for each row, climbing; a new level has two of its own. */
export function chime(feats: string[]): void {
  const { notes, high } = notesOf(feats);
  SCALE.slice(0, notes).forEach((pitch, i) => {
    const tone = high ? 2 * pitch : pitch;
    play({ from: tone, to: tone, after: 0.06 * i, lasts: 0.22, loud: 0.12 });
  });
  if (feats.some((feat) => feat.startsWith('Level')))
    [523, 1047].forEach((pitch, i) =>
      play({ from: pitch, to: pitch, after: 0.4 + 0.09 * i, lasts: 0.3, loud: 0.1 }),
    );
}
