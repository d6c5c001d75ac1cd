import {
  appliedObject,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MessageValue,
  misnamedTypes,
  objectAt,
} from '@archipelago/apimachinery';
import { typeErrors, typeErrorText } from '../../apply/check-type.ts';
import { type FieldType, rootFieldType } from '../../apply/field-type.ts';
import { managedFieldsOf, setManagedFields } from '../../apply/managed-object.ts';
import { mergeValues } from '../../apply/merge-values.ts';
import type { MatchedReview } from '../policies/policy-review.ts';
import { type Made, problem } from './made.ts';

/** Paths of values that are replaced as a whole. */
function atomics(value: JsonValue, { map, list }: FieldType, path: string): readonly string[] {
  if (isJsonObject(value) && map !== undefined) {
    const below = Object.entries(value).flatMap(([name, member]) => {
      const field = map.fields.get(name);
      if (field === undefined || member === undefined) return [];
      return atomics(member, field.type(), `${path}.${name}`);
    });
    return [...(map.isAtomic ? [path] : []), ...below];
  }
  if (!isJsonList(value) || list === undefined) return [];
  const below = value.flatMap((item, index) => atomics(item, list.item(), `${path}[${index}]`));
  return [...(list.isAssociative ? [] : [path]), ...below];
}

/** Kinds that belong to a resource of another group are in no schema of their own. */
function foreignKind({ call }: MatchedReview): string | undefined {
  const own = call.type.subresources.find(({ name }) => name === call.subresource);
  if (own?.kind === undefined) return undefined;
  const version = own.version ?? call.type.version;
  const group = own.group ?? call.type.group;
  return `no corresponding type for ${group === '' ? '' : `${group}/`}${version}, Kind=${own.kind}`;
}

function failed(what: string): Made {
  return problem(`error applying patch: ${what}`);
}

/** Merges an `Object` into an object as a server-side apply would; nobody owns anything by it. */
export function applyConfiguration(review: MatchedReview, live: JsonObject, message: MessageValue): Made {
  const applied = appliedObject(message);
  if (!applied.ok) return problem(applied.problem);
  const misnamed = misnamedTypes(message);
  if (misnamed.length > 0) return problem(`type mismatch: ${misnamed.join('\n')}`);
  const unknown = foreignKind(review);
  const untyped = 'failed to convert patch object to typed object';
  if (unknown !== undefined) return failed(`${untyped}: ${unknown}`);
  const { apiVersion, kind } = live;
  const patch = { ...applied.value.object, apiVersion, kind };
  const type = rootFieldType(review.matched.behaviour.schema);
  const errors = typeErrors(patch, type, 'refused', applied.value.foreign);
  if (errors.length > 0) return failed(`${untyped}: ${typeErrorText(errors)}`);
  const whole = atomics(patch, type, '');
  if (whole.length > 0)
    return failed(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${whole.join(', ')}`,
    );
  return merged(live, patch, type);
}

function merged(live: JsonObject, patch: JsonObject, type: FieldType): Made {
  const managedFields = managedFieldsOf(live);
  const unmanaged = setManagedFields(live, []);
  const errors = typeErrors(unmanaged, type, 'allowed');
  if (errors.length > 0)
    return failed(`failed to convert original object to typed object: ${typeErrorText(errors)}`);
  const object = objectAt(mergeValues(unmanaged, patch, type) ?? {});
  return { kind: 'made', object: setManagedFields(object, managedFields ?? []) };
}
