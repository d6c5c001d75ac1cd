import type { Expr, LiteralValue } from './ast.ts';
import type { ParseCursor } from './parse-cursor.ts';
import type { Token } from './tokenize.ts';
import { unescapeLiteral } from './unescape-literal.ts';

const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);
const maxUint = 2n ** 64n - 1n;

type LiteralResult =
  | { readonly ok: true; readonly value: LiteralValue }
  | { readonly ok: false; readonly message: string };

function intLiteral(text: string, negative: boolean): LiteralResult {
  const magnitude = BigInt(text);
  const value = negative ? -magnitude : magnitude;
  return value < minInt || value > maxInt
    ? { ok: false, message: 'invalid int literal' }
    : { ok: true, value };
}

function uintLiteral(text: string): LiteralResult {
  const value = BigInt(text.slice(0, -1));
  if (value > maxUint) return { ok: false, message: 'invalid uint literal' };
  return { ok: true, value: { kind: 'uint', value } };
}

function doubleLiteral(text: string, negative: boolean): LiteralResult {
  const magnitude = Number(text);
  if (!Number.isFinite(magnitude)) return { ok: false, message: 'invalid double literal' };
  return { ok: true, value: negative ? -magnitude : magnitude };
}

function literalValue(token: Token, negative: boolean): LiteralResult {
  switch (token.kind) {
    case 'int':
      return intLiteral(token.text, negative);
    case 'uint':
      return uintLiteral(token.text);
    case 'float':
      return doubleLiteral(token.text, negative);
    case 'string':
      return unescapeLiteral(token.text, false);
    default: {
      const text = unescapeLiteral(token.text.slice(1), true);
      return text.ok ? { ok: true, value: new Uint8Array(Buffer.from(text.value, 'latin1')) } : text;
    }
  }
}

/** The literal in `token`, negative when a minus sign stood before it; `offset` is where sign or token start. */
export function parseLiteralToken(cursor: ParseCursor, token: Token, sign?: Token): Expr {
  const offset = sign?.offset ?? token.offset;
  const literal = literalValue(token, sign !== undefined);
  if (!literal.ok) return cursor.report(offset, literal.message);
  return cursor.builderAt(offset).literal(literal.value);
}
