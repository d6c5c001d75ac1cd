/** What a query of a panel is called: A, B, C. */
export function referenceLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}
