/** What a JSON text has beyond its value. */
interface JsonScan {
  /** Paths of members that occur again in their object, as the API server writes them: `[0].a.b`. */
  readonly duplicates: readonly string[];
  /** Offsets of the names of those members: of every one but the first. */
  readonly repeatedAt: readonly number[];
  /** Paths of numbers that the API server would spell otherwise, such as `1.0` and `1e3`. */
  readonly oddNumbers: readonly string[];
}

interface Level {
  /** Names seen so far; undefined for a list. */
  readonly names: Set<string> | undefined;
  readonly path: string;
  index: number;
  key: string;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?[0-9][0-9.eE+-]*)|[[\]{},]/gs;

/** Scans a text that is known to be JSON. */
export function scanJson(text: string): JsonScan {
  const duplicates = new Set<string>();
  const repeatedAt: number[] = [];
  const oddNumbers: string[] = [];
  const levels: Level[] = [];
  for (const { 0: whole, 1: string, 2: colon, 3: number, index } of text.matchAll(token)) {
    const level = levels.at(-1);
    if (colon !== undefined && string !== undefined && level !== undefined) {
      if (!isRepeated(level, JSON.parse(string))) continue;
      duplicates.add(pathOf(level));
      repeatedAt.push(index);
    } else if (number !== undefined) {
      if (isOdd(number)) oddNumbers.push(pathOf(level));
    } else {
      step(whole, levels);
    }
  }
  return { duplicates: [...duplicates], repeatedAt, oddNumbers };
}

function isRepeated(level: Level, name: string): boolean {
  level.key = name;
  const repeated = level.names?.has(name) ?? false;
  level.names?.add(name);
  return repeated;
}

function isOdd(number: string): boolean {
  return !/^-?(?:0|[1-9][0-9]*)$/.test(number) && String(Number(number)) !== number;
}

function step(symbol: string, levels: Level[]): void {
  const level = levels.at(-1);
  if (symbol === '[' || symbol === '{') {
    levels.push({ names: symbol === '{' ? new Set() : undefined, path: pathOf(level), index: 0, key: '' });
  } else if (symbol === ']' || symbol === '}') {
    levels.pop();
  } else if (symbol === ',' && level !== undefined) {
    level.index++;
  }
}

function pathOf(level: Level | undefined): string {
  if (level === undefined) return '';
  if (level.names === undefined) return `${level.path}[${level.index}]`;
  return level.path === '' ? level.key : `${level.path}.${level.key}`;
}
