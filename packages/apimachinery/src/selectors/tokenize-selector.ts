/** One token of a label selector's text form. */
export interface SelectorToken {
  readonly kind: TokenKind;
  readonly text: string;
}

type Sign = '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<';
type TokenKind = Sign | 'in' | 'notin' | 'identifier' | 'end';

const kinds: readonly TokenKind[] = ['==', '!=', '(', ')', ',', '!', '=', '>', '<', 'in', 'notin'];

/** Splits a selector's text into tokens. A NUL character ends the text. */
export function tokenizeSelector(text: string): readonly SelectorToken[] {
  const pattern = /[ \t\r\n]*([^=!(),<> \t\r\n\0]+|==|!=|[=!(),<>])/gy;
  return [...text.matchAll(pattern)].map(([, token = '']) => ({
    kind: kinds.find((kind) => kind === token) ?? 'identifier',
    text: token,
  }));
}
