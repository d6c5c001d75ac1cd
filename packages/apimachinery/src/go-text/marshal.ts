import { isJsonObject, type JsonValue } from '../api/json-value.ts';

/** The JSON that Go's encoding/json writes: keys sorted by their bytes, `<`, `>` and `&` escaped. */
export function marshal(value: JsonValue): string {
  if (typeof value === 'string') return marshalString(value);
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(marshal).join(',')}]`;
  if (isJsonObject(value)) return marshalObject(value);
  return JSON.stringify(value);
}

function marshalObject(value: { readonly [key: string]: JsonValue | undefined }): string {
  const members: string[] = [];
  for (const key of Object.keys(value).sort(compareBytes)) {
    const member = value[key];
    if (member !== undefined) members.push(`${marshalString(key)}:${marshal(member)}`);
  }
  return `{${members.join(',')}}`;
}

const unsafe = /[<>&\u2028\u2029]/g;

function marshalString(text: string): string {
  return JSON.stringify(text).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Orders texts by their UTF-8 bytes, as Go does. */
export function compareBytes(left: string, right: string): number {
  if (left === right) return 0;
  // UTF-16 and UTF-8 order differ only where surrogates occur.
  if (/[\uD800-\uDFFF]/.test(left + right)) return compareCodePoints(left, right);
  return left < right ? -1 : 1;
}

function compareCodePoints(left: string, right: string): number {
  const others = [...right];
  let at = 0;
  for (const character of left) {
    const difference = (character.codePointAt(0) ?? 0) - (others[at]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
    at++;
  }
  return at - others.length;
}
