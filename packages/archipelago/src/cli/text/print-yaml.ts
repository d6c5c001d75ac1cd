import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { FieldPath } from '../../config/framework/field-path.ts';

/** A comment to stand behind a leaf, or undefined. */
type CommentOf = (leaf: FieldPath) => string | undefined;

/** Text that no YAML reader takes for anything but a string. */
const plain = /^[A-Za-z_/][\w./-]*$/;
const notPlain = /^(?:true|false|null|yes|no|on|off|y|n|[-+.]?\d.*)$/i;

/** Block YAML of JSON data, with comments; any YAML reader gives the same data back. */
export function printYaml(value: JsonValue, commentOf: CommentOf = () => undefined): string {
  return `${block(value, [], commentOf).join('\n')}\n`;
}

function scalar(value: JsonValue): string {
  if (typeof value === 'string')
    return plain.test(value) && !notPlain.test(value) ? value : JSON.stringify(value);
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}

function withComment(text: string, comment: string | undefined): string {
  return comment === undefined ? text : `${text}  # ${comment}`;
}

function isBranch(value: JsonValue): boolean {
  return (Array.isArray(value) && value.length > 0) || (isJsonObject(value) && Object.keys(value).length > 0);
}

function leaf(value: JsonValue): string {
  if (Array.isArray(value)) return '[]';
  return isJsonObject(value) ? '{}' : scalar(value);
}

function block(value: JsonValue, at: FieldPath, commentOf: CommentOf): readonly string[] {
  if (!isBranch(value)) return [withComment(leaf(value), commentOf(at))];
  if (Array.isArray(value))
    return value.flatMap((item, index) => listItem(block(item, [...at, index], commentOf)));
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([key, below]) => member(key, below, { at: [...at, key], commentOf }))
    : [];
}

function listItem([first = '', ...rest]: readonly string[]): readonly string[] {
  return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
}

interface Place {
  readonly at: FieldPath;
  readonly commentOf: CommentOf;
}

function member(key: string, value: JsonValue | undefined, { at, commentOf }: Place): readonly string[] {
  if (value === undefined) return [];
  const lines = block(value, at, commentOf);
  if (!isBranch(value)) return [`${scalar(key)}: ${lines[0]}`];
  // a list stands under its key without indentation, as kubectl prints it
  return [`${scalar(key)}:`, ...(Array.isArray(value) ? lines : lines.map((line) => `  ${line}`))];
}
