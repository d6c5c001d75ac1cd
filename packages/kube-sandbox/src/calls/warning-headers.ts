/** Letters of all warnings together, and of each where they are more. */
const LIMIT = 4096;
const SHORT = 256;

function headerOf(text: string): string {
  return `299 - "${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}

/** The first of the texts, shortened, as far as they fit. */
function shortened(texts: readonly string[]): readonly string[] {
  const short = texts.map((text) => [...text].slice(0, SHORT).join(''));
  return short.slice(0, LIMIT / SHORT);
}

/** Values of the `Warning` headers: each text once, none that breaks a header, all of them shortened where they are too many. */
export function warningHeaders(warnings: readonly string[]): readonly string[] {
  const texts = [...new Set(warnings)].filter((text) => text !== '' && !/\p{Cc}/u.test(text));
  const length = texts.reduce((sum, text) => sum + [...text].length, 0);
  return (length <= LIMIT ? texts : shortened(texts)).map(headerOf);
}
