import { isJsonObject, type JsonObject, type JsonValue, listAt, valueAt } from '@archipelago/apimachinery';

/** One step of a path: a field, an element, all elements, or the elements with a field of a value. */
type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' }
  | {
      readonly kind: 'filter';
      readonly path: readonly Step[];
      readonly operator: string;
      readonly value: JsonValue;
    };

/** A parsed path. */
type JsonPath = readonly Step[];

const TOKENS: readonly { readonly pattern: RegExp; step(match: RegExpExecArray): Step }[] = [
  {
    pattern: /^\.?\[\?\(@((?:\.[\w\-/]+)+)\s*(==|!=|<=|>=|<|>)\s*("[^"]*"|'[^']*'|[^)\s]+)\s*\)\]/,
    step: filterStep,
  },
  { pattern: /^\.?\[\*\]|^\.\*/, step: () => ({ kind: 'all' }) },
  { pattern: /^\.?\[(-?\d+)\]/, step: (match) => ({ kind: 'index', index: Number(match[1]) }) },
  { pattern: /^\.?\[['"]([^'"]*)['"]\]/, step: (match) => ({ kind: 'field', name: match[1] ?? '' }) },
  {
    pattern: /^\.((?:[^.[\]\\]|\\.)+)/,
    step: (match) => ({ kind: 'field', name: (match[1] ?? '').replace(/\\(.)/g, '$1') }),
  },
];

function literal(text: string): JsonValue {
  if (/^["']/.test(text)) return text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

function filterStep(match: RegExpExecArray): Step {
  const path = parseJsonPath(match[1] ?? '') ?? [];
  return { kind: 'filter', path, operator: match[2] ?? '==', value: literal(match[3] ?? '') };
}

/** Parses a path as printer columns have it: `.spec.items[?(@.type=="Ready")].status`; undefined when it is none. */
export function parseJsonPath(text: string): JsonPath | undefined {
  let rest = text.replace(/^\{(.*)\}$/, '$1').replace(/^\$/, '');
  const steps: Step[] = [];
  while (rest !== '') {
    const token = TOKENS.map(({ pattern, step }) => ({ match: pattern.exec(rest), step })).find(
      ({ match }) => match !== null,
    );
    if (token?.match == null) return undefined;
    steps.push(token.step(token.match));
    rest = rest.slice(token.match[0].length);
  }
  return steps;
}

function compare(left: JsonValue | undefined, operator: string, right: JsonValue): boolean {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  const a = Number(left);
  const b = Number(right);
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    default:
      return a >= b;
  }
}

function all(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).filter((one) => one !== undefined) : [];
}

function present(value: JsonValue | undefined): readonly JsonValue[] {
  return value === undefined ? [] : [value];
}

function follow(value: JsonValue, step: Step): readonly JsonValue[] {
  const items: readonly JsonValue[] = listAt(value);
  switch (step.kind) {
    case 'field':
      return isJsonObject(value) ? present(valueAt(value, step.name)) : [];
    case 'index':
      return present(items.at(step.index));
    case 'all':
      return all(value);
    case 'filter':
      return items.filter((item) => compare(evaluateJsonPath(step.path, item)[0], step.operator, step.value));
  }
}

/** All values a path leads to. */
export function evaluateJsonPath(path: JsonPath, root: JsonValue | JsonObject): readonly JsonValue[] {
  return path.reduce<readonly JsonValue[]>(
    (values, step) => values.flatMap((value) => follow(value, step)),
    [root],
  );
}
