import type { JsonObject, JsonPatchOperation } from '@archipelago/apimachinery';
import type { Rendered } from '../config/render.ts';
import { differences } from './differences.ts';
import { editOperations } from './edit-operations.ts';
import { isImmutable } from './is-immutable.ts';
import { ownedPart } from './owned-part.ts';
import { withOwnedParts } from './owned-parts.ts';
import type { Defaulting } from './server-defaults.ts';

/** How an object that is there would be edited; nothing where it stays as it is, or would have to be made anew. */
export function operandEdit(
  rendered: Rendered,
  live: JsonObject,
  defaulting: Defaulting,
): readonly JsonPatchOperation[] {
  const wanted = ownedPart(rendered.manifest, rendered, defaulting);
  const present = ownedPart(live, rendered, defaulting);
  const found = differences(present, wanted);
  const stays = found.length === 0 || isImmutable(rendered.operand, found);
  return stays ? [] : editOperations(live, withOwnedParts(live, rendered)).operations;
}
