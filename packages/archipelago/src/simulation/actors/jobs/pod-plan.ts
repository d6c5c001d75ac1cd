import { posix } from 'node:path';
import {
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { Confinement } from './run-in-root.ts';

/** Where files or a variable come from. */
export interface ObjectSource {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  readonly optional: boolean;
}

export type VolumePlan =
  | { readonly kind: 'empty'; readonly name: string }
  | {
      readonly kind: 'files';
      readonly name: string;
      readonly source: ObjectSource;
      /** By key the path of the file; undefined: all keys, as they are called. */
      readonly items: ReadonlyMap<string, string> | undefined;
    };

export type VariablePlan =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | { readonly kind: 'key'; readonly name: string; readonly source: ObjectSource; readonly key: string };

export interface ContainerPlan {
  readonly name: string;
  readonly program: readonly string[];
  readonly directory: string;
  readonly variables: readonly VariablePlan[];
  /** Volume and path below it, and the absolute path where the container sees that. */
  readonly mounts: readonly {
    readonly volume: string;
    readonly subPath: string;
    readonly path: string;
    readonly readOnly: boolean;
  }[];
  /** Whether it sees the login of the pod's account. */
  readonly hasAccountLogin: boolean;
  readonly confinement: Confinement;
}

export interface PodPlan {
  readonly volumes: readonly VolumePlan[];
  /** One after the other. */
  readonly initContainers: readonly ContainerPlan[];
  /** At the same time. */
  readonly containers: readonly ContainerPlan[];
}

/** By image: the program of containers that name none. Nothing else of an image is looked at. */
export type Entrypoints = ReadonlyMap<string, readonly string[]>;

/** What to do for a pod with this machine's programs, or the field that only a real kubelet understands. */
export function planPod(
  pod: KubernetesObject,
  entrypoints: Entrypoints,
): PodPlan | { readonly notSimulated: string } {
  try {
    const volumes = objectsAt(pod, 'spec', 'volumes').filter((volume) => !isAccountLogin(volume));
    const containersAt = (list: string) =>
      objectsAt(pod, 'spec', list).map((one, index) =>
        planContainer(one, { pod, entrypoints, path: `spec.${list}[${index}]` }),
      );
    return {
      volumes: volumes.map(planVolume),
      initContainers: containersAt('initContainers'),
      containers: containersAt('containers'),
    };
  } catch (error) {
    if (error instanceof NotSimulated) return { notSimulated: error.message };
    throw error;
  }
}

/** What a real API server adds to every pod; the machine brings the login of the pod's account by itself. */
function isAccountLogin(volume: JsonObject): boolean {
  return objectsAt(volume, 'projected', 'sources').some(
    (source) => valueAt(source, 'serviceAccountToken') !== undefined,
  );
}

/** Where such a login is mounted. */
export const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Ends the reading of a pod; never leaves this file. */
class NotSimulated extends Error {}

function planVolume(volume: JsonObject, index: number): VolumePlan {
  const name = textAt(volume, 'name');
  if (valueAt(volume, 'emptyDir') !== undefined) return { kind: 'empty', name };
  const path = `spec.volumes[${index}]`;
  const [kind, part, field] =
    valueAt(volume, 'configMap') === undefined
      ? (['Secret', objectAt(volume, 'secret'), 'secretName'] as const)
      : (['ConfigMap', objectAt(volume, 'configMap'), 'name'] as const);
  const source = { kind, name: textAt(part, field), optional: part.optional === true } as const;
  if (source.name === '')
    throw new NotSimulated(`${path} (${name}): only emptyDir, configMap and secret are simulated`);
  const items = objectsAt(part, 'items').map(
    (item) => [textAt(item, 'key'), inside(textAt(item, 'path'), `${path}.items`)] as const,
  );
  return { kind: 'files', name, source, items: items.length === 0 ? undefined : new Map(items) };
}

interface ContainerContext {
  readonly pod: KubernetesObject;
  readonly entrypoints: Entrypoints;
  readonly path: string;
}

function planContainer(container: JsonObject, context: ContainerContext): ContainerPlan {
  const { path, entrypoints } = context;
  const command = textsAt(container, 'command');
  const program = command.length > 0 ? command : (entrypoints.get(textAt(container, 'image')) ?? []);
  if (program.length === 0)
    throw new NotSimulated(
      `${path}.command: it is not set, and what image ${textAt(container, 'image')} runs is not known here`,
    );
  if (objectsAt(container, 'envFrom').length > 0)
    throw new NotSimulated(`${path}.envFrom: only env is simulated`);
  return {
    name: textAt(container, 'name'),
    program: [...program, ...textsAt(container, 'args')],
    directory: textAt(container, 'workingDir') || '/',
    variables: objectsAt(container, 'env').map((one, index) =>
      planVariable(one, { ...context, path: `${path}.env[${index}]` }),
    ),
    mounts: mountsOf(container).map((mount, index) => ({
      volume: textAt(mount, 'name'),
      subPath: inside(textAt(mount, 'subPath'), `${path}.volumeMounts[${index}].subPath`),
      path: `/${inside(textAt(mount, 'mountPath'), `${path}.volumeMounts[${index}].mountPath`)}`,
      readOnly: mount.readOnly === true,
    })),
    hasAccountLogin: hasAccountLogin(container, context.pod),
    confinement: confinementOf(container),
  };
}

/** What container runtimes leave to a root that asks for nothing. */
const usualCapabilities = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'NET_RAW',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
];

