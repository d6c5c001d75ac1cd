/** One token of a label selector's text form. */
export interface SelectorToken {
  readonly kind: TokenKind;
  readonly text: string;
}

type Sign = '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<';
type TokenKind = Sign | 'in' | 'notin' | 'identifier' | 'end';

const symbols: readonly Sign[] = ['==', '!=', '(', ')', ',', '!', '=', '>', '<'];

/** Splits a selector's text into tokens; the last one is always `end`. A NUL character ends the text. */
export function tokenizeSelector(text: string): readonly SelectorToken[] {
  const tokens: SelectorToken[] = [];
  const pattern = /[ \t\r\n]*(?:([^=!(),<> \t\r\n\0]+)|([=!(),<>]))/y;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) break;
    const [, word, sign] = match;
    if (word !== undefined) {
      tokens.push({ kind: word === 'in' || word === 'notin' ? word : 'identifier', text: word });
    } else if (sign !== undefined) {
      const start = at + match[0].length - 1;
      const symbol = symbols.find((candidate) => text.startsWith(candidate, start));
      if (symbol === undefined) break;
      tokens.push({ kind: symbol, text: symbol });
      pattern.lastIndex = start + symbol.length;
    }
  }
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}
