import type { Expr } from './ast.ts';
import type { CompileIssue } from './compile-issues.ts';
import { createExprBuilder, createIdSource, type ExprBuilder, type IdSource } from './expr-builder.ts';
import type { Token } from './tokenize.ts';

/** Nesting the parser accepts; the server's limit. */
const maxDepth = 250;

/** Thrown to leave the parser at the first syntax error; caught in parseExpression. */
export class SyntaxProblem extends Error {}

export const expressionStart =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/** The tokens of one expression, how far the parser got, and what it complained about. */
export interface ParseCursor {
  readonly ids: IdSource;
  readonly issues: CompileIssue[];
  peek(ahead?: number): Token;
  take(): Token;
  /** Takes the next token if it is this punctuation. */
  accept(text: string): Token | undefined;
  expect(text: string): Token;
  /** Reports a syntax error at the next token and stops. */
  fail(message: string): never;
  /** Reports an error at a place and goes on with a node standing in for the bad part. */
  report(offset: number, message: string): Expr;
  builderAt(offset: number): ExprBuilder;
  /** Runs one level of nesting. */
  nested<T>(parse: () => T): T;
}

const endToken: Token = { kind: 'end', text: '<EOF>', offset: 0 };

export function createParseCursor(tokens: readonly Token[], issues: CompileIssue[]): ParseCursor {
  const ids = createIdSource();
  let position = 0;
  let depth = 0;
  const peek = (ahead = 0): Token => tokens[Math.min(position + ahead, tokens.length - 1)] ?? endToken;
  const take = (): Token => {
    const token = peek();
    position += 1;
    return token;
  };
  const accept = (text: string): Token | undefined =>
    peek().kind === 'punctuation' && peek().text === text ? take() : undefined;
  const fail = (message: string): never => {
    issues.push({ offset: peek().offset, message: `Syntax error: ${message}` });
    throw new SyntaxProblem(message);
  };
  const builderAt = (offset: number): ExprBuilder => createExprBuilder(ids, offset);
  return {
    ids,
    issues,
    peek,
    take,
    accept,
    expect: (text) => accept(text) ?? fail(`mismatched input '${peek().text}' expecting '${text}'`),
    fail,
    report: (offset, message) => {
      issues.push({ offset, message });
      return builderAt(offset).literal(null);
    },
    builderAt,
    nested: (parse) => {
      depth += 1;
      if (depth > maxDepth) return fail(`expression recursion limit exceeded: ${maxDepth}`);
      const result = parse();
      depth -= 1;
      return result;
    },
  };
}