function confinementOf(container: JsonObject): Confinement {
  const context = objectAt(container, 'securityContext');
  const dropped = textsAt(context, 'capabilities', 'drop');
  const kept = dropped.includes('ALL') ? [] : usualCapabilities.filter((name) => !dropped.includes(name));
  const capabilities = new Set([...kept, ...textsAt(context, 'capabilities', 'add')]);
  return {
    capabilities: [...capabilities].filter((name) => /^[A-Z_]+$/.test(name)).sort(),
    noNewPrivileges: context.allowPrivilegeEscalation === false,
    readOnlyRoot: context.readOnlyRootFilesystem === true,
  };
}

/** Every container has it unless the pod says that it wants none; then those have it that mount it. */
function hasAccountLogin(container: JsonObject, pod: KubernetesObject): boolean {
  if (objectAt(pod, 'spec').automountServiceAccountToken !== false) return true;
  return objectsAt(container, 'volumeMounts').some((mount) => textAt(mount, 'mountPath') === accountFolder);
}

function mountsOf(container: JsonObject): readonly JsonObject[] {
  return objectsAt(container, 'volumeMounts').filter((mount) => textAt(mount, 'mountPath') !== accountFolder);
}

/** A path that cannot lead out of where it is used, without a slash at its begin. */
function inside(path: string, field: string): string {
  if (path.split('/').includes('..')) throw new NotSimulated(`${field} ${path}: it must not contain ..`);
  return posix.normalize(`/${path}`).slice(1);
}

function planVariable(variable: JsonObject, { pod, path }: ContainerContext): VariablePlan {
  const name = textAt(variable, 'name');
  const from = objectAt(variable, 'valueFrom');
  const [way] = Object.keys(from);
  switch (way) {
    case undefined:
      return { kind: 'text', name, value: textAt(variable, 'value') };
    case 'fieldRef':
      return { kind: 'text', name, value: fieldOf(pod, textAt(from, way, 'fieldPath'), path) };
    case 'configMapKeyRef':
    case 'secretKeyRef': {
      const kind = way === 'secretKeyRef' ? 'Secret' : 'ConfigMap';
      const part = objectAt(from, way);
      const source = { kind, name: textAt(part, 'name'), optional: part.optional === true } as const;
      return { kind: 'key', name, source, key: textAt(part, 'key') };
    }
    default:
      throw new NotSimulated(
        `${path}.valueFrom.${way}: only fieldRef, configMapKeyRef and secretKeyRef are simulated`,
      );
  }
}

const plainFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
];

function fieldOf(pod: KubernetesObject, fieldPath: string, path: string): string {
  if (plainFields.includes(fieldPath)) return textAt(pod, ...fieldPath.split('.'));
  const [, map, key] = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(fieldPath) ?? [];
  if (map === undefined || key === undefined)
    throw new NotSimulated(`${path}.valueFrom.fieldRef.fieldPath ${fieldPath}: it is not simulated`);
  return textAt(pod, 'metadata', map, key);
}
