import type { FieldError, JsonObject } from '@archipelago/apimachinery';
import { equalJson, field, objectField, omit, textField } from '../../json/json-access.ts';
import type { Change } from '../../resources/resource-type.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { invalidValue } from '../../validation/field-errors.ts';
import { configKey } from '../../validation/name-rules.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { immutableErrors } from './config-map.ts';

/** `stringData` is written only: it becomes part of `data`. */
function withStringData(object: JsonObject): JsonObject {
  const texts = Object.entries(objectField(object, 'stringData'));
  if (texts.length === 0) return omit(object, 'stringData');
  const encoded = texts.map(([key, value]) => [key, Buffer.from(String(value)).toString('base64')] as const);
  const data = { ...objectField(object, 'data'), ...Object.fromEntries(encoded) };
  const { type, ...rest } = omit(object, 'stringData', 'data');
  return { ...rest, data, type };
}

function validate(object: JsonObject): readonly FieldError[] {
  return Object.keys(objectField(object, 'data')).flatMap((key) =>
    configKey(key).map((problem) => invalidValue(`data[${key}]`, key, problem)),
  );
}

function typeErrors({ object, old }: Change): readonly FieldError[] {
  if (equalJson(field(object, 'type'), field(old, 'type'))) return [];
  return [invalidValue('type', textField(object, 'type'), 'field is immutable')];
}

export const secret = builtInType({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
  type: 'io.k8s.api.core.v1.Secret',
  selectable: { type: (object) => textField(object, 'type') },
  columns: [
    nameColumn,
    column('Type', 'Secret.type', (object) => textField(object, 'type')),
    column('Data', 'Secret.data', (object) => Object.keys(objectField(object, 'data')).length),
    ageColumn,
  ],
  defaults: [{ at: '', fields: { type: 'Opaque' } }],
  complete: withStringData,
  validate,
  validateUpdate: (change) => [...typeErrors(change), ...immutableErrors(change, ['data'])],
});
