import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';

const SUFFIX = '.static.k8s.io';

/** What is to be said of a policy, binding or webhook configuration whose name is kept for those that a server has from files. */
export function reservedNameWarnings(object: JsonObject): readonly string[] {
  if (!textAt(metadataOf(object), 'name').endsWith(SUFFIX)) return [];
  const reserved = 'are reserved for static manifest-based configurations and cannot be managed via the API';
  return [`metadata.name: names ending with ${JSON.stringify(SUFFIX)} ${reserved}`];
}
