import type { Expr } from './ast.ts';
import type { CompileIssue } from './compile-issues.ts';
import { createExprBuilder, type ExprBuilder, type IdSource } from './expr-builder.ts';
import type { Token } from './tokenize.ts';
import { createTreeLimits, SyntaxProblem } from './tree-limits.ts';

export const expressionStart =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/** The tokens of one expression, and how far the parser got. */
interface TokenStream {
  peek(ahead?: number): Token;
  take(): Token;
  /** Takes the next token if it is this punctuation. */
  accept(text: string): Token | undefined;
}

export interface ParseCursor extends TokenStream {
  readonly ids: IdSource;
  expect(text: string): Token;
  /** Reports a syntax error at the next token and stops. */
  fail(message: string): never;
  /** Reports an error at a place and goes on with a node standing in for the bad part. */
  report(offset: number, message: string): Expr;
  builderAt(offset: number): ExprBuilder;
  /** Refuses a node that makes the tree too deep. */
  track(expr: Expr): Expr;
  /** Runs one level of nesting. */
  nested<T>(parse: () => T): T;
}

const endToken: Token = { kind: 'end', text: '<EOF>', offset: 0 };

function createTokenStream(tokens: readonly Token[]): TokenStream {
  let position = 0;
  const peek = (ahead = 0): Token => tokens[Math.min(position + ahead, tokens.length - 1)] ?? endToken;
  const take = (): Token => {
    const token = peek();
    position += 1;
    return token;
  };
  return {
    peek,
    take,
    accept: (text) => (peek().kind === 'punctuation' && peek().text === text ? take() : undefined),
  };
}

export function createParseCursor(tokens: readonly Token[], issues: CompileIssue[]): ParseCursor {
  const stream = createTokenStream(tokens);
  const { ids, track, nested } = createTreeLimits(issues);
  const fail = (message: string): never => {
    issues.push({ offset: stream.peek().offset, message: `Syntax error: ${message}` });
    throw new SyntaxProblem(message);
  };
  const builderAt = (offset: number): ExprBuilder => createExprBuilder(ids, offset);
  const surprise = (text: string): never => {
    const kind = stream.peek(1).text === text ? 'extraneous' : 'mismatched';
    return fail(`${kind} input '${stream.peek().text}' expecting '${text}'`);
  };
  return {
    ...stream,
    ids,
    track,
    nested,
    fail,
    builderAt,
    expect: (text) => stream.accept(text) ?? surprise(text),
    report: (offset, message) => {
      issues.push({ offset, message });
      return builderAt(offset).literal(null);
    },
  };
}
