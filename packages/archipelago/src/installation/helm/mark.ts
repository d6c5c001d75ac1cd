import type { JsonValue } from '@archipelago/apimachinery';

/**
 * How a value of the chart goes into an object: as a text, as any one scalar, as data of any form; the others only where it was
 * chosen: one text, data, a text for each of a list, the items of a list.
 */
type MarkKind = 'text' | 'scalar' | 'data' | 'optional' | 'optional-data' | 'each' | 'items';

/** A place in an object that a value of the chart goes into. */
export interface Mark {
  readonly kind: MarkKind;
  /** In the template language, such as `$.Values.replicas`. */
  readonly expression: string;
}

/** A piece of a text: literal, or a mark. */
type Piece = string | Mark;

const [opens, closes] = ['\u{e000}', '\u{e001}'];
const pattern = /\u{e000}([a-z-]+) ([^\u{e001}]*)\u{e001}/u;

/** A mark as a text, so that it can be chosen like anything else; no name or image has such characters. */
export function mark(kind: MarkKind, expression: string): string {
  return `${opens}${kind} ${expression}${closes}`;
}

/** The pieces of a text, the marks in it apart. A text that was encoded as base64 with a mark in it is known, too. */
export function piecesOf(text: string): readonly Piece[] {
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const [whole] = decoded.startsWith(opens) ? split(decoded) : [];
  if (whole !== undefined && typeof whole !== 'string')
    return [{ kind: whole.kind, expression: `${whole.expression} | b64enc` }];
  return split(text);
}

function split(text: string): readonly Piece[] {
  const found = pattern.exec(text);
  if (found === null) return text === '' ? [] : [text];
  const [all, kind = '', expression = ''] = found;
  if (!isKind(kind)) throw new Error(`${kind}: no kind of mark`);
  const before = text.slice(0, found.index);
  const rest = split(text.slice(found.index + all.length));
  return [...(before === '' ? [] : [before]), { kind, expression }, ...rest];
}

const kinds: readonly string[] = [
  'text',
  'scalar',
  'data',
  'optional',
  'optional-data',
  'each',
  'items',
] satisfies readonly MarkKind[];

function isKind(text: string): text is MarkKind {
  return kinds.includes(text);
}

/** The mark that a value is, if it is one and nothing else. */
export function markOf(value: JsonValue): Mark | undefined {
  if (typeof value !== 'string') return undefined;
  const [only, ...more] = piecesOf(value);
  return more.length === 0 && typeof only === 'object' ? only : undefined;
}
