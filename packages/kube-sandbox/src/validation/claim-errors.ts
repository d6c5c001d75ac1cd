import {
  compareQuantities,
  type FieldError,
  type JsonObject,
  jsonEqual,
  objectAt,
  parseQuantity,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { forbiddenField, invalidValue, required } from './field-errors.ts';
import { withoutFields } from './without-fields.ts';

const once = 'ReadWriteOncePod';
const nothing = parseQuantity('0');

/** What is wrong with a claim beyond its fields one by one: its size, and modes that do not go together. */
export function claimErrors(spec: JsonObject): readonly FieldError[] {
  const field = 'spec.resources[storage]';
  const size = valueAt(spec, 'resources', 'requests', 'storage');
  const modes = textsAt(spec, 'accessModes');
  const isMixed = modes.includes(once) && modes.some((mode) => mode !== once);
  const together = 'may not use ReadWriteOncePod with other access modes';
  return [
    ...(isMixed ? [forbiddenField('spec.accessModes', together)] : []),
    ...(size === undefined ? [required(field, '')] : sizeErrors(field, String(size))),
  ];
}

function sizeErrors(field: string, size: string): readonly FieldError[] {
  const parsed = parseQuantity(size);
  if (!parsed.ok || !nothing.ok || compareQuantities(parsed.quantity, nothing.quantity) > 0) return [];
  return [invalidValue(field, size, 'must be greater than zero')];
}

interface Versions {
  readonly object: JsonObject;
  readonly old: JsonObject;
}

/** A claim stays as it is, but for its volume, which it gets once, and for the size of one that has its volume. */
export function claimChangeErrors({ object, old }: Versions): readonly FieldError[] {
  const isBound = textAt(objectAt(object, 'status'), 'phase') === 'Bound';
  const [wanted, had] = [objectAt(object, 'spec'), objectAt(old, 'spec')];
  const volumeName = had.volumeName || (wanted.volumeName ?? null);
  const storageClassName = had.storageClassName ?? wanted.storageClassName ?? null;
  const before = { ...had, volumeName, storageClassName };
  const after = { ...wanted, volumeName: wanted.volumeName ?? null, ...className(wanted) };
  if (jsonEqual(isBound ? grown(before) : before, isBound ? grown(after) : after)) return [];
  return [
    forbiddenField(
      'spec',
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
    ),
  ];
}

function className({ storageClassName = null }: JsonObject): JsonObject {
  return { storageClassName };
}

/** Without what may change of a claim that has its volume. */
function grown(spec: JsonObject): JsonObject {
  const resources = objectAt(spec, 'resources');
  const requests = withoutFields(objectAt(resources, 'requests'), 'storage');
  return { ...withoutFields(spec, 'volumeAttributesClassName'), resources: { ...resources, requests } };
}
