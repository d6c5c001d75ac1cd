import {
  type FieldError,
  type JsonObject,
  jsonEqual,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { omit } from '../../json/json-access.ts';
import type { Change } from '../../resources/resource-type.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { invalidValue } from '../../validation/field-errors.ts';
import { configKey } from '../../validation/name-rules.ts';
import { secretErrors } from '../../validation/secret-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { immutableErrors } from './config-map.ts';

/** `stringData` is written only: it becomes part of `data`. */
function withStringData(object: JsonObject): JsonObject {
  const texts = Object.entries(objectAt(object, 'stringData'));
  if (texts.length === 0) return omit(object, 'stringData');
  const encoded = texts.map(([key, value]) => [key, Buffer.from(String(value)).toString('base64')] as const);
  const data = { ...objectAt(object, 'data'), ...Object.fromEntries(encoded) };
  const { type, ...rest } = omit(object, 'stringData', 'data');
  return { ...rest, data, type };
}

function validate(object: JsonObject): readonly FieldError[] {
  const keyErrors = Object.keys(objectAt(object, 'data')).flatMap((key) =>
    configKey(key).map((problem) => invalidValue(`data[${key}]`, key, problem)),
  );
  return [...keyErrors, ...secretErrors(object)];
}

function typeErrors({ object, old }: Change): readonly FieldError[] {
  if (jsonEqual(valueAt(object, 'type'), valueAt(old, 'type'))) return [];
  return [invalidValue('type', textAt(object, 'type'), 'field is immutable')];
}

export const secret = builtInType({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
  type: 'io.k8s.api.core.v1.Secret',
  selectable: { type: (object) => textAt(object, 'type') },
  columns: [
    nameColumn,
    column('Type', 'Secret.type', (object) => textAt(object, 'type')),
    column('Data', 'Secret.data', (object) => Object.keys(objectAt(object, 'data')).length),
    ageColumn,
  ],
  defaults: [{ at: '', fields: { type: 'Opaque' } }],
  complete: withStringData,
  validate,
  validateUpdate: (change) => [...typeErrors(change), ...immutableErrors(change, ['data'])],
});
