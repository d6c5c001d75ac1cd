import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { Rendered } from '../config/render.ts';
import { ownedPart } from './owned-part.ts';
import type { Defaulting } from './server-defaults.ts';

/** What the server made of what we wrote last: what of it is ours ({@link ownedPart}). */
export interface Remembered {
  readonly uid: string;
  readonly wanted: JsonObject;
  readonly answered: JsonObject;
}

/** What to remember when the server answered a write of `rendered` with `answer`. */
export function remember(rendered: Rendered, answer: JsonObject, defaulting: Defaulting): Remembered {
  return {
    uid: textAt(answer, 'metadata', 'uid'),
    wanted: ownedPart(rendered.manifest, rendered, defaulting),
    answered: ownedPart(answer, rendered, defaulting),
  };
}
