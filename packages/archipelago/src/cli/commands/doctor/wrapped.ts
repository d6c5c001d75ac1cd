const width = 80;

/** The text in lines of at most 80 columns behind `start`, each next one indented as far as `start` reaches, or by ten. */
export function wrapped(start: string, text: string): string {
  const indent = ' '.repeat(Math.min(start.length, 10));
  const lines: string[] = [];
  let line = start;
  let isEmpty = true;
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line = isEmpty ? line + word : `${line} ${word}`;
    isEmpty = false;
  }
  return `${[...lines, line].join('\n').trimEnd()}\n`;
}
