import type { Controls } from "./Controls";
import type { Look } from "./Look";
export type RuleSet = { name: string, help: string, parameters: Array<[string, string, string]>, seats: number, opponent: string, controls: Controls, look: Look, };
