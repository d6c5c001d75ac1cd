import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Call } from '../../calls/call.ts';
import { metadataOf, withMetadata } from '../../json/json-access.ts';
import { limitRanges } from './limit-items.ts';

const annotation = 'kubernetes.io/limit-ranger';

interface Defaults {
  readonly requests: JsonObject;
  readonly limits: JsonObject;
}

/** A new pod with the requests and limits that LimitRanges give to containers without. */
export function withDefaultAmounts(call: Call, pod: JsonObject): JsonObject {
  if (call.type.storage !== '/pods' || call.subresource !== '') return pod;
  return limitRanges(call).reduce((known, items) => withDefaults(known, defaultsOf(items)), pod);
}

function defaultsOf(items: readonly JsonObject[]): Defaults {
  const ofContainers = items.filter((item) => textAt(item, 'type') === 'Container');
  const merged = (name: string) => Object.assign({}, ...ofContainers.map((item) => objectAt(item, name)));
  return { requests: merged('defaultRequest'), limits: merged('default') };
}

const lists = [
  ['containers', 'container'],
  ['initContainers', 'init container'],
] as const;

function withDefaults(pod: JsonObject, defaults: Defaults): JsonObject {
  const told: string[] = [];
  const spec = { ...objectAt(pod, 'spec') };
  for (const [list, word] of lists) {
    const containers = objectsAt(spec, list);
    if (containers.length > 0)
      spec[list] = containers.map((container) => {
        const { changed, texts } = completed(container, defaults, word);
        told.push(...texts);
        return changed;
      });
  }
  if (told.length === 0) return pod;
  const annotations = {
    ...objectAt(metadataOf(pod), 'annotations'),
    [annotation]: `LimitRanger plugin set: ${told.join('; ')}`,
  };
  return withMetadata({ ...pod, spec }, { annotations });
}

function completed(
  container: JsonObject,
  defaults: Defaults,
  word: string,
): { readonly changed: JsonObject; readonly texts: readonly string[] } {
  const resources = objectAt(container, 'resources');
  const texts: string[] = [];
  const fill = (kind: 'requests' | 'limits', one: string) => {
    const written = objectAt(resources, kind);
    const missing = Object.keys(defaults[kind]).filter((name) => written[name] === undefined);
    if (missing.length === 0) return {};
    texts.push(`${missing.sort().join(', ')} ${one} for ${word} ${textAt(container, 'name')}`);
    return { [kind]: { ...defaults[kind], ...written } };
  };
  const filled = { ...resources, ...fill('requests', 'request'), ...fill('limits', 'limit') };
  return { changed: texts.length === 0 ? container : { ...container, resources: filled }, texts };
}
