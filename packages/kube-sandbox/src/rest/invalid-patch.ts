import type { JsonObject } from '@archipelago/apimachinery';
import type { Refusal } from '../refusals/refusal.ts';
import { invalid } from '../refusals/status.ts';
import { invalidValue } from '../validation/field-errors.ts';

/** The refusal of a patch that leads to an object the type does not take. */
export function invalidPatch(object: JsonObject, problem: string, shown = JSON.stringify(object)): Refusal {
  return invalid({ group: '', resource: '' }, '', [invalidValue('patch', shown, problem)]);
}
