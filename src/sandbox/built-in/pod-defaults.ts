import type { JsonObject } from '../../api/json-value.ts';
import { field, objectField, textField } from '../json-access.ts';
import type { DefaultRule } from './fill-defaults.ts';

/** The pull policy follows the image: a moving tag is always pulled. */
function pullPolicy(container: JsonObject): string {
  const image = textField(container, 'image');
  const name = image.split('/').at(-1) ?? '';
  if (image.includes('@')) return 'IfNotPresent';
  const tag = name.includes(':') ? name.split(':').at(-1) : 'latest';
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

/** Limits are requests where no request is written. */
function withRequests(resources: JsonObject): JsonObject {
  const limits = objectField(resources, 'limits');
  const requests = objectField(resources, 'requests');
  const missing = Object.keys(limits).some((name) => field(requests, name) === undefined);
  return missing && Object.keys(requests).length === 0 ? { requests: limits } : {};
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
    { at: `${container}.resources`, fields: withRequests },
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
        const name = textField(target, 'serviceAccountName') || textField(target, 'serviceAccount');
        return name === '' ? {} : { serviceAccount: name, serviceAccountName: name };
      },
    },
    ...containerRules(`${path}.initContainers[*]`),
    ...containerRules(`${path}.containers[*]`),
    ...volumeRules(`${path}.volumes[*]`),
  ];
}
