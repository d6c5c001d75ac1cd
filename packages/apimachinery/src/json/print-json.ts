import { isJsonObject, type JsonValue } from '../api/json-value.ts';

/** Prints JSON, bigints in full. `indent` is the number of spaces per level; without it the text is one line. */
export function printJson(value: JsonValue, indent = 0): string {
  return print(value, indent, '\n');
}

function print(value: JsonValue, indent: number, line: string): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) {
    return enclose(
      '[]',
      value.map((item) => print(item, indent, line + ' '.repeat(indent))),
      indent,
      line,
    );
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const separator = indent > 0 ? ': ' : ':';
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    members.push(JSON.stringify(key) + separator + print(member, indent, line + ' '.repeat(indent)));
  }
  return enclose('{}', members, indent, line);
}

function enclose(brackets: '[]' | '{}', parts: readonly string[], indent: number, line: string): string {
  const [open, close] = brackets;
  if (parts.length === 0 || indent === 0) return `${open}${parts.join(',')}${close}`;
  const inner = line + ' '.repeat(indent);
  return `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`;
}
