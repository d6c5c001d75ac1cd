import type { JsonValue } from '../../api/json-value.ts';
import { floatText, numberText } from '../../go-text/number.ts';
import { jsonType } from '../../json/json-type.ts';
import { invalidValue } from '../field-errors/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { Findings } from './findings.ts';
import { fieldOf, type Place } from './place.ts';
import { isWholeNumber } from './whole-number.ts';

const limits: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/** A number as it is compared: as a 64 bit integer or as a double. */
type Compared =
  | { readonly kind: 'integer'; readonly value: number | bigint; readonly bound: bigint }
  | { readonly kind: 'double'; readonly value: number; readonly bound: number };

/** Checks range, multipleOf and bounds of a number. */
export function checkNumber(
  node: SchemaNode,
  value: number | bigint,
  place: Place,
  findings: Findings,
): void {
  const check = new NumberCheck(node, value, place, findings);
  findings.matches += 2;
  check.range(value, 'Checked');
  const { multipleOf, minimum, maximum } = node.schema;
  if (multipleOf !== undefined) check.multiple(multipleOf);
  if (minimum !== undefined) check.minimum(minimum);
  if (maximum !== undefined) check.maximum(maximum);
}

class NumberCheck {
  readonly #node: SchemaNode;
  readonly #value: number | bigint;
  readonly #place: Place;
  readonly #findings: Findings;

  constructor(...[node, value, place, findings]: [SchemaNode, number | bigint, Place, Findings]) {
    this.#node = node;
    this.#value = value;
    this.#place = place;
    this.#findings = findings;
  }

  /** False, and an error about the whole object, when a number is none of the schema's type and format. */
  range(value: number | bigint, what: string): boolean {
    const [type = ''] = this.#node.types.length === 1 ? this.#node.types : [];
    if (isInRange(value, type, this.#node.format)) return true;
    const { format: name } = this.#node;
    const format =
      name === 'int32' || name === 'int64' || name === 'float' ? `with format ${name}` : '(default format)';
    const detail = `${what} value must be of type ${type} ${format} in ${this.#place.path}`;
    this.#findings.add(invalidValue(this.#place.base, '', detail));
    return false;
  }

  multiple(factor: number): void {
    const compared = this.#compared(factor, 'MultipleOf');
    const shown = shownBound(compared);
    if (compared.bound <= 0) {
      const detail = `factor MultipleOf declared for ${this.#place.path} must be positive: ${shown}`;
      this.#findings.add(invalidValue(fieldOf(this.#place), compared.bound, detail, shown));
    } else if (!isMultiple(compared)) {
      this.#report(compared, `should be a multiple of ${shown}`);
    }
  }

  minimum(limit: number): void {
    const exclusive = this.#node.schema.exclusiveMinimum === true;
    const compared = this.#compared(limit, 'Minimum boundary');
    const below = exclusive ? compared.value <= compared.bound : compared.value < compared.bound;
    const words = exclusive ? 'greater than' : 'greater than or equal to';
    if (below) this.#report(compared, `should be ${words} ${shownBound(compared)}`);
  }

  maximum(limit: number): void {
    const exclusive = this.#node.schema.exclusiveMaximum === true;
    const compared = this.#compared(limit, 'Maximum boundary');
    const above = exclusive ? compared.value >= compared.bound : compared.value > compared.bound;
    const words = exclusive ? 'less than' : 'less than or equal to';
    if (above) this.#report(compared, `should be ${words} ${shownBound(compared)}`);
  }

  /** A bound the type cannot hold makes both sides doubles. */
  #compared(bound: number, what: string): Compared {
    const fits = this.range(bound, what);
    if (fits && jsonType(this.#value) === 'integer') {
      return { kind: 'integer', value: this.#value, bound: toInt64(bound) };
    }
    return { kind: 'double', value: Number(this.#value), bound };
  }

  #report(compared: Compared, words: string): void {
    const { value } = compared;
    const shown = compared.kind === 'double' ? floatText(compared.value) : numberText(value);
    const detail = `${this.#place.path} in body ${words}`;
    this.#findings.add(invalidValue(fieldOf(this.#place), asJson(value), detail, shown));
  }
}

function asJson(value: number | bigint): JsonValue {
  return value;
}

function shownBound(compared: Compared): string {
  return compared.kind === 'integer' ? compared.bound.toString() : floatText(compared.bound);
}

const leastInt64 = -(2 ** 63);

function isInRange(value: number | bigint, type: string, format: string): boolean {
  if (type === 'integer') {
    // the least integer is exact where it is meant: a double of that size stands for what is below it
    if (typeof value === 'number' && (!Number.isInteger(value) || value === leastInt64)) return false;
    const [least, most] = limits[format] ?? limits.int64 ?? [0n, 0n];
    return value >= least && value <= most;
  }
  return type !== 'number' || format !== 'float' || Number.isFinite(Math.fround(Number(value)));
}

function isMultiple(compared: Compared): boolean {
  if (compared.kind === 'integer') return BigInt(compared.value) % compared.bound === 0n;
  const { value, bound } = compared;
  return isWholeNumber(bound < 1 ? (1 / bound) * value : value / bound);
}

/** Go's conversion of a double: fractions go, and what does not fit becomes the least integer. */
function toInt64(value: number): bigint {
  const whole = BigInt(Math.trunc(value));
  return BigInt.asIntN(64, whole) === whole ? whole : -(2n ** 63n);
}
