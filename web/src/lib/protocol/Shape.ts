export type Shape = "tile" | "stone" | "block" | "text";
