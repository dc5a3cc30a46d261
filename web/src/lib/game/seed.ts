/** Greater numbers lose their last digits on the way through a browser. */
const MOST = Number.MAX_SAFE_INTEGER;

/** A seed as it is written; none if nothing is written. Says what is wrong with anything else. */
export function readSeed(text: string | null | undefined): number | null {
  const written = text?.trim();
  if (!written) return null;
  const seed = /^\d+$/.test(written) ? Number(written) : NaN;
  if (seed <= MOST) return seed;
  throw new Error(
    `The seed “${written}” is no whole number from 0 to ${MOST}. Write such a number, or none to draw one by lot.`,
  );
}
