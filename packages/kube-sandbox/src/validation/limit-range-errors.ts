import {
  canonicalQuantity,
  compareQuantities,
  type FieldError,
  type JsonObject,
  objectAt,
  objectsAt,
  parseQuantity,
  type Quantity,
  quantityAsNumber,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { duplicate, forbiddenField, invalidValue, required } from './field-errors.ts';
import { qualifiedName } from './name-rules.ts';

const standardTypes: ReadonlySet<string> = new Set(['Pod', 'Container', 'PersistentVolumeClaim']);

/** What the API server says against a LimitRange's spec. */
export function limitRangeErrors(spec: JsonObject): readonly FieldError[] {
  const items = objectsAt(spec, 'limits');
  const types = items.map((item) => textAt(item, 'type'));
  return items.flatMap((item, index) => {
    const path = `spec.limits[${index}]`;
    const type = types[index] ?? '';
    return [
      ...typeErrors(`${path}.type`, type),
      ...(types.indexOf(type) < index ? [duplicate(`${path}.type`, type)] : []),
      ...shapeErrors(path, item, type),
      ...resourcesOf(item).flatMap((resource) => boundErrors(path, item, resource)),
    ];
  });
}

function typeErrors(path: string, type: string): readonly FieldError[] {
  const problems = qualifiedName(type);
  if (problems.length > 0) return problems.map((problem) => invalidValue(path, type, problem));
  if (type.includes('/') || standardTypes.has(type)) return [];
  return [invalidValue(path, type, 'must be a standard limit type or fully qualified')];
}

function shapeErrors(path: string, item: JsonObject, type: string): readonly FieldError[] {
  if (type === 'Pod')
    return ['default', 'defaultRequest']
      .filter((field) => Object.keys(objectAt(item, field)).length > 0)
      .map((field) => forbiddenField(`${path}.${field}`, "may not be specified when `type` is 'Pod'"));
  const hasStorage = ['min', 'max'].some((field) => valueAt(item, field, 'storage') !== undefined);
  if (type !== 'PersistentVolumeClaim' || hasStorage) return [];
  const problem = 'either minimum or maximum storage value is required, but neither was provided';
  return [required(`${path}.limits`, problem)];
}

const fields = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

function resourcesOf(item: JsonObject): readonly string[] {
  return [...new Set(fields.flatMap((field) => Object.keys(objectAt(item, field))))];
}

function quantityOf(item: JsonObject, field: string, resource: string): Quantity | undefined {
  const parsed = parseQuantity(String(valueAt(item, field, resource) ?? ''));
  return parsed.ok ? parsed.quantity : undefined;
}

interface Order {
  readonly lower: string;
  readonly upper: string;
  /** The field that is blamed, and the one whose quantity is shown. */
  readonly blamed: string;
  readonly shown: string;
  /** What the two are called, the one that should be less first. */
  readonly words: readonly [string, string];
}

/** In upstream's order; which quantity it shows is upstream's, too. */
const orders: readonly Order[] = [
  { lower: 'min', upper: 'max', blamed: 'min', shown: 'min', words: ['min', 'max'] },
  {
    ...{ lower: 'min', upper: 'defaultRequest', blamed: 'defaultRequest', shown: 'defaultRequest' },
    words: ['min', 'default request'],
  },
  {
    ...{ lower: 'defaultRequest', upper: 'max', blamed: 'defaultRequest', shown: 'defaultRequest' },
    words: ['default request', 'max'],
  },
  {
    ...{ lower: 'defaultRequest', upper: 'default', blamed: 'defaultRequest', shown: 'defaultRequest' },
    words: ['default request', 'default limit'],
  },
  { lower: 'min', upper: 'default', blamed: 'default', shown: 'min', words: ['min', 'default'] },
  { lower: 'default', upper: 'max', blamed: 'default', shown: 'max', words: ['default', 'max'] },
];

function boundErrors(path: string, item: JsonObject, resource: string): readonly FieldError[] {
  const quantity = (field: string) => quantityOf(item, field, resource);
  const wrong = orders.flatMap(({ lower, upper, blamed, shown, words: [less, more] }) => {
    const [low, high, seen] = [quantity(lower), quantity(upper), quantity(shown)];
    if (low === undefined || high === undefined || seen === undefined) return [];
    if (compareQuantities(low, high) <= 0) return [];
    const problem = `${less} value ${canonicalQuantity(low)} is greater than ${more} value ${canonicalQuantity(high)}`;
    return [invalidValue(`${path}.${blamed}[${resource}]`, canonicalQuantity(seen), problem)];
  });
  return [...wrong, ...ratioErrors(`${path}.maxLimitRequestRatio[${resource}]`, quantity)];
}

function ratioErrors(path: string, quantity: (field: string) => Quantity | undefined): readonly FieldError[] {
  const [ratio, min, max] = [quantity('maxLimitRequestRatio'), quantity('min'), quantity('max')];
  if (ratio === undefined) return [];
  const text = canonicalQuantity(ratio);
  const number = quantityAsNumber(ratio);
  const small = number < 1 ? [invalidValue(path, text, `ratio ${text} is less than 1`)] : [];
  if (min === undefined || max === undefined) return small;
  const greatest = quantityAsNumber(max) / quantityAsNumber(min);
  if (number <= greatest) return small;
  const problem = `ratio ${text} is greater than max/min = ${greatest.toFixed(6)}`;
  return [...small, invalidValue(path, text, problem)];
}
