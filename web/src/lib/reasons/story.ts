/** Paths that a planner tried and gave up, the longest of each, in order. */
export function deadEnds(story: { step: string[]; backtracked: boolean }[]): string[][] {
  const ends: string[][] = [];
  for (let i = 1; i < story.length; i++) {
    const before = story[i - 1]?.step ?? [];
    const now = story[i];
    if (now?.backtracked && before.length > 0) ends.push(before);
  }
  return ends;
}
