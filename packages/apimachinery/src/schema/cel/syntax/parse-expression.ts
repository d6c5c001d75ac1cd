import { type Expr, operator } from './ast.ts';
import type { CompileIssue } from './compile-issues.ts';
import { createParseCursor, type ParseCursor } from './parse-cursor.ts';
import { parseLiteralToken } from './parse-literal.ts';
import { parseMember } from './parse-member.ts';
import { type Token, tokenize } from './tokenize.ts';
import { SyntaxProblem } from './tree-limits.ts';

type ParseResult =
  | { readonly ok: true; readonly expr: Expr; readonly nextId: () => number }
  | { readonly ok: false; readonly issues: readonly CompileIssue[] };

/** Longest expression accepted, in code points; the server's limit. */
const maxLength = 100_000;

function callAt(cursor: ParseCursor, token: Token, name: string, args: readonly Expr[]): Expr {
  return cursor.track(cursor.builderAt(token.offset).call(name, ...args));
}

function parseUnary(cursor: ParseCursor): Expr {
  const token = cursor.peek();
  if (token.kind !== 'punctuation' || (token.text !== '!' && token.text !== '-'))
    return parseMember(cursor, parseExpr);
  const signed = cursor.peek(1);
  if (token.text === '-' && (signed.kind === 'int' || signed.kind === 'float')) {
    cursor.take();
    return parseMember(cursor, parseExpr, parseLiteralToken(cursor, cursor.take(), token));
  }
  let count = 0;
  while (cursor.accept(token.text) !== undefined) count += 1;
  const operand = parseMember(cursor, parseExpr);
  if (count % 2 === 0) return operand;
  return callAt(cursor, token, token.text === '!' ? operator.not : operator.negate, [operand]);
}

type Level = ReadonlyMap<string, string>;

const multiplicative: Level = new Map([
  ['*', operator.multiply],
  ['/', operator.divide],
  ['%', operator.modulo],
]);
const additive: Level = new Map([
  ['+', operator.add],
  ['-', operator.subtract],
]);
const relational: Level = new Map([
  ['<', operator.less],
  ['<=', operator.lessEquals],
  ['>', operator.greater],
  ['>=', operator.greaterEquals],
  ['==', operator.equals],
  ['!=', operator.notEquals],
  ['in', operator.in],
]);

function operatorAt(token: Token, level: Level): string | undefined {
  return token.kind === 'punctuation' || token.text === 'in' ? level.get(token.text) : undefined;
}

function leftAssociative(next: (cursor: ParseCursor) => Expr, level: Level): (cursor: ParseCursor) => Expr {
  return (cursor) => {
    let left = next(cursor);
    for (
      let name = operatorAt(cursor.peek(), level);
      name !== undefined;
      name = operatorAt(cursor.peek(), level)
    ) {
      const token = cursor.take();
      left = callAt(cursor, token, name, [left, next(cursor)]);
    }
    return left;
  };
}

const parseProduct = leftAssociative(parseUnary, multiplicative);
const parseSum = leftAssociative(parseProduct, additive);
const parseRelation = leftAssociative(parseSum, relational);

interface Terms {
  readonly name: string;
  readonly terms: readonly Expr[];
  readonly operators: readonly Token[];
}

/** `a && b && c && d` becomes a balanced tree, so that long chains stay shallow. */
function balance(cursor: ParseCursor, chain: Terms, low: number, high: number): Expr {
  const middle = Math.floor((low + high + 1) / 2);
  const left = middle === low ? chain.terms[middle] : balance(cursor, chain, low, middle - 1);
  const right = middle === high ? chain.terms[middle + 1] : balance(cursor, chain, middle + 1, high);
  const token = chain.operators[middle];
  if (left === undefined || right === undefined || token === undefined)
    throw new Error('unbalanced operator chain');
  return callAt(cursor, token, chain.name, [left, right]);
}

function chainOf(
  next: (cursor: ParseCursor) => Expr,
  symbol: string,
  name: string,
): (cursor: ParseCursor) => Expr {
  return (cursor) => {
    const first = next(cursor);
    const terms = [first];
    const operators: Token[] = [];
    for (let token = cursor.accept(symbol); token !== undefined; token = cursor.accept(symbol)) {
      operators.push(token);
      terms.push(next(cursor));
    }
    return operators.length === 0
      ? first
      : balance(cursor, { name, terms, operators }, 0, operators.length - 1);
  };
}

const parseAnd = chainOf(parseRelation, '&&', operator.and);
const parseOr = chainOf(parseAnd, '||', operator.or);

function parseExpr(cursor: ParseCursor): Expr {
  return cursor.nested(() => {
    const condition = parseOr(cursor);
    const question = cursor.accept('?');
    if (question === undefined) return condition;
    const truthy = parseOr(cursor);
    cursor.expect(':');
    return callAt(cursor, question, operator.conditional, [condition, truthy, parseExpr(cursor)]);
  });
}

function parseWhole(cursor: ParseCursor): Expr {
  const expr = parseExpr(cursor);
  if (cursor.peek().kind !== 'end') {
    const kind = cursor.peek(1).kind === 'end' ? 'extraneous' : 'mismatched';
    cursor.fail(`${kind} input '${cursor.peek().text}' expecting <EOF>`);
  }
  return expr;
}

/**
 * Parses a CEL expression and expands its macros. Stops at the first syntax error; messages follow the server's
 * where it expects one thing only.
 */
export function parseExpression(source: string): ParseResult {
  const size = Array.from(source).length;
  if (size > maxLength) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${maxLength}`;
    return { ok: false, issues: [{ offset: 0, message }] };
  }
  const { tokens, issues: unreadable } = tokenize(source);
  const issues = [...unreadable];
  const cursor = createParseCursor(tokens, issues);
  try {
    const expr = parseWhole(cursor);
    return issues.length === 0 ? { ok: true, expr, nextId: cursor.ids.next } : { ok: false, issues };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ok: false, issues };
    throw error;
  }
}
