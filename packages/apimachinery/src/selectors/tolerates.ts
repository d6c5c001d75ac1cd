import { textAt } from '../api/json-members.ts';
import type { JsonObject } from '../api/json-value.ts';

/** What keeps pods off a node (core/v1 Taint); `value` may be empty. */
export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/** Whether a pod with this core/v1 Toleration may stand the taint: an empty key with Exists is every taint, an empty effect every effect. */
export function tolerates(toleration: JsonObject, taint: Taint): boolean {
  const effect = textAt(toleration, 'effect');
  if (effect !== '' && effect !== taint.effect) return false;
  const key = textAt(toleration, 'key');
  const isExists = textAt(toleration, 'operator') === 'Exists';
  if (key === '') return isExists;
  return key === taint.key && (isExists || textAt(toleration, 'value') === taint.value);
}
