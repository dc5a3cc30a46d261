/** A number as people write it: no more digits than it deserves. */
export function number(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en').replace('-', '−');
  const text = value.toFixed(size >= 100 ? 1 : size >= 1 ? 2 : 3).replace(/\.?0+$/, '');
  return text === '-0' || text === '' ? '0' : text.replace('-', '−');
}

/** The same with its sign. */
export function signed(value: number): string {
  const text = number(value);
  return value > 0 && text !== '0' ? `+${text}` : text;
}

/** A text of digits alone as people write such a number; any other as it is. */
export function inFigures(text: string): string {
  return /^\d{4,}$/.test(text) ? number(Number(text)) : text;
}

/** Seconds as a clock: 2:05. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Time that was taken, to the hundredth: 1:02.35. */
export function stopwatch(milliseconds: number): string {
  const hundredths = Math.floor(Math.max(0, milliseconds) / 10);
  const [minutes, rest] = [Math.floor(hundredths / 6000), hundredths % 6000];
  const seconds = (rest / 100).toFixed(2);
  return minutes > 0 ? `${minutes}:${seconds.padStart(5, '0')}` : seconds;
}

/** How long something took. */
export function duration(seconds: number): string {
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${number(seconds * 1000)} ms`;
  return `${number(seconds)} s`;
}

/** How long ago, roughly. */
export function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** `1 move`, `2 moves`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A small number as a word. */
export function inWords(n: number): string {
  return WORDS[n] ?? String(n);
}

/** What stands before the colon or the bracket of a term's meaning. */
export function brief(meaning: string): string {
  return meaning.split(/: | \(/, 1)[0] ?? meaning;
}

/** The first letter large. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
