import { digestOf, type JsonObject } from '@archipelago/apimachinery';
import { once } from '../config/framework/once.ts';
import type { Rendered } from '../config/render.ts';
import { ownedParts } from './owned-parts.ts';
import type { Defaulting } from './server-defaults.ts';

/** The part of an object that belongs to us, as its server completes it. */
interface OwnedPart {
  readonly content: JsonObject;
  readonly digest: () => string;
}

/**
 * Of an object as it is wanted (the manifest of `rendered`) or as it is. Most passes follow from news of one operand: for the
 * others, whose objects are the very ones of the last pass, the last answer is given.
 */
export function ownedPart(object: JsonObject, rendered: Rendered, defaulting: Defaulting): OwnedPart {
  const last = lastOf.get(object);
  if (last?.rendered === rendered && last.defaulting === defaulting) return last.part;
  const content = defaulting(ownedParts(object, rendered));
  const part = { content, digest: once(() => digestOf(content)) };
  lastOf.set(object, { rendered, defaulting, part });
  return part;
}

interface LastPart {
  readonly rendered: Rendered;
  readonly defaulting: Defaulting;
  readonly part: OwnedPart;
}

const lastOf = new WeakMap<JsonObject, LastPart>();
