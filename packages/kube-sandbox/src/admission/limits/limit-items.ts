import { type JsonObject, objectsAt } from '@archipelago/apimachinery';
import type { Call } from '../../calls/call.ts';

/** The limits of each LimitRange of the call's namespace. */
export function limitRanges({ server, namespace }: Call): readonly (readonly JsonObject[])[] {
  if (namespace === undefined) return [];
  return server.store
    .list('/limitranges', namespace)
    .map(({ object }) => objectsAt(object, 'spec', 'limits'));
}
