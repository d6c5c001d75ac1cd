import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const PATTERNS: ReadonlyMap<string, string> = new Map([
  ['uid', UUID],
  ['rv', '[0-9]+'],
  ['gen', '[bcdfghjklmnpqrstvwxz2456789]{5}'],
  ['time', '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ'],
  ['microtime', '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z'],
  ['continue', '[A-Za-z0-9_=+/.-]+'],
  ['token', '[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+'],
  ['age', '(?:<invalid>|<unknown>|[0-9]+[smhdy](?:[0-9]+[smhdy])?)'],
  ['port', '[0-9]+'],
  ['int', '-?[0-9]+'],
  ['hash', '[A-Za-z0-9+/_=-]+'],
  ['text', '[\\s\\S]*'],
]);
const PLACEHOLDER = /\{\{([a-z]+)(?::(\d+))?\}\}/g;

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

interface Group {
  readonly kind: string;
  readonly number: string | undefined;
}

function show(value: JsonValue): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 300);
}

/** Compares answers with expectations; numbered placeholders mean the same value in a whole scenario. */
export class Matcher {
  readonly #bound = new Map<string, string>();
  readonly #owner = new Map<string, string>();

  #template(expected: string): { readonly pattern: RegExp; readonly groups: readonly Group[] } | undefined {
    let source = '';
    let at = 0;
    const groups: Group[] = [];
    for (const match of expected.matchAll(PLACEHOLDER)) {
      const [all, kind = '', number] = match;
      const pattern = PATTERNS.get(kind);
      if (pattern === undefined) continue;
      source += escaped(expected.slice(at, match.index));
      at = match.index + all.length;
      const known = number === undefined ? undefined : this.#bound.get(`${kind}:${number}`);
      if (known === undefined) groups.push({ kind, number });
      source += known === undefined ? `(${pattern})` : escaped(known);
    }
    if (at === 0) return undefined;
    return { pattern: new RegExp(`^${source}${escaped(expected.slice(at))}$`), groups };
  }

  text(expected: string, actual: string): boolean {
    const template = this.#template(expected);
    if (template === undefined) return expected === actual;
    const match = template.pattern.exec(actual);
    if (match === null) return false;
    return template.groups.every((group, index) => this.#bind(group, match[index + 1] ?? ''));
  }

  #bind({ kind, number }: Group, value: string): boolean {
    if (number === undefined) return true;
    const key = `${kind}:${number}`;
    const owner = this.#owner.get(`${kind} ${value}`) ?? key;
    const bound = this.#bound.get(key) ?? value;
    if (owner !== key || bound !== value) return false;
    this.#bound.set(key, value);
    this.#owner.set(`${kind} ${value}`, key);
    return true;
  }

  /** The differences, each with its path. */
  compare(
    expected: JsonValue,
    actual: JsonValue | undefined,
    path: string,
    subset = false,
  ): readonly string[] {
    if (expected === '{{any}}') return [];
    if (actual === undefined) return [`${path}: missing`];
    if (typeof expected === 'string') {
      const same = typeof actual === 'string' && this.text(expected, actual);
      return same ? [] : [`${path}: expected ${show(expected)} got ${show(actual)}`];
    }
    if (Array.isArray(expected)) return this.#list(expected, actual, path, subset);
    if (isJsonObject(expected)) return this.#object(expected, actual, path, subset);
    return expected === actual ? [] : [`${path}: expected ${show(expected)} got ${show(actual)}`];
  }

  #list(expected: readonly JsonValue[], actual: JsonValue, path: string, subset: boolean): readonly string[] {
    if (!Array.isArray(actual)) return [`${path}: expected a list got ${show(actual)}`];
    if (actual.length !== expected.length) {
      return [`${path}: expected ${expected.length} elements got ${actual.length}: ${show(actual)}`];
    }
    return expected.flatMap((item, index) => this.compare(item, actual[index], `${path}[${index}]`, subset));
  }

  /** Keys may be templates too. */
  #actualKey(key: string, expected: JsonObject, actual: JsonObject): string {
    if (!key.includes('{{') || Object.hasOwn(actual, key)) return key;
    return Object.keys(actual).find((one) => !Object.hasOwn(expected, one) && this.text(key, one)) ?? key;
  }

  #object(expected: JsonObject, actual: JsonValue, path: string, subset: boolean): readonly string[] {
    if (!isJsonObject(actual)) return [`${path}: expected an object got ${show(actual)}`];
    const keys = new Map(Object.keys(expected).map((key) => [key, this.#actualKey(key, expected, actual)]));
    // Metadata first: it binds the names other fields repeat.
    const ordered = [...keys].sort(
      ([a], [b]) => Number(a !== 'metadata') - Number(b !== 'metadata') || (a < b ? -1 : 1),
    );
    const differences = ordered.flatMap(([key, own]) =>
      this.compare(
        expected[key] ?? null,
        Object.hasOwn(actual, own) ? actual[own] : undefined,
        `${path}.${key}`,
        subset,
      ),
    );
    if (subset) return differences;
    const known = new Set(keys.values());
    const surplus = Object.keys(actual).filter((key) => !known.has(key));
    return [
      ...differences,
      ...surplus.map((key) => `${path}.${key}: unexpected ${show(actual[key] ?? null)}`),
    ];
  }
}
