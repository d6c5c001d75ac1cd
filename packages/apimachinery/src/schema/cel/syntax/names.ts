import type { Token } from './tokenize.ts';

/** Words with a meaning of their own. */
export const keywords: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

export function isName(token: Token): boolean {
  return token.kind === 'ident' && !keywords.has(token.text);
}
