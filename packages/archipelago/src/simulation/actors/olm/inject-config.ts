import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  listAt,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';

/**
 * What OLM makes of a Deployment of a ClusterServiceVersion with `spec.config` of its Subscription: `{ annotations, spec }`. `selector` is
 * never read. Source: operator-lifecycle-manager, overrides.
 */
export function injectConfig(
  deploymentSpec: JsonObject,
  config: JsonObject,
): { annotations: JsonObject; spec: JsonObject } {
  const template = objectAt(deploymentSpec, 'template');
  const metadata = objectAt(template, 'metadata');
  const annotations = objectAt(config, 'annotations');
  // keys that are there already stay as they are
  const own = { ...annotations, ...objectAt(metadata, 'annotations') };
  const told = Object.keys(own).length === 0 ? {} : { metadata: { ...metadata, annotations: own } };
  const spec = podSpec(objectAt(template, 'spec'), config);
  return { annotations, spec: { ...deploymentSpec, template: { ...template, ...told, spec } } };
}

function podSpec(spec: JsonObject, config: JsonObject): JsonObject {
  const { nodeSelector } = config;
  return {
    ...spec,
    // the whole selector, kubernetes.io/os included
    ...(isJsonObject(nodeSelector) ? { nodeSelector } : {}),
    ...lists(spec, {
      tolerations: appended(listAt(spec, 'tolerations'), listAt(config, 'tolerations')),
      volumes: byName(objectsAt(spec, 'volumes'), objectsAt(config, 'volumes')),
    }),
    ...affinityOf(objectAt(spec, 'affinity'), config.affinity),
    containers: objectsAt(spec, 'containers').map((one) => container(one, config)),
  };
}

/** In every container, sidecars included. */
function container(one: JsonObject, config: JsonObject): JsonObject {
  const { resources } = config;
  return {
    ...one,
    ...(isJsonObject(resources) ? { resources } : {}),
    ...lists(one, {
      env: byName(objectsAt(one, 'env'), objectsAt(config, 'env')),
      envFrom: appended(listAt(one, 'envFrom'), listAt(config, 'envFrom')),
      volumeMounts: byName(objectsAt(one, 'volumeMounts'), objectsAt(config, 'volumeMounts')),
    }),
  };
}

/** Lists that stay empty are not written. */
function lists(before: JsonObject, wanted: Readonly<Record<string, readonly JsonValue[]>>): JsonObject {
  const kept = Object.entries(wanted).filter(([name, list]) => list.length > 0 || before[name] !== undefined);
  return Object.fromEntries(kept);
}

/** What is there already, deeply equal, is not added again. */
function appended(before: readonly JsonValue[], added: readonly JsonValue[]): readonly JsonValue[] {
  return [...before, ...added.filter((one) => !before.some((other) => jsonEqual(one, other)))];
}

/** One with the same name takes the place of the other. */
function byName(before: readonly JsonObject[], added: readonly JsonObject[]): readonly JsonObject[] {
  const all = new Map(before.map((one) => [textAt(one, 'name'), one]));
  for (const one of added) all.set(textAt(one, 'name'), one);
  return [...all.values()];
}

const parts = ['nodeAffinity', 'podAffinity', 'podAntiAffinity'] as const;

function isEmpty(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** Each part that is given replaces its own, an empty one removes it. An empty podAntiAffinity removes the others, too: a defect of OLM. */
function affinityOf(before: JsonObject, written: JsonValue | undefined): JsonObject {
  if (!isJsonObject(written)) return {};
  if (isEmpty(written) || isEmpty(written.podAntiAffinity)) return { affinity: null };
  const affinity = parts.flatMap((part) => {
    const value = written[part] ?? before[part];
    return isJsonObject(value) && !isEmpty(value) ? [[part, value] as const] : [];
  });
  return { affinity: Object.fromEntries(affinity) };
}

/** Volume mounts of a pod template that no volume stands behind: an API server takes no such Deployment. */
export function mountsWithoutVolume(deploymentSpec: JsonObject): readonly string[] {
  const spec = objectAt(deploymentSpec, 'template', 'spec');
  const volumes = new Set(objectsAt(spec, 'volumes').map((one) => textAt(one, 'name')));
  const mounts = objectsAt(spec, 'containers').flatMap((one) => objectsAt(one, 'volumeMounts'));
  return [...new Set(mounts.map((one) => textAt(one, 'name')))].filter((name) => !volumes.has(name));
}
