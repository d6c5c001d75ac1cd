import { type FieldError, type JsonObject, textAt } from '@archipelago/apimachinery';
import { named, portNumber } from './field-checks.ts';
import { duplicate, required } from './field-errors.ts';
import type { FieldCheck } from './field-rules.ts';
import { portName } from './name-rules.ts';

/** Names of ports in a list: each once. */
export function duplicateNames(list: readonly JsonObject[], at: string): readonly FieldError[] {
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const name = textAt(item, 'name');
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [duplicate(`${at}[${index}].name`, name)] : [];
  });
}

/** More than one port need names, to be told apart. */
export function missingNames(list: readonly JsonObject[], at: string): readonly FieldError[] {
  if (list.length < 2) return [];
  return list.flatMap((item, index) =>
    textAt(item, 'name') === '' ? [required(`${at}[${index}].name`, '')] : [],
  );
}

/** A port of a pod by its number or by its name. */
export const numberOrName: FieldCheck = (value, field, parent) =>
  typeof value === 'string' ? namedPort(value, field, parent) : portNumber(value, field, parent);

const namedPort: FieldCheck = (value, field, parent) =>
  value === '' ? [required(field, '')] : named(portName)(value, field, parent);
