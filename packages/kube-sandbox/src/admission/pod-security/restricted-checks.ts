import { isJsonObject, type JsonObject, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';
import { addedCapabilities, badSeccomp, goodProfiles, hasBadType } from './baseline-checks.ts';
import {
  containersNamed,
  counted,
  hasOwnUsers,
  isWindows,
  type JudgedPod,
  namesWhere,
  quoted,
  secured,
  securedObject,
  settersOf,
  sortedSet,
  type Violation,
} from './pod-text.ts';

/** From this version on what Windows does not have is not asked of its pods. */
const sparesWindows = 25;

export function allowPrivilegeEscalation(pod: JudgedPod, version: number): Violation | undefined {
  if (version >= sparesWindows && isWindows(pod)) return undefined;
  const names = namesWhere(pod, (container) => secured(container, 'allowPrivilegeEscalation') !== false);
  if (names.length === 0) return undefined;
  const detail = `${containersNamed(names)} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: 'allowPrivilegeEscalation != false', detail };
}

function dropsAll(container: JsonObject): boolean {
  return textsAt(securedObject(container, 'capabilities') ?? {}, 'drop').includes('ALL');
}

export function droppedCapabilities(pod: JudgedPod, version: number): Violation | undefined {
  if (version >= sparesWindows && isWindows(pod)) return undefined;
  const keeping = namesWhere(pod, (container) => !dropsAll(container));
  const added = addedCapabilities(pod, new Set(['NET_BIND_SERVICE']));
  const details = [
    ...(keeping.length === 0
      ? []
      : [`${containersNamed(keeping)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(added === undefined ? [] : [added]),
  ];
  if (details.length === 0) return undefined;
  return { reason: 'unrestricted capabilities', detail: details.join('; ') };
}

const goodVolumes = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image'],
  ...['persistentVolumeClaim', 'projected', 'secret'],
];
const badVolumes = [
  ...['hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'gitRepo', 'nfs', 'iscsi', 'glusterfs', 'rbd'],
  ...['flexVolume', 'cinder', 'cephfs', 'flocker', 'fc', 'azureFile', 'vsphereVolume', 'quobyte'],
  ...['azureDisk', 'photonPersistentDisk', 'portworxVolume', 'scaleIO', 'storageos'],
];

export function volumeTypes({ spec }: JudgedPod): Violation | undefined {
  const has = (volume: JsonObject) => (type: string) => isJsonObject(volume[type]);
  const bad = objectsAt(spec, 'volumes').filter((volume) => !goodVolumes.some(has(volume)));
  if (bad.length === 0) return undefined;
  const types = sortedSet(bad.map((volume) => badVolumes.find(has(volume)) ?? 'unknown'));
  const names = `${counted(bad, 'volume', 'volumes')} ${quoted(bad.map((volume) => textAt(volume, 'name')))}`;
  const used = `${counted(types, 'restricted volume type', 'restricted volume types')} ${quoted(types)}`;
  return { reason: 'restricted volume types', detail: `${names} ${counted(bad, 'uses', 'use')} ${used}` };
}

/** From this version on pods with users of their own may run as root among these. */
const trustsOwnUsers = 35;

export function runAsNonRoot(pod: JudgedPod, version: number): Violation | undefined {
  if (version >= trustsOwnUsers && hasOwnUsers(pod)) return undefined;
  const reason = 'runAsNonRoot != true';
  const setters = settersOf(pod, (owner) => secured(owner, 'runAsNonRoot') === false);
  if (setters !== undefined)
    return { reason, detail: `${setters.text} must not set securityContext.runAsNonRoot=false` };
  if (secured(pod.spec, 'runAsNonRoot') === true) return undefined;
  const silent = namesWhere(pod, (container) => secured(container, 'runAsNonRoot') === undefined);
  if (silent.length === 0) return undefined;
  return {
    reason,
    detail: `pod or ${containersNamed(silent)} must set securityContext.runAsNonRoot=true`,
  };
}

export function runAsUser(pod: JudgedPod, version: number): Violation | undefined {
  if (version >= trustsOwnUsers && hasOwnUsers(pod)) return undefined;
  const setters = settersOf(pod, (owner) => secured(owner, 'runAsUser') === 0);
  if (setters === undefined) return undefined;
  return { reason: 'runAsUser=0', detail: `${setters.text} must not set runAsUser=0` };
}

export function demandedSeccomp(pod: JudgedPod, version: number): Violation | undefined {
  if (version >= sparesWindows && isWindows(pod)) return undefined;
  const bad = badSeccomp(pod);
  if (bad !== undefined) return bad;
  const isSet = (owner: JsonObject) => securedObject(owner, 'seccompProfile') !== undefined;
  if (isSet(pod.spec) && !hasBadType(pod.spec, 'seccompProfile', goodProfiles)) return undefined;
  const silent = namesWhere(pod, (container) => !isSet(container));
  if (silent.length === 0) return undefined;
  return {
    reason: 'seccompProfile',
    detail: `pod or ${containersNamed(silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  };
}
