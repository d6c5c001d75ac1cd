import { RE2JS } from 're2js';

/** A regular expression in RE2's language, which matches in linear time. */
export interface CompiledPattern {
  readonly source: string;
  /** Why the pattern is none, or whether it occurs in the text. */
  readonly find: (text: string) => boolean | string;
}

/** Compiles a pattern on first use: most of a large schema's patterns never meet a value. */
export function compilePattern(source: string): CompiledPattern {
  let compiled: RE2JS | string | undefined;
  const find = (text: string): boolean | string => {
    compiled ??= compile(source);
    return typeof compiled === 'string' ? compiled : compiled.matcher(text).find();
  };
  return { source, find };
}

const problems = new Map<string, string | undefined>();
const mostProblems = 1000;

/** Why a pattern is not RE2, if it is not. Schemas say the same few patterns over and over. */
export function patternError(source: string): string | undefined {
  if (problems.has(source)) return problems.get(source);
  const compiled = compile(source);
  const problem = typeof compiled === 'string' ? compiled : undefined;
  if (problems.size >= mostProblems) problems.clear();
  problems.set(source, problem);
  return problem;
}

function compile(source: string): RE2JS | string {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
