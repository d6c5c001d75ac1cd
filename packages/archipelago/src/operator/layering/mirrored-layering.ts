import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import { machineConfigGroup, names, ownGroup } from '../../layering/api/layering-names.ts';
import { isImageMachineConfig } from '../../layering/build-plan/image-machine-config.ts';
import { loginFacts } from '../../layering/build-plan/login-facts.ts';
import { proxyKeysIn } from '../../layering/build-plan/proxy-keys.ts';

/** Keeps everything but who wrote it. */
export function withoutManagedFields(object: KubernetesObject): KubernetesObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

const groups = [machineConfigGroup, ownGroup];
/** Kubelets and agents write what they like about their own node. */
const longestAnnotation = 1024;

/** Keeps of a Node its pool, its architecture, whether it takes pods, and which image it has. */
export function layeredNode({
  apiVersion,
  kind,
  metadata,
  spec,
  status,
}: KubernetesObject): KubernetesObject {
  const { name, uid, creationTimestamp, labels = {}, annotations = {} } = metadata;
  const telling = Object.entries(annotations)
    .filter(([key]) => groups.some((group) => key.startsWith(`${group}/`)))
    .map(([key, value]): [string, string] => [key, value.slice(0, longestAnnotation)]);
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      labels,
      annotations: Object.fromEntries(telling),
      ...(uid === undefined ? {} : { uid }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    },
    spec: picked(spec, ['unschedulable', 'taints']),
    status: {
      nodeInfo: picked(isJsonObject(status) ? status.nodeInfo : undefined, [
        'architecture',
        'operatingSystem',
      ]),
      conditions: readiness(status),
      ...picked(status, ['runtimeHandlers']),
    },
  };
}

/** Heartbeats change a time only. */
function readiness(status: unknown): readonly JsonObject[] {
  const conditions: JsonValue | undefined = isJsonObject(status) ? status.conditions : undefined;
  const list: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
  return list
    .filter(isJsonObject)
    .filter(({ type }) => type === 'Ready')
    .map((condition) => picked(condition, ['type', 'status']));
}

/** Keeps of a MachineConfig what is baked into an image, and of one that names an image whose it is; files and units are the larger part of it. */
export function layeredMachineConfig({
  apiVersion,
  kind,
  metadata,
  spec,
}: KubernetesObject): KubernetesObject {
  return {
    apiVersion,
    kind,
    metadata: isImageMachineConfig(metadata.name) ? ownPart(metadata) : { name: metadata.name },
    spec: picked(spec, [
      'osImageURL',
      'baseOSExtensionsContainerImage',
      'extensions',
      'kernelType',
      'kernelArguments',
    ]),
  };
}

function ownPart({ name, uid, resourceVersion, ownerReferences }: KubernetesObject['metadata']) {
  return {
    name,
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(ownerReferences === undefined ? {} : { ownerReferences }),
  };
}

/** Keeps of a ConfigMap everything but a log, which is long, and for people. */
export function layeredConfigMap(object: KubernetesObject): KubernetesObject {
  const kept = withoutManagedFields(object);
  return kept.metadata.labels?.[names.component] === 'log' ? { ...kept, data: {} } : kept;
}

/** Keeps of a Secret which one it is, its type, which registries it has logins for, and which keys of a proxy; the logins are read when they are needed. */
export function layeredSecret(secret: KubernetesObject): KubernetesObject {
  const { apiVersion, kind, metadata, type } = secret;
  const { name, namespace, uid, resourceVersion } = metadata;
  return {
    apiVersion,
    kind,
    ...(type === undefined ? {} : { type }),
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    logins: { ...loginFacts(secret) },
    proxyKeys: [...proxyKeysIn(secret)],
  };
}

/** Keeps of a pod of any namespace what decides whether it has to leave a node, and nothing of what runs in it. */
export function drainedPod({ apiVersion, kind, metadata, status }: KubernetesObject): KubernetesObject {
  const { name, namespace, uid, resourceVersion, deletionTimestamp, ownerReferences, annotations } = metadata;
  const mirror = picked(annotations, ['kubernetes.io/config.mirror']);
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
      ...(ownerReferences === undefined ? {} : { ownerReferences }),
      annotations: Object.fromEntries(Object.keys(mirror).map((key) => [key, ''])),
    },
    status: picked(status, ['phase']),
  };
}

function picked(value: unknown, keys: readonly string[]): JsonObject {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    keys.flatMap((key): [string, JsonValue][] => {
      const found = Object.hasOwn(value, key) ? value[key] : undefined;
      return found === undefined ? [] : [[key, found]];
    }),
  );
}

export function isSameText(old: KubernetesObject, now: KubernetesObject): boolean {
  return JSON.stringify(old) === JSON.stringify(now);
}
