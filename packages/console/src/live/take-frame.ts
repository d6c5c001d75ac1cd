import { applyJsonPatch, type JsonValue, parseJson, parseJsonPatch } from '@archipelago/apimachinery';
import type { Frame } from './read-frames.ts';

/** A page's document as far as it was told, and where to go on. */
export interface Told {
  /** Undefined: nothing was told yet. */
  readonly document: JsonValue | undefined;
  readonly id: string | undefined;
}

/** Nothing yet. */
export const untold: Told = { document: undefined, id: undefined };

/** What is known after a frame. What does not fit to what was told begins anew: the server then sends everything. */
export function takeFrame(told: Told, { name, id, data }: Frame): Told {
  switch (name) {
    case 'whole':
      return { document: parseJson(data), id };
    case 'changes':
      return changed(told, id, parseJson(data));
    default:
      return told;
  }
}

function changed({ document }: Told, id: string, changes: JsonValue): Told {
  const patch = parseJsonPatch(changes);
  if (document === undefined || !patch.ok) return untold;
  const result = applyJsonPatch(document, patch.operations, 'rfc6902');
  return result.ok ? { document: result.value, id } : untold;
}
