import type { JsonObject, JsonValue } from '../api/json-value.ts';
import { goStringText, goTypeName, goValueText } from './go-value-text.ts';

/**
 * Why a strategic merge patch does not apply. Thrown from the depth of the merge and caught by
 * `applyStrategicMergePatch`, which makes it a value; it never leaves this directory.
 */
export class StrategicRefusal extends Error {
  readonly status: 400 | 422 | 500;

  constructor(message: string, status: 400 | 422 | 500 = 500) {
    super(message);
    this.status = status;
  }
}

export function badDirective(directive: JsonValue, patch: JsonObject): StrategicRefusal {
  return new StrategicRefusal(`unknown patch type: ${goStringText(directive)} in map: ${goValueText(patch)}`);
}

export function noMergeKey(item: JsonObject, mergeKey: string): StrategicRefusal {
  return new StrategicRefusal(`map: ${goValueText(item)} does not contain declared merge key: ${mergeKey}`);
}

export function badType(wanted: JsonValue, found: JsonValue): StrategicRefusal {
  const received = found === null ? goStringText(found) : goTypeName(found);
  return new StrategicRefusal(`expected a ${goTypeName(wanted)}, but received a ${received}`);
}

export function badFormat(
  directive: 'retainKeys' | 'primitive list' | 'setElementOrder list',
): StrategicRefusal {
  return new StrategicRefusal(`invalid patch format of ${directive}`, 400);
}

/** The API server's library panics there; the server closes the connection and lives on. */
export function crash(what: string): StrategicRefusal {
  return new StrategicRefusal(`panic: runtime error: ${what}`);
}
