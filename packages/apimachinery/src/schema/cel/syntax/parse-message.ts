import type { Expr, MessageField } from './ast.ts';
import { isName } from './names.ts';
import type { ParseCursor } from './parse-cursor.ts';

type ParseExpr = (cursor: ParseCursor) => Expr;

const fieldStart = "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}";

/** `a.b.C{` starts a message; looks ahead over the dotted name. */
export function startsMessage(cursor: ParseCursor): boolean {
  let ahead = 0;
  while (isName(cursor.peek(ahead)) && cursor.peek(ahead + 1).text === '.') ahead += 2;
  const brace = cursor.peek(ahead + 1);
  return isName(cursor.peek(ahead)) && brace.kind === 'punctuation' && brace.text === '{';
}

function startsField(cursor: ParseCursor): boolean {
  const token = cursor.peek();
  return isName(token) || (token.kind === 'punctuation' && token.text === '?');
}

function parseField(cursor: ParseCursor, parse: ParseExpr): MessageField {
  const optional = cursor.accept('?') !== undefined;
  if (!isName(cursor.peek()))
    cursor.fail(`mismatched input '${cursor.peek().text}' expecting {IDENTIFIER, ESC_IDENTIFIER}`);
  const name = cursor.take().text;
  const { offset } = cursor.expect(':');
  return { name, offset, optional, value: parse(cursor) };
}

/** After a field: whether another one follows. */
function takesAnother(cursor: ParseCursor): boolean {
  if (cursor.accept('}') !== undefined) return false;
  if (cursor.accept(',') === undefined)
    cursor.fail(`mismatched input '${cursor.peek().text}' expecting {'}', ','}`);
  if (startsField(cursor)) return true;
  cursor.expect('}');
  return false;
}

function parseFields(cursor: ParseCursor, parse: ParseExpr): readonly MessageField[] {
  if (cursor.accept('}') !== undefined) return [];
  if (cursor.accept(',') !== undefined) {
    cursor.expect('}');
    return [];
  }
  if (!startsField(cursor)) cursor.fail(`mismatched input '${cursor.peek().text}' expecting ${fieldStart}`);
  const fields: MessageField[] = [];
  do fields.push(parseField(cursor, parse));
  while (takesAnother(cursor));
  return fields;
}

/** A message: its name, and its fields in braces. `prefix` is the dot before the name, or empty. */
export function parseMessage(cursor: ParseCursor, prefix: string, parse: ParseExpr): Expr {
  let name = prefix + cursor.take().text;
  while (cursor.accept('.') !== undefined) name += `.${cursor.take().text}`;
  const { offset } = cursor.expect('{');
  const fields = parseFields(cursor, parse);
  return { kind: 'message', id: cursor.ids.next(), offset, name, fields };
}
