import type { JsonObject } from '@archipelago/apimachinery';
import type { Rendered } from '../config/render.ts';
import { ownedParts } from './owned-parts.ts';
import type { Defaulting } from './server-defaults.ts';

/**
 * The part of an object that belongs to us, as its server completes it: of an object as it is wanted (the manifest of `rendered`) or as
 * it is. Most passes follow from news of one operand: for the others, whose objects are the very ones of the last pass, the last answer
 * is given.
 */
export function ownedPart(object: JsonObject, rendered: Rendered, defaulting: Defaulting): JsonObject {
  const { operand, manifest } = rendered;
  const last = lastOf.get(object);
  if (last?.operand === operand && last.manifest === manifest && last.defaulting === defaulting)
    return last.part;
  const part = defaulting(ownedParts(object, rendered));
  lastOf.set(object, { operand, manifest, defaulting, part });
  return part;
}

interface LastPart extends Pick<Rendered, 'operand' | 'manifest'> {
  readonly defaulting: Defaulting;
  readonly part: JsonObject;
}

const lastOf = new WeakMap<JsonObject, LastPart>();
