import { digestOf, type JsonObject } from '@archipelago/apimachinery';
import { once } from '../config/framework/once.ts';
import type { Rendered } from '../config/render.ts';
import type { FieldDifference } from '../engine/plan/action.ts';
import { differences } from './differences.ts';
import { ownedParts } from './owned-parts.ts';
import type { Defaulting } from './server-defaults.ts';

/** An object as it is wanted and as it is, both as the server completes them, and what differs. */
export interface Compared {
  readonly found: readonly FieldDifference[];
  /** Digests of our part. */
  readonly wanted: () => string;
  readonly present: () => string;
}

/**
 * Compares what is rendered with the object that is there. Most passes follow from news of one operand: for the others, whose
 * objects are the very ones of the last pass, the last answer is given.
 */
export function compared(rendered: Rendered, object: JsonObject, defaulting: Defaulting): Compared {
  const last = lastOf.get(rendered);
  if (last?.object === object && last.defaulting === defaulting) return last.made;
  const made = compare(rendered, object, defaulting);
  lastOf.set(rendered, { object, defaulting, made });
  return made;
}

const lastOf = new WeakMap<Rendered, { object: JsonObject; defaulting: Defaulting; made: Compared }>();

function compare(rendered: Rendered, object: JsonObject, defaulting: Defaulting): Compared {
  const wanted = defaulting(ownedParts(rendered.manifest, rendered));
  const present = defaulting(ownedParts(object, rendered));
  return {
    found: differences(present, wanted),
    wanted: once(() => digestOf(wanted)),
    present: once(() => digestOf(present)),
  };
}
