/** Characters that take two columns of a terminal: those of East Asian scripts, and their full-width forms (Unicode's classes W and F). */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Whether a character takes two columns. */
export function isWide(character: string): boolean {
  return wide.test(character);
}

/** How many columns of a terminal a text takes. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += isWide(character) ? 2 : 1;
  return columns;
}
