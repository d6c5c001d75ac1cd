import { type Expr, type MapEntry, operator } from './ast.ts';
import { expandMacro } from './macros.ts';
import { isName, keywords } from './names.ts';
import { expressionStart, type ParseCursor } from './parse-cursor.ts';
import { parseLiteralToken } from './parse-literal.ts';
import { parseMessage, startsMessage } from './parse-message.ts';
import type { Token } from './tokenize.ts';

type ParseExpr = (cursor: ParseCursor) => Expr;

const reserved: ReadonlySet<string> = new Set([
  ...['as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop'],
  ...['package', 'namespace', 'return', 'var', 'void', 'while'],
]);

function takeComma(cursor: ParseCursor, close: string): void {
  if (cursor.accept(',') !== undefined) return;
  const next = cursor.peek(1).text;
  const kind = next === close || next === ',' ? 'extraneous' : 'mismatched';
  cursor.fail(`${kind} input '${cursor.peek().text}' expecting {'${close}', ','}`);
}

function parseList(cursor: ParseCursor, close: string, parseItem: (index: number) => void): void {
  for (let index = 0; cursor.accept(close) === undefined; index += 1) {
    if (index > 0) {
      takeComma(cursor, close);
      if (cursor.accept(close) !== undefined) return;
      if (cursor.peek().kind === 'end' && close === ']') cursor.fail("missing ']' at '<EOF>'");
    }
    parseItem(index);
  }
}

function parseArguments(cursor: ParseCursor, parse: ParseExpr): Expr[] {
  const args: Expr[] = [];
  if (cursor.accept(')') !== undefined) return args;
  if (cursor.peek().kind === 'end') {
    return cursor.fail(
      `mismatched input '<EOF>' expecting ${expressionStart.replace("'(', ", "'(', ')', ")}`,
    );
  }
  do args.push(parse(cursor));
  while (cursor.accept(',') !== undefined);
  if (cursor.peek().kind === 'end') cursor.fail("missing ')' at '<EOF>'");
  cursor.expect(')');
  return args;
}

interface CallSite {
  readonly name: string;
  readonly open: Token;
  readonly target: Expr | undefined;
}

function callOrMacro(cursor: ParseCursor, site: CallSite, args: readonly Expr[]): Expr {
  const builder = cursor.builderAt(site.open.offset);
  const expanded = expandMacro(site.name, { target: site.target, args, builder });
  if (expanded?.kind === 'expr') return expanded.expr;
  if (expanded?.kind === 'issue') return cursor.report(expanded.issue.offset, expanded.issue.message);
  return site.target === undefined
    ? builder.call(site.name, ...args)
    : builder.memberCall(site.name, site.target, ...args);
}

function parseListLiteral(cursor: ParseCursor, open: Token, parse: ParseExpr): Expr {
  const elements: Expr[] = [];
  const optional = new Set<number>();
  parseList(cursor, ']', (index) => {
    if (cursor.accept('?') !== undefined) optional.add(index);
    elements.push(parse(cursor));
  });
  return { kind: 'list', id: cursor.ids.next(), offset: open.offset, elements, optional };
}

function parseMapLiteral(cursor: ParseCursor, open: Token, parse: ParseExpr): Expr {
  const entries: MapEntry[] = [];
  parseList(cursor, '}', () => {
    const optional = cursor.accept('?') !== undefined;
    const key = parse(cursor);
    cursor.expect(':');
    entries.push({ key, value: parse(cursor), optional });
  });
  return { kind: 'map', id: cursor.ids.next(), offset: open.offset, entries };
}

function parseName(cursor: ParseCursor, dot: Token | undefined, parse: ParseExpr): Expr {
  if (!isName(cursor.peek()))
    return cursor.fail(`no viable alternative at input '.${textOf(cursor.peek())}'`);
  const prefix = dot === undefined ? '' : '.';
  if (startsMessage(cursor)) return parseMessage(cursor, prefix, parse);
  const token = cursor.take();
  const open = cursor.accept('(');
  const args = open === undefined ? [] : parseArguments(cursor, parse);
  if (reserved.has(token.text)) {
    return cursor.report(dot?.offset ?? token.offset, `reserved identifier: ${token.text}`);
  }
  const name = prefix + token.text;
  if (open !== undefined) return callOrMacro(cursor, { name, open, target: undefined }, args);
  return cursor.builderAt(token.offset).ident(name);
}

