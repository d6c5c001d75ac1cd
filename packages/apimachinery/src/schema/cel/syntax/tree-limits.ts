import { childrenOf, type Expr } from './ast.ts';
import type { CompileIssue } from './compile-issues.ts';
import { createIdSource, type IdSource } from './expr-builder.ts';

/** Thrown to leave the parser at the first syntax error; caught in parseExpression. */
export class SyntaxProblem extends Error {}

/** Nested expressions accepted; the server's limit. */
const maxNesting = 250;

/** Levels of the tree accepted, which a long `a.b.c…` reaches without nesting; the server's limit. */
const maxDepth = 251;

/** Copies that macros make of their targets can grow without bound. */
const maxNodes = 500_000;

/** The server gives no place for these. */
const nowhere = -1;

/** Keeps trees small enough for everything that walks them. */
interface TreeLimits {
  readonly ids: IdSource;
  track(expr: Expr): Expr;
  nested<T>(parse: () => T): T;
}

export function createTreeLimits(issues: CompileIssue[]): TreeLimits {
  const source = createIdSource();
  const depths = new WeakMap<Expr, number>();
  let nesting = 0;
  const refuse = (message: string): never => {
    issues.push({ offset: nowhere, message });
    throw new SyntaxProblem(message);
  };
  const next = (): number => {
    const id = source.next();
    return id > maxNodes ? refuse('expression grows too large') : id;
  };
  const depthOf = (expr: Expr): number =>
    depths.get(expr) ?? 1 + childrenOf(expr).reduce((most, child) => Math.max(most, depthOf(child)), 0);
  return {
    ids: { next },
    track: (expr) => {
      const levels = depthOf(expr);
      depths.set(expr, levels);
      return levels > maxDepth ? refuse('max recursion depth exceeded') : expr;
    },
    nested: (parse) => {
      nesting += 1;
      if (nesting > maxNesting) return refuse(`expression recursion limit exceeded: ${maxNesting}`);
      const result = parse();
      nesting -= 1;
      return result;
    },
  };
}
