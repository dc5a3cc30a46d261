import type { Button } from "./Button"; export type Buttons = "none" | "legal" | { "named": Array<Button> };
