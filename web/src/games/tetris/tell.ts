/** `T2@18,4` in words: which piece, how it is turned, where its pivot comes to lie. */
export function describePlacement(action: string): string {
  const [, piece, turn, row, column] = /([A-Z]+)(\d)@(\d+),(\d+)(?:\+|$)/.exec(action) ?? [];
  if (!piece) return action;
  return `${piece}, turned to its form ${turn}, with its pivot on row ${row}, column ${column}`;
}
