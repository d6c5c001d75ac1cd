import { childPath, keyPath } from '../../field-errors/field-path.ts';
import type { StructuralSchema } from '../../structural/structural-schema.ts';

type Tokens = readonly string[] | undefined;

const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ["'", "'"],
  ['\\', '\\'],
]);

/** Splits `.a['x.y'].b` into `.`, `a`, `[`, `'x.y'`, `]`, `.`, `b`. */
function splitPath(path: string): Tokens {
  const tokens = path.match(/[.[\]]|'(?:[^'\\]|\\[\s\S])*'|[^.[\]']+/g) ?? [];
  return tokens.join('') === path ? tokens : undefined;
}

function unquote(token: string | undefined): string | undefined {
  if (token === undefined || token.length < 2 || !token.startsWith("'") || !token.endsWith("'"))
    return undefined;
  let valid = true;
  const text = token.slice(1, -1).replaceAll(/\\([\s\S])/g, (_, char: string) => {
    const plain = escapes.get(char);
    if (plain === undefined) valid = false;
    return plain ?? char;
  });
  return valid ? text : undefined;
}

interface Position {
  readonly path: string;
  readonly schema: StructuralSchema;
}

function step(at: Position, name: string): Position | undefined {
  const { properties, additionalProperties } = at.schema;
  if (properties !== undefined) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return schema === undefined ? undefined : { path: childPath(at.path, name), schema };
  }
  if (typeof additionalProperties !== 'object') return undefined;
  return { path: keyPath(at.path, name), schema: additionalProperties };
}

interface Selected {
  readonly name: string;
  readonly length: number;
}

/** The name after `.` or inside `['…']`, and how many tokens that took. */
function selectedName(tokens: readonly string[], at: number): Selected | undefined {
  const [open, name, close] = tokens.slice(at, at + 3);
  if (open === '.' && name !== undefined) return { name, length: 2 };
  if (open !== '[' || close !== ']') return undefined;
  const key = unquote(name);
  return key === undefined ? undefined : { name: key, length: 3 };
}

/** A rule's `fieldPath` as it stands in errors; undefined when it does not lead to a field of the schema. */
export function ruleFieldPath(path: string, schema: StructuralSchema): string | undefined {
  const tokens = splitPath(path);
  if (tokens === undefined) return undefined;
  let at: Position | undefined = { path: '', schema };
  for (let index = 0; index < tokens.length && at !== undefined; ) {
    const selected = selectedName(tokens, index);
    if (selected === undefined) return undefined;
    at = step(at, selected.name);
    index += selected.length;
  }
  return at?.path;
}
