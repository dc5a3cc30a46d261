import type { Candidate } from './protocol';

/** A move in the tree of what an agent expects. */
export interface Node {
  action: string;
  /** All moves from the position to here. */
  path: string[];
  /** Set where a candidate starts. */
  candidate: Candidate | null;
  children: Node[];
}

/** The candidates and their lines as a tree; lines that begin alike share a branch. */
export function lineTree(candidates: Candidate[]): Node[] {
  const roots: Node[] = [];
  for (const candidate of candidates) {
    const line = candidate.line.length > 0 ? candidate.line : [candidate.action];
    let level = roots;
    line.forEach((action, depth) => {
      let node = level.find((other) => other.action === action);
      if (!node) {
        node = { action, path: line.slice(0, depth + 1), candidate: null, children: [] };
        level.push(node);
      }
      if (depth === 0) node.candidate = candidate;
      level = node.children;
    });
  }
  return roots;
}

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
