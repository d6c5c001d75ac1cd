import { compareBytes } from '../go-text/marshal.ts';

/** One condition on one field. */
interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Conditions on fields that must all hold. */
interface FieldSelector {
  /** `metadata.name=a,status.phase!=Running` */
  readonly text: string;
  readonly requirements: readonly FieldRequirement[];
  /** A field that is absent reads as the empty text. */
  matches(fields: Readonly<Record<string, string>>): boolean;
}

/** A selector, or why there is none. */
type FieldSelectorResult =
  | { readonly ok: true; readonly selector: FieldSelector }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a field selector as it stands in a URL: `metadata.name=a,status.phase!=Running`; `\` escapes `\`, `,` and
 * `=` in values. Grammar and messages: apimachinery's fields.ParseSelector, Kubernetes 1.36.
 */
export function parseFieldSelector(text: string): FieldSelectorResult {
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text).sort(compareBytes)) {
    if (term === '') continue;
    const sign = /!=|==|=/.exec(term);
    if (sign === null) {
      return { ok: false, message: `invalid selector: '${text}'; can't understand '${term}'` };
    }
    const value = unescapeValue(term.slice(sign.index + sign[0].length));
    if (!value.ok) return { ok: false, message: `invalid field selector: ${value.message}` };
    const operator = sign[0] === '!=' ? '!=' : '=';
    requirements.push({ field: term.slice(0, sign.index), operator, value: value.text });
  }
  return { ok: true, selector: selectorOf(requirements) };
}

function selectorOf(requirements: readonly FieldRequirement[]): FieldSelector {
  return {
    text: requirements
      .map(({ field, operator, value }) => `${field}${operator}${escapeValue(value)}`)
      .join(','),
    requirements,
    matches: (fields) =>
      requirements.every(({ field, operator, value }) => {
        const found = Object.hasOwn(fields, field) ? (fields[field] ?? '') : '';
        return (found === value) === (operator === '=');
      }),
  };
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function escapeValue(value: string): string {
  return value.replace(/[\\,=]/g, (character) => `\\${character}`);
}

function unescapeValue(text: string): { ok: true; text: string } | { ok: false; message: string } {
  let result = '';
  for (const [part] of text.matchAll(/\\.|\\$|./gsu)) {
    if (part === ',' || part === '=') {
      return { ok: false, message: `unescaped character in value: ${part.codePointAt(0)}` };
    }
    const isEscape = part.startsWith('\\');
    if (isEscape && !/^\\[\\,=]$/.test(part)) {
      return { ok: false, message: `invalid escape sequence: ${part}` };
    }
    result += isEscape ? part.slice(1) : part;
  }
  return { ok: true, text: result };
}
