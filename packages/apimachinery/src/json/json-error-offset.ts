type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end';

const string = '"[^"\\\\\\u0000-\\u001f]*(?:\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\\\\u0000-\\u001f]*)*"';
const number = '-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?';

/** Where a text stops being JSON: the offset of the first token that cannot stand there, or the text's length. */
export function jsonErrorOffset(text: string): number {
  const token = new RegExp(`[ \\t\\n\\r]*(?:(${string})|(${number}|true|false|null)|([[\\]{},:]))`, 'y');
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let offset = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const next = step(kindOf(match), expected, open);
    if (next === undefined) break;
    expected = next;
    offset = token.lastIndex;
  }
  return offset + (/^[ \t\n\r]*/.exec(text.slice(offset))?.[0].length ?? 0);
}

function kindOf(match: RegExpExecArray): string {
  if (match[1] !== undefined) return 'string';
  return match[2] !== undefined ? 'scalar' : (match[3] ?? '');
}

/** Which kinds of token may stand where something is expected; closing brackets are looked at apart. */
const allowed: Readonly<Record<Expected, readonly string[]>> = {
  value: ['string', 'scalar', '[', '{'],
  'value-or-close': ['string', 'scalar', '[', '{', ']'],
  key: ['string'],
  'key-or-close': ['string', '}'],
  colon: [':'],
  'comma-or-close': [',', ']', '}'],
  end: [],
};

/** What may follow `kind`, or nothing when it may not stand where `expected` is. */
function step(kind: string, expected: Expected, open: ('[' | '{')[]): Expected | undefined {
  if (!allowed[expected].includes(kind)) return undefined;
  if (kind === ':') return 'value';
  if (kind === ',') return afterComma(open);
  if (kind === '[' || kind === '{') return enter(kind, open);
  if (kind === 'string' && expected.startsWith('key')) return 'colon';
  return kind === ']' || kind === '}' ? close(kind, open) : after(open);
}

function close(kind: string, open: ('[' | '{')[]): Expected | undefined {
  if (kind !== (open.at(-1) === '[' ? ']' : '}')) return undefined;
  open.pop();
  return after(open);
}

function enter(kind: '[' | '{', open: ('[' | '{')[]): Expected {
  open.push(kind);
  return kind === '[' ? 'value-or-close' : 'key-or-close';
}

function afterComma(open: readonly string[]): Expected {
  return open.at(-1) === '[' ? 'value' : 'key';
}

function after(open: readonly string[]): Expected {
  return open.length === 0 ? 'end' : 'comma-or-close';
}
