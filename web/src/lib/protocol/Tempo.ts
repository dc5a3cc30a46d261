export type Tempo = "turns" | "beat" | "falling";
