import {
  canonicalQuantity,
  compareQuantities,
  type FieldError,
  type JsonObject,
  objectAt,
  parseQuantity,
  quantityAsNumber,
} from '@archipelago/apimachinery';
import { invalidValue } from './field-errors.ts';

/** Amounts below nothing. */
function negativeErrors(resources: JsonObject, at: string): readonly FieldError[] {
  return ['limits', 'requests'].flatMap((list) =>
    Object.entries(objectAt(resources, list)).flatMap(([name, value]) => {
      const parsed = parseQuantity(String(value));
      if (!parsed.ok || quantityAsNumber(parsed.quantity) >= 0) return [];
      return [invalidValue(`${at}.${list}[${name}]`, String(value), 'must be greater than or equal to 0')];
    }),
  );
}

/** Amounts below nothing, and requests that are greater than the limits beside them. */
export function requestErrors(resources: JsonObject, at: string): readonly FieldError[] {
  const limits = objectAt(resources, 'limits');
  const greater = Object.entries(objectAt(resources, 'requests')).flatMap(([name, value]) => {
    const [request, limit] = [parseQuantity(String(value)), parseQuantity(String(limits[name] ?? ''))];
    if (!request.ok || !limit.ok || compareQuantities(request.quantity, limit.quantity) <= 0) return [];
    const problem = `must be less than or equal to ${name} limit of ${canonicalQuantity(limit.quantity)}`;
    return [invalidValue(`${at}.requests`, canonicalQuantity(request.quantity), problem)];
  });
  return [...negativeErrors(resources, at), ...greater];
}
