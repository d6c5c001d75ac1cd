import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { keptLoginFacts } from '../../layering/build-plan/login-facts.ts';
import {
  isSameText,
  layeredMachineConfig,
  layeredNode,
  layeredSecret,
  withoutManagedFields,
} from './mirrored-layering.ts';

const metadata = {
  name: 'a',
  namespace: 'n',
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: '2026-11-21T10:00:00Z',
  labels: { pool: 'edge' },
  annotations: {
    'machineconfiguration.openshift.io/currentImage': 'i',
    'machineconfiguration.openshift.io/state': 'Working',
    'example.com/other': 'o',
  },
  managedFields: [{ manager: 'kubelet' }],
};

const node: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata,
  spec: { unschedulable: true, taints: [{ key: 't', effect: 'NoSchedule' }], providerID: 'p' },
  status: {
    nodeInfo: { architecture: 'arm64', operatingSystem: 'linux', kernelVersion: '6' },
    conditions: [
      { type: 'MemoryPressure', status: 'False' },
      { type: 'Ready', status: 'True', lastHeartbeatTime: '2026-11-21T10:00:00Z', message: 'm' },
    ],
    images: [{ names: ['x'] }],
  },
};

describe('what is kept in memory', () => {
  it('of a node: pool, architecture, whether it takes pods, which image it has', () => {
    expect(layeredNode(node)).toEqual({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name: 'a',
        uid: 'u',
        creationTimestamp: '2026-11-21T10:00:00Z',
        labels: { pool: 'edge' },
        annotations: {
          'machineconfiguration.openshift.io/currentImage': 'i',
          'machineconfiguration.openshift.io/state': 'Working',
        },
      },
      spec: { unschedulable: true, taints: [{ key: 't', effect: 'NoSchedule' }] },
      status: {
        nodeInfo: { architecture: 'arm64', operatingSystem: 'linux' },
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    });
  });

  it('of a node that has said nothing yet: its name', () => {
    const empty = { spec: {}, status: { nodeInfo: {}, conditions: [] } };
    const named = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a', labels: {}, annotations: {} } };
    const bare: KubernetesObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } };
    expect(layeredNode(bare)).toEqual({ ...named, ...empty });
    expect(layeredNode({ ...bare, spec: 'x', status: { conditions: 'x' } })).toEqual({ ...named, ...empty });
  });

  it('of a node is the same after a heartbeat, and another when it is not ready', () => {
    const heard = JSON.parse(JSON.stringify(node).replace('T10:00:00Z","message"', 'T10:00:10Z","message"'));
    expect(JSON.stringify(heard)).not.toBe(JSON.stringify(node));
    expect(isSameText(layeredNode(heard), layeredNode(node))).toBe(true);
    const lost = JSON.parse(JSON.stringify(node).replace('"status":"True"', '"status":"Unknown"'));
    expect(isSameText(layeredNode(lost), layeredNode(node))).toBe(false);
  });

  it('of a MachineConfig: what is baked into images, and no file', () => {
    const baked = {
      osImageURL: 'os',
      baseOSExtensionsContainerImage: 'e',
      extensions: ['usbguard'],
      kernelType: 'realtime',
      kernelArguments: ['quiet'],
    };
    const object = {
      apiVersion: 'v1',
      kind: 'MachineConfig',
      metadata,
      spec: { ...baked, config: { storage: {} } },
    };
    expect(layeredMachineConfig(object)).toEqual({
      apiVersion: 'v1',
      kind: 'MachineConfig',
      metadata: { name: 'a' },
      spec: baked,
    });
  });

  it('of a Secret: which one it is, which registries it is for, and nothing else that is in it', () => {
    const logins = { auths: { 'r.example': { auth: Buffer.from('user:canary').toString('base64') } } };
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      data: {
        '.dockerconfigjson': Buffer.from(JSON.stringify(logins)).toString('base64'),
        HTTP_PROXY: 'Y2FuYXJ5',
      },
      type: 'kubernetes.io/dockerconfigjson',
    };
    const kept = layeredSecret(secret);
    expect(keptLoginFacts(kept)).toEqual({ kind: 'logins', key: '.dockerconfigjson', scopes: ['r.example'] });
    expect(keptLoginFacts(kept)).toBe(keptLoginFacts(kept));
    expect(kept).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/dockerconfigjson',
      metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7' },
      logins: { kind: 'logins', key: '.dockerconfigjson', scopes: ['r.example'] },
      proxyKeys: ['HTTP_PROXY'],
    });
    const bare = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } };
    expect(layeredSecret(bare)).toMatchObject({ ...bare, logins: { kind: 'useless' } });
    expect(keptLoginFacts(layeredSecret(bare))).toEqual({
      kind: 'useless',
      reason: expect.stringContaining('is of type Opaque'),
      fix: expect.stringContaining('docker-registry'),
    });
  });

  it('of everything else: all but who wrote it', () => {
    const { managedFields: _, ...rest } = metadata;
    expect(withoutManagedFields({ ...node })).toEqual({ ...node, metadata: rest });
  });
});
