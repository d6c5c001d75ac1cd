/** One instruction with its continuation lines; `line` is where it begins. */
interface Instruction {
  readonly line: number;
  /** In capitals. */
  readonly name: string;
  readonly rest: string;
}

/** The instructions of a Containerfile: comments left out, continued lines joined, here-documents skipped. */
export function instructionsOf(text: string): readonly Instruction[] {
  const lines = text.split(/\r?\n/);
  const found: Instruction[] = [];
  for (let index = 0; index < lines.length; ) {
    const { joined, next } = joinedLine(lines, index);
    const [, name, rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(joined) ?? [];
    const isText = name !== undefined && !name.startsWith('#');
    if (isText) found.push({ line: index + 1, name: name.toUpperCase(), rest });
    index = isText ? afterHereDocuments(lines, next, rest) : next;
  }
  return found;
}

function joinedLine(lines: readonly string[], from: number): { joined: string; next: number } {
  const continued = /\\\s*$/;
  let line = lines[from] ?? '';
  let next = from + 1;
  const parts = [line];
  while (continued.test(line) && next < lines.length) {
    const more = lines[next] ?? '';
    next += 1;
    // comments and empty lines between do not end the instruction
    if (/^\s*(#|$)/.test(more)) continue;
    line = more;
    parts.push(line);
  }
  return { joined: parts.map((part) => part.replace(continued, '')).join(' '), next };
}

function afterHereDocuments(lines: readonly string[], from: number, rest: string): number {
  let next = from;
  for (const [, end] of rest.matchAll(/<<-?\s*["']?([A-Za-z_]\w*)["']?/g)) {
    const close = lines.findIndex((line, index) => index >= next && line.trim() === end);
    next = close === -1 ? lines.length : close + 1;
  }
  return next;
}

/** The images and stages that an instruction names, as they are written. */
export function imageNamesIn({ name, rest }: Omit<Instruction, 'line'>): readonly string[] {
  switch (name) {
    case 'FROM':
      return rest
        .split(/\s+/)
        .filter((word) => word !== '' && !word.startsWith('--'))
        .slice(0, 1);
    case 'COPY':
    case 'ADD':
      return [...rest.matchAll(/(?:^|\s)--from=(\S+)/g)].map(([, from = '']) => from);
    case 'RUN':
      return [...rest.matchAll(/(?:^|\s)--mount=(\S+)/g)].flatMap(([, mount = '']) =>
        mount.split(',').flatMap((part) => (part.startsWith('from=') ? [part.slice('from='.length)] : [])),
      );
    default:
      return [];
  }
}

/** The stage that an instruction begins, if it has a name. */
export function stageOf({ name, rest }: Omit<Instruction, 'line'>): string | undefined {
  return name === 'FROM' ? /\sas\s+(\S+)\s*$/i.exec(rest)?.[1] : undefined;
}

/** Whether a name says in which registry its image is. */
export function hasRegistry(name: string): boolean {
  const [host = '', ...path] = name.split('/');
  return path.length > 0 && (/[.:]/.test(host) || host === 'localhost');
}
