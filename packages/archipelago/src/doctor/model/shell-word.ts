/** A text as one word of a shell's command line: names of a cluster may hold what a shell would carry out. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
