import {
  type CelValue,
  celError,
  isError,
  isList,
  isMap,
  isMessage,
  kindOf,
  type MessageValue,
} from '../values/cel-value.ts';
import { goTypeName } from '../values/go-type-name.ts';
import { valueText } from '../values/value-text.ts';
import type { Frame } from './cost-tracker.ts';

/** A selection or index: gives the part of a value. */
export interface Qualifier {
  readonly id: number;
  /** True for `.?a` and `[?0]`. */
  readonly optional: boolean;
  readonly qualify: (frame: Frame, value: CelValue) => CelValue;
  /** Undefined when there is no such part. */
  readonly qualifyIfPresent: (frame: Frame, value: CelValue) => CelValue | undefined;
}

/** `absent`: what is read there all the same. */
type Found = { readonly value: CelValue } | { readonly missing: string; readonly absent?: CelValue };

function listIndex(key: CelValue): bigint | string {
  if (typeof key === 'bigint') return key;
  if (typeof key === 'number' && Number.isInteger(key)) return BigInt(key);
  if (typeof key === 'object' && key !== null && 'kind' in key && key.kind === 'uint') return key.value;
  if (typeof key === 'number') return `unsupported index value ${valueText(key)} in list`;
  return `unsupported index type '${kindOf(key)}' in list`;
}

function itemAt(items: readonly CelValue[], key: CelValue): Found {
  const index = listIndex(key);
  if (typeof index === 'string') return { value: celError(index) };
  const item = index >= 0n && index < BigInt(items.length) ? items[Number(index)] : undefined;
  return item === undefined ? { missing: `index out of bounds: ${valueText(key)}` } : { value: item };
}

function fieldOf({ fields, absent }: MessageValue, key: CelValue): Found {
  const name = typeof key === 'string' ? key : '';
  const value = fields.get(name);
  return value === undefined ? { missing: `no such key: ${name}`, absent: absent(name) } : { value };
}

function partOf(value: CelValue, key: CelValue): Found {
  if (isError(value)) return { value };
  if (isList(value)) return itemAt(value.items, key);
  if (isMessage(value)) return fieldOf(value, key);
  const found = isMap(value) ? value.find(key) : undefined;
  return found === undefined ? { missing: `no such key: ${valueText(key)}` } : { value: found };
}

function valueOrError(found: Found): CelValue {
  if (!('missing' in found)) return found.value;
  return found.absent === undefined ? celError(found.missing) : found.absent;
}

type Key = (frame: Frame) => CelValue;

function isQualifier(key: CelValue): boolean {
  return ['string', 'int', 'uint', 'bool', 'double'].includes(kindOf(key));
}

/** A key that names a part, or why it does not. */
function usableKey(key: CelValue): CelValue {
  return isError(key) || isQualifier(key) ? key : celError(`invalid qualifier type: ${goTypeName(key)}`);
}

/** Selection by a key known beforehand or computed; costs one either way. */
export function keyQualifier(id: number, optional: boolean, key: Key): Qualifier {
  const observe = (frame: Frame): void => {
    frame.tracker.charge(1);
    frame.tracker.push(id);
  };
  return {
    id,
    optional,
    qualify: (frame, value) => {
      const name = usableKey(key(frame));
      const part = isError(name) ? name : valueOrError(partOf(value, name));
      observe(frame);
      return part;
    },
    qualifyIfPresent: (frame, value) => {
      const name = usableKey(key(frame));
      if (isError(name)) return name;
      const found = partOf(value, name);
      if ('missing' in found) return undefined;
      if (!isError(found.value)) observe(frame);
      return found.value;
    },
  };
}

/** The last selection of `has(a.b)`: whether the part is there. */
export function presenceQualifier(id: number, field: string): Qualifier {
  const test = (frame: Frame, value: CelValue): CelValue => {
    const found = partOf(value, field);
    frame.tracker.charge(1);
    frame.tracker.push(id);
    if (!('missing' in found) && isError(found.value)) return found.value;
    return !('missing' in found);
  };
  return {
    id,
    optional: false,
    qualify: test,
    qualifyIfPresent: (frame, value) => {
      const present = test(frame, value);
      return present === false ? undefined : present;
    },
  };
}
