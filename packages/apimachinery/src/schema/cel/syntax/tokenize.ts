import type { CompileIssue } from './compile-issues.ts';

type TokenKind = 'int' | 'uint' | 'float' | 'string' | 'bytes' | 'ident' | 'punctuation' | 'end';

/** `offset` counts code points. Keywords (`true`, `in`, …) are identifiers here; the parser tells them apart. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

const skipped = /(?:[ \t\r\n\f]+|\/\/[^\n]*)+/y;

const stringPattern = [
  `[rR]"""(?:[^"]|"(?!""))*"""`,
  `[rR]'''(?:[^']|'(?!''))*'''`,
  `[rR]"[^"\\n\\r]*"`,
  `[rR]'[^'\\n\\r]*'`,
  `"""(?:[^"\\\\]|\\\\[\\s\\S]|"(?!""))*"""`,
  `'''(?:[^'\\\\]|\\\\[\\s\\S]|'(?!''))*'''`,
  `"(?:[^"\\\\\\n\\r]|\\\\[^\\n\\r])*"`,
  `'(?:[^'\\\\\\n\\r]|\\\\[^\\n\\r])*'`,
].join('|');

/** Tried in order; the first that matches wins, so longer forms stand first. */
const tokenPatterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['bytes', new RegExp(`[bB](?:${stringPattern})`, 'y')],
  ['string', new RegExp(stringPattern, 'y')],
  ['float', /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/y],
  ['uint', /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]/y],
  ['int', /0x[0-9a-fA-F]+|[0-9]+/y],
  ['ident', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['punctuation', /==|!=|<=|>=|&&|\|\||[[\]{}().,?:<>+\-*/%!]/y],
];

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** How much of an unreadable token the lexer swallows: an open string to its end, half an operator with its next character. */
function unreadableText(source: string, at: number): string {
  const openString = matchAt(/[rR]?"[^"\n\r]*|[rR]?'[^'\n\r]*/y, source, at);
  if (openString !== undefined) return openString;
  const half = matchAt(/[=&|]/y, source, at);
  const length = half === undefined ? 1 : 2;
  return Array.from(source.slice(at, at + 2 * length))
    .slice(0, length)
    .join('');
}

interface Tokens {
  readonly tokens: readonly Token[];
  readonly issues: readonly CompileIssue[];
}

function nextToken(source: string, at: number, offset: number): Token | undefined {
  for (const [kind, pattern] of tokenPatterns) {
    const text = matchAt(pattern, source, at);
    if (text !== undefined) return { kind, text, offset };
  }
  return undefined;
}

/** Splits a CEL expression into tokens, the last of kind `end`; characters no token starts with become issues and are skipped. */
export function tokenize(source: string): Tokens {
  const tokens: Token[] = [];
  const issues: CompileIssue[] = [];
  let at = 0;
  let offset = 0;
  const advance = (text: string): void => {
    at += text.length;
    offset += Array.from(text).length;
  };
  while (at < source.length) {
    advance(matchAt(skipped, source, at) ?? '');
    if (at >= source.length) break;
    const token = nextToken(source, at, offset);
    if (token === undefined) {
      const text = unreadableText(source, at);
      issues.push({ offset, message: `Syntax error: token recognition error at: '${text}'` });
      advance(text);
    } else {
      tokens.push(token);
      advance(token.text);
    }
  }
  tokens.push({ kind: 'end', text: '<EOF>', offset });
  return { tokens, issues };
}
