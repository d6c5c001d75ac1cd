import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { DefaultRule } from '../declaration/fill-defaults.ts';

/** The pull policy follows the image: a moving tag is always pulled. */
function pullPolicy(container: JsonObject): string {
  const image = textAt(container, 'image');
  const name = image.split('/').at(-1) ?? '';
  if (image.includes('@')) return 'IfNotPresent';
  const tag = name.includes(':') ? name.split(':').at(-1) : 'latest';
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

/** A container whose limits are its requests where it writes none. */
function withRequests(container: JsonObject): JsonObject {
  const resources = objectAt(container, 'resources');
  const limits = objectAt(resources, 'limits');
  if (Object.keys(limits).length === 0) return container;
  const requests = { ...limits, ...objectAt(resources, 'requests') };
  return { ...container, resources: { ...resources, requests } };
}

/** On the network of its node a container listens there. */
function withHostPorts(container: JsonObject): JsonObject {
  const ports = objectsAt(container, 'ports');
  if (ports.length === 0) return container;
  return {
    ...container,
    ports: ports.map((port) => ({ hostPort: valueAt(port, 'containerPort'), ...port })),
  };
}

/** A pod with complete requests and ports of its node; templates of pods are left as they are written. */
export function completedPod(pod: JsonObject): JsonObject {
  const spec = objectAt(pod, 'spec');
  const complete = (container: JsonObject) =>
    spec.hostNetwork === true ? withHostPorts(withRequests(container)) : withRequests(container);
  const lists = ['initContainers', 'containers'].filter((name) => valueAt(spec, name) !== undefined);
  const changed = lists.map((name) => [name, objectsAt(spec, name).map(complete)] as const);
  return lists.length === 0 ? pod : { ...pod, spec: { ...spec, ...Object.fromEntries(changed) } };
}

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];

function probeRules(container: string): readonly DefaultRule[] {
  return PROBES.flatMap((probe) => [
    {
      at: `${container}.${probe}`,
      fields: { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
    },
    { at: `${container}.${probe}.httpGet`, fields: { path: '/', scheme: 'HTTP' } },
    { at: `${container}.${probe}.grpc`, fields: { service: '' } },
  ]);
}

function containerRules(container: string): readonly DefaultRule[] {
  return [
    {
      at: container,
      fields: (target) => ({
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: pullPolicy(target),
      }),
    },
    { at: `${container}.ports[*]`, fields: { protocol: 'TCP' } },
    { at: `${container}.env[*].valueFrom.fieldRef`, fields: { apiVersion: 'v1' } },
    { at: `${container}.lifecycle.postStart.httpGet`, fields: { path: '/', scheme: 'HTTP' } },
    { at: `${container}.lifecycle.preStop.httpGet`, fields: { path: '/', scheme: 'HTTP' } },
    ...probeRules(container),
  ];
}

const VOLUME_SOURCES = [
  'name',
  'hostPath',
  'emptyDir',
  'secret',
  'configMap',
  'projected',
  'downwardAPI',
  'persistentVolumeClaim',
  'csi',
  'nfs',
  'iscsi',
  'ephemeral',
  'image',
  'fc',
  'cephfs',
  'rbd',
  'glusterfs',
  'gitRepo',
];

function volumeRules(volume: string): readonly DefaultRule[] {
  return [
    {
      at: volume,
      fields: (target) =>
        Object.keys(target).some((name) => name !== 'name' && VOLUME_SOURCES.includes(name))
          ? {}
          : { emptyDir: {} },
    },
    { at: `${volume}.secret`, fields: { defaultMode: 420 } },
    { at: `${volume}.configMap`, fields: { defaultMode: 420 } },
    { at: `${volume}.downwardAPI`, fields: { defaultMode: 420 } },
    { at: `${volume}.downwardAPI.items[*].fieldRef`, fields: { apiVersion: 'v1' } },
    { at: `${volume}.projected`, fields: { defaultMode: 420 } },
    { at: `${volume}.projected.sources[*].serviceAccountToken`, fields: { expirationSeconds: 3600 } },
    { at: `${volume}.projected.sources[*].downwardAPI.items[*].fieldRef`, fields: { apiVersion: 'v1' } },
    { at: `${volume}.hostPath`, fields: { type: '' } },
  ];
}

/** What the API server adds to a pod's spec at `path`. */
export function podSpecRules(path: string): readonly DefaultRule[] {
  return [
    {
      at: path,
      fields: {
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
        dnsPolicy: 'ClusterFirst',
        securityContext: {},
        schedulerName: 'default-scheduler',
      },
    },
    // The service account's name is kept under its old name too.
    {
      at: path,
      fields: (target) => {
        const name = textAt(target, 'serviceAccountName') || textAt(target, 'serviceAccount');
        return name === '' ? {} : { serviceAccount: name, serviceAccountName: name };
      },
    },
    ...containerRules(`${path}.initContainers[*]`),
    ...containerRules(`${path}.containers[*]`),
    ...volumeRules(`${path}.volumes[*]`),
  ];
}
