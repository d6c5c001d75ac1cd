import { type FieldError, type JsonObject, jsonEqual, objectAt, valueAt } from '@archipelago/apimachinery';
import type { Change } from '../../resources/resource-type.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { forbiddenField, invalidValue, tooLong } from '../../validation/field-errors.ts';
import { configKey } from '../../validation/name-rules.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

const LIMIT = 1024 * 1024;

function keyErrors(map: string, keys: readonly string[]): readonly FieldError[] {
  return keys.flatMap((key) => configKey(key).map((problem) => invalidValue(`${map}[${key}]`, key, problem)));
}

function size(values: JsonObject, binary: boolean): number {
  return Object.values(values).reduce<number>((sum, value) => {
    if (typeof value !== 'string') return sum;
    return sum + Buffer.byteLength(value, binary ? 'base64' : 'utf8');
  }, 0);
}

function validate(object: JsonObject): readonly FieldError[] {
  const data = objectAt(object, 'data');
  const binary = objectAt(object, 'binaryData');
  const shared = Object.keys(data).filter((key) => Object.hasOwn(binary, key));
  return [
    ...keyErrors('data', Object.keys(data)),
    ...shared.map((key) => invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')),
    ...keyErrors('binaryData', Object.keys(binary)),
    ...(size(data, false) + size(binary, true) > LIMIT ? [tooLong('[]', LIMIT)] : []),
  ];
}

/** What may not change once `immutable` is set; shared with Secrets. */
export function immutableErrors({ object, old }: Change, fields: readonly string[]): readonly FieldError[] {
  if (valueAt(old, 'immutable') !== true) return [];
  const detail = 'field is immutable when `immutable` is set';
  const unset = valueAt(object, 'immutable') === true ? [] : ['immutable'];
  const changed = fields.filter((name) => !jsonEqual(valueAt(object, name), valueAt(old, name)));
  return [...unset, ...changed].map((name) => forbiddenField(name, detail));
}

export const configMap = builtInType({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
  shortNames: ['cm'],
  type: 'io.k8s.api.core.v1.ConfigMap',
  columns: [
    nameColumn,
    column('Data', 'ConfigMap.data', (object) => {
      return (
        Object.keys(objectAt(object, 'data')).length + Object.keys(objectAt(object, 'binaryData')).length
      );
    }),
    ageColumn,
  ],
  validate,
  validateUpdate: (change) => immutableErrors(change, ['data', 'binaryData']),
});