function textOf(token: Token): string {
  return token.kind === 'end' ? '' : token.text;
}

function parseKeyword(cursor: ParseCursor, token: Token): Expr | undefined {
  if (token.kind !== 'ident' || !keywords.has(token.text) || token.text === 'in') return undefined;
  cursor.take();
  return cursor.builderAt(token.offset).literal(token.text === 'null' ? null : token.text === 'true');
}

function startsExpression(token: Token): boolean {
  if (token.kind === 'punctuation') return ['[', '{', '(', '.', '-', '!'].includes(token.text);
  return token.kind !== 'end' && token.text !== 'in';
}

function parseBracketed(cursor: ParseCursor, parse: ParseExpr): Expr {
  const paren = cursor.accept('(');
  if (paren !== undefined) {
    const inner = parse(cursor);
    if (cursor.peek().kind === 'end') cursor.fail("missing ')' at '<EOF>'");
    cursor.expect(')');
    return inner;
  }
  const bracket = cursor.accept('[');
  if (bracket !== undefined) return parseListLiteral(cursor, bracket, parse);
  const brace = cursor.accept('{');
  if (brace !== undefined) return parseMapLiteral(cursor, brace, parse);
  const kind = startsExpression(cursor.peek(1)) ? 'extraneous' : 'mismatched';
  return cursor.fail(`${kind} input '${cursor.peek().text}' expecting ${expressionStart}`);
}

function parsePrimary(cursor: ParseCursor, parse: ParseExpr): Expr {
  const token = cursor.peek();
  const keyword = parseKeyword(cursor, token);
  if (keyword !== undefined) return keyword;
  if (token.kind === 'ident' && isName(token)) return parseName(cursor, undefined, parse);
  if (token.kind === 'punctuation' && token.text === '.') return parseName(cursor, cursor.take(), parse);
  if (token.kind !== 'ident' && token.kind !== 'punctuation' && token.kind !== 'end') {
    return parseLiteralToken(cursor, cursor.take());
  }
  return parseBracketed(cursor, parse);
}

function parseSelection(cursor: ParseCursor, operand: Expr, dot: Token, parse: ParseExpr): Expr {
  const optional = cursor.accept('?');
  if (!isName(cursor.peek()))
    return cursor.fail(`no viable alternative at input '.${textOf(cursor.peek())}'`);
  const field = cursor.take();
  if (optional !== undefined) {
    const name = cursor.builderAt(field.offset).literal(field.text);
    return cursor.builderAt(dot.offset).call(operator.optionalSelect, operand, name);
  }
  const open = cursor.accept('(');
  if (open !== undefined) {
    return callOrMacro(cursor, { name: field.text, open, target: operand }, parseArguments(cursor, parse));
  }
  return {
    kind: 'select',
    id: cursor.ids.next(),
    offset: dot.offset,
    operand,
    field: field.text,
    testOnly: false,
  };
}

function parseIndex(cursor: ParseCursor, operand: Expr, open: Token, parse: ParseExpr): Expr {
  const name = cursor.accept('?') === undefined ? operator.index : operator.optionalIndex;
  const index = parse(cursor);
  cursor.expect(']');
  return cursor.builderAt(open.offset).call(name, operand, index);
}

/** A primary expression with its selections, calls and indices; `start` is a literal already read. */
export function parseMember(cursor: ParseCursor, parse: ParseExpr, start?: Expr): Expr {
  let expr = cursor.track(start ?? parsePrimary(cursor, parse));
  for (;;) {
    const dot = cursor.accept('.');
    const open = dot === undefined ? cursor.accept('[') : undefined;
    if (dot !== undefined) expr = cursor.track(parseSelection(cursor, expr, dot, parse));
    else if (open !== undefined) expr = cursor.track(parseIndex(cursor, expr, open, parse));
    else return expr;
  }
}
