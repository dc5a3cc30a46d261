export type Button = { action: string, label: string, codes: Array<string>, };
