import type { Shape } from "./Shape"; export type Look = { shape: Shape, crossings: boolean, palette: Array<number>, words: { [key in string]: string }, };
