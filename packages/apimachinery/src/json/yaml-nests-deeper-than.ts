import { CST, Lexer } from 'yaml';

/**
 * Whether a YAML text has more than `levels` lists and maps inside each other, told from its tokens in one pass. The YAML reader
 * itself nests calls as deep as the text, and V8 ends the whole process where a regular expression is compiled on a full stack.
 * Each level of indentation and each indicator on a line counts as one, so the answer errs towards yes by far less than a text
 * that people write.
 */
export function yamlNestsDeeperThan(text: string, levels: number): boolean {
  let [flow, block] = [0, 0];
  let isLineStart = true;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type === 'newline') block = 0;
    else if (type === 'space' && isLineStart) block = token.length;
    else if (isBlockIndicator(type) && flow === 0) block += 1;
    else flow = Math.max(0, flow + flowStep(type));
    isLineStart = type === 'newline';
    if (flow + (flow === 0 ? block : 0) > levels) return true;
  }
  return false;
}

function isBlockIndicator(type: CST.TokenType | null): boolean {
  return type === 'seq-item-ind' || type === 'map-value-ind' || type === 'explicit-key-ind';
}

function flowStep(type: CST.TokenType | null): number {
  if (type === 'flow-seq-start' || type === 'flow-map-start') return 1;
  return type === 'flow-seq-end' || type === 'flow-map-end' ? -1 : 0;
}
