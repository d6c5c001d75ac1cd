import { type CelValue, kindOf } from './cel-value.ts';

const names: ReadonlyMap<string, string> = new Map([
  ['null', 'structpb.NullValue'],
  ['bool', 'bool'],
  ['int', 'int64'],
  ['uint', 'uint64'],
  ['double', 'float64'],
  ['string', 'string'],
  ['bytes', '[]uint8'],
  ['duration', 'time.Duration'],
  ['timestamp', 'time.Time'],
  ['list', '[]ref.Val'],
  ['map', 'map[ref.Val]ref.Val'],
]);

/** The Go type of what the server takes a value for outside of expressions. */
export function goNativeName(value: CelValue): string {
  const kind = kindOf(value);
  return names.get(kind) ?? kind;
}
