/**
 * The words of a shell command as bash would split them: quotes, and a backslash before a line break (which vanishes) or another
 * character. A pipe is a word of its own. Enough for the documents' commands; they use nothing else.
 */
export function shellWords(command: string): string[] {
  const words = command.match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/gs) ?? [];
  return words.map(unquoted).filter((word) => word !== '');
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"([^"]*)"|\\\n|\\(.)/gs,
    (_, single?: string, double?: string, escaped?: string) => single ?? double ?? escaped ?? '',
  );
}
