import {
  canonicalQuantity,
  compareQuantities,
  type FieldError,
  type JsonObject,
  objectAt,
  parseQuantity,
} from '@archipelago/apimachinery';
import { invalidValue } from './field-errors.ts';

/** Requests that are greater than the limits beside them. */
export function requestErrors(resources: JsonObject, at: string): readonly FieldError[] {
  const limits = objectAt(resources, 'limits');
  return Object.entries(objectAt(resources, 'requests')).flatMap(([name, value]) => {
    const [request, limit] = [parseQuantity(String(value)), parseQuantity(String(limits[name] ?? ''))];
    if (!request.ok || !limit.ok || compareQuantities(request.quantity, limit.quantity) <= 0) return [];
    const problem = `must be less than or equal to ${name} limit of ${canonicalQuantity(limit.quantity)}`;
    return [invalidValue(`${at}.requests`, canonicalQuantity(request.quantity), problem)];
  });
}
