export type Key = { name: string, label: string, sign: string, codes: Array<string>, seat?: number, repeats: boolean, };
