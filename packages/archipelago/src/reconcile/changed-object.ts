import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { Rendered } from '../config/render.ts';
import { differences } from './differences.ts';
import { isImmutable } from './is-immutable.ts';
import { operandObject } from './operand-object.ts';
import { ownedPart } from './owned-part.ts';
import { withOwnedParts } from './owned-parts.ts';
import type { Defaulting } from './server-defaults.ts';

/** What an object that is there would be written as; undefined: it stays as it is, or would have to be made anew. */
export function changedObject(
  rendered: Rendered,
  live: JsonObject,
  defaulting: Defaulting,
): KubernetesObject | undefined {
  const wanted = ownedPart(rendered.manifest, rendered, defaulting);
  const present = ownedPart(live, rendered, defaulting);
  const found = differences(present.content, wanted.content);
  const stays = found.length === 0 || isImmutable(rendered.operand, found);
  return stays ? undefined : operandObject(rendered.operand, withOwnedParts(live, rendered));
}
