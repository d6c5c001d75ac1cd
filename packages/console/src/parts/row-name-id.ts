/** The id of what names a row of a table: PatternFly has the button that opens the row named by it. */
export function rowNameId(index: number): string {
  return `simple-node${index}`;
}
