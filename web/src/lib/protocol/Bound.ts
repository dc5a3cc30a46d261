export type Bound = "exact" | "lower" | "upper" | "sampled" | "none";
