import { compareBytes } from '../go-text/marshal.ts';
import { type LabelSelectorResult, labelSelectorOf } from './label-selector.ts';
import { labelKeyErrors } from './label-syntax.ts';
import {
  invalid,
  type Requirement,
  type RequirementOperator,
  requirementErrors,
  selectorErrorText,
} from './requirement.ts';
import { type SelectorToken, tokenizeSelector } from './tokenize-selector.ts';

/**
 * Reads a selector as it stands in a URL: `a=b,env notin (prod,test),!x,cpus>4`. The empty text matches
 * everything. Grammar and messages: apimachinery's labels.Parse, Kubernetes 1.36.
 */
export function parseLabelSelectorText(text: string): LabelSelectorResult {
  const tokens = new TokenReader(tokenizeSelector(text));
  const requirements: Requirement[] = [];
  for (;;) {
    const next = tokens.peek();
    if (next.kind === 'end') return { ok: true, selector: labelSelectorOf(requirements) };
    if (next.kind !== 'identifier' && next.kind !== '!') {
      return refused(next, ", expected: !, identifier, or 'end of string'");
    }
    const parsed = parseRequirement(tokens);
    if (typeof parsed === 'string') return { ok: false, message: `unable to parse requirement: ${parsed}` };
    requirements.push(parsed);
    const after = tokens.take();
    if (after.kind === 'end') return { ok: true, selector: labelSelectorOf(requirements) };
    if (after.kind !== ',') return refused(after, ", expected: ',' or 'end of string'");
    const start = tokens.peek();
    if (start.kind !== 'identifier' && start.kind !== '!') {
      return refused(start, ", expected: identifier after ','");
    }
  }
}

function refused(token: SelectorToken, expected: string): LabelSelectorResult {
  return { ok: false, message: found(token, expected) };
}

function found(token: SelectorToken, expected: string): string {
  return `found '${token.text}'${expected}`;
}

/** A parsed part, or the message that says why there is none. */
type Parsed<T> = T | string;

const binaryOperators = new Map<SelectorToken['kind'], RequirementOperator>([
  ['in', 'in'],
  ['notin', 'notin'],
  ['=', '='],
  ['==', '=='],
  ['!=', '!='],
  ['>', 'gt'],
  ['<', 'lt'],
]);

/** Where `in` and `notin` are plain words; only an operator's place makes them operators. */
class TokenReader {
  readonly #tokens: readonly SelectorToken[];
  #position = 0;

  constructor(tokens: readonly SelectorToken[]) {
    this.#tokens = tokens;
  }

  peek(): SelectorToken {
    const token = this.#next();
    const isWord = token.kind === 'in' || token.kind === 'notin';
    return isWord ? { kind: 'identifier', text: token.text } : token;
  }

  take(): SelectorToken {
    const token = this.peek();
    this.#position++;
    return token;
  }

  takeOperator(): SelectorToken {
    const token = this.#next();
    this.#position++;
    return token;
  }

  #next(): SelectorToken {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '' };
  }
}

function parseRequirement(tokens: TokenReader): Parsed<Requirement> {
  const negated = tokens.peek().kind === '!';
  if (negated) tokens.take();
  const key = tokens.take();
  if (key.kind !== 'identifier') return found(key, ', expected: identifier');
  const keyErrors = labelKeyErrors(key.text);
  if (keyErrors.length > 0) return selectorErrorText([invalid('<nil>', key.text, keyErrors.join('; '))]);
  if (negated) return checked({ key: key.text, operator: '!', values: [] });
  const next = tokens.peek().kind;
  if (next === 'end' || next === ',') return checked({ key: key.text, operator: 'exists', values: [] });
  return parseComparison(key.text, tokens);
}

function parseComparison(key: string, tokens: TokenReader): Parsed<Requirement> {
  const sign = tokens.takeOperator();
  const operator = binaryOperators.get(sign.kind);
  if (operator === undefined) {
    return found(sign, `, expected: ${[...binaryOperators.values()].join(', ')}`);
  }
  const values = operator === 'in' || operator === 'notin' ? parseSet(tokens) : parseSingle(tokens);
  if (typeof values === 'string') return values;
  return checked({ key, operator, values: [...new Set(values)].sort(compareBytes) });
}

function checked(requirement: Requirement): Parsed<Requirement> {
  const errors = requirementErrors(requirement, '');
  return errors.length === 0 ? requirement : selectorErrorText(errors);
}

function parseSingle(tokens: TokenReader): Parsed<readonly string[]> {
  const next = tokens.peek();
  if (next.kind === 'end' || next.kind === ',') return [''];
  tokens.take();
  return next.kind === 'identifier' ? [next.text] : found(next, ', expected: identifier');
}

function parseSet(tokens: TokenReader): Parsed<readonly string[]> {
  const open = tokens.take();
  if (open.kind !== '(') return found(open, " expected: '('");
  const first = tokens.peek();
  if (first.kind === ')') {
    tokens.take();
    return [''];
  }
  if (first.kind !== 'identifier' && first.kind !== ',') {
    return found(first, ", expected: ',', ')' or identifier");
  }
  return parseSetValues(tokens);
}

/** Values and the closing parenthesis; an empty place between commas is the empty value. */
function parseSetValues(tokens: TokenReader): Parsed<readonly string[]> {
  const values: string[] = [];
  for (;;) {
    const token = tokens.take();
    const next = tokens.peek();
    const isBoundary = next.kind === ')' || next.kind === ',';
    if (token.kind === 'identifier') {
      values.push(token.text);
      if (!isBoundary) return found(next, ", expected: ',' or ')'");
    } else if (token.kind === ',') {
      if (values.length === 0 || isBoundary) values.push('');
      if (next.kind === ',') tokens.take();
    } else {
      return found(token, ", expected: ',', or identifier");
    }
    if (next.kind === ')') {
      tokens.take();
      return values;
    }
  }
}
