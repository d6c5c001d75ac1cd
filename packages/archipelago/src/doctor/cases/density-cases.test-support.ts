import { hyperConverged, object, withObjects } from '../healthy-cluster.test-support.ts';
import {
  configPool,
  density,
  descheduler,
  half,
  kubelet,
  machine,
  named,
  rendered,
  swapped,
  wasp,
} from './case-objects.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

/** Cases of checks of density. */
export const densityCases: CheckCases = {
  VD701: {
    found: withObjects(density(150), ...swapped(0)),
    params: { nodes: 4, neededPerNode: '32Gi' },
    severity: 'critical',
    near: withObjects(density(100), ...swapped(0)),
  },
  VD702: {
    found: withObjects(density(150), ...swapped(half - 1)),
    params: { node: 'w0', needed: '32Gi' },
    near: withObjects(density(150), ...swapped(half)),
  },
  VD705: {
    found: withObjects(density(201)),
    params: { percent: 201 },
    near: withObjects(density(200)),
  },
  VD707: {
    found: withObjects(
      hyperConverged({ ksmConfiguration: { nodeLabelSelector: { matchLabels: { ksm: 'yes' } } } }),
    ),
    near: withObjects(hyperConverged({ ksmConfiguration: { nodeLabelSelector: {} } })),
  },
  VD708: {
    found: withObjects(
      hyperConverged({
        resourceRequirements: { vmiCPUAllocationRatio: 1, autoCPULimitNamespaceLabelSelector: {} },
      }),
      object('v1', 'Namespace', 'app'),
    ),
    params: { namespaces: ['app'] },
    near: withObjects(
      hyperConverged({
        resourceRequirements: {
          vmiCPUAllocationRatio: 1,
          autoCPULimitNamespaceLabelSelector: { matchLabels: { a: 'b' } },
        },
      }),
      object('v1', 'Namespace', 'app'),
    ),
  },
  VD710: {
    found: withObjects(descheduler({ mode: 'Automatic', profiles: ['AffinityAndTaints'] }), machine({})),
    params: { profiles: ['AffinityAndTaints'] },
    severity: 'critical',
    near: withObjects(
      descheduler({ mode: 'Automatic', profiles: ['KubeVirtRelieveAndMigrate'] }),
      machine({}),
    ),
  },
  VD703: {
    found: withObjects(wasp('wasp'), wasp('kubevirt-hyperconverged')),
    params: {
      first: 'the DaemonSet kubevirt-hyperconverged/wasp-agent',
      second: 'the DaemonSet wasp/wasp-agent',
    },
    near: withObjects(wasp('kubevirt-hyperconverged'), kubelet('swap', { failSwapOn: false }), configPool),
    alsoFound: [
      {
        objects: withObjects(wasp('wasp'), kubelet('swap', { memorySwap: { swapBehavior: 'LimitedSwap' } })),
        params: { second: 'the KubeletConfig swap' },
      },
      {
        objects: withObjects(
          object('apps/v1', 'DaemonSet', 'other'),
          kubelet('a', { failSwapOn: false }),
          kubelet('b', { maxPods: 500 }),
          configPool,
        ),
        params: { pool: 'worker' },
      },
    ],
    alsoNear: [
      withObjects(
        object('apps/v1', 'DaemonSet', 'other'),
        kubelet('a', { maxPods: 250 }),
        kubelet('b', { maxPods: 500 }),
        configPool,
      ),
    ],
  },
  VD704: {
    found: withObjects(wasp('kubevirt-hyperconverged', { nodeSelector: { 'kubernetes.io/arch': 'arm64' } })),
    params: { nodes: 2, missing: ['w0', 'w1'] },
    near: withObjects(
      hyperConverged({}, { annotations: { 'platform.kubevirt.io/autopilot': 'ksm,swap-enable' } }),
      wasp('kubevirt-hyperconverged', { nodeSelector: { 'kubernetes.io/arch': 'arm64' } }),
    ),
    alsoNear: [withObjects(wasp('kubevirt-hyperconverged'))],
  },
  VD706: {
    found: withObjects(
      density(150),
      named('vm', { domain: { resources: { requests: { memory: '2Gi' } } } }),
      named('other', { domain: { memory: { guest: '2Gi' } } }),
    ),
    params: { count: 1, first: 'app/vm', percent: 150 },
    near: withObjects(density(100), named('vm', { domain: { resources: { requests: { memory: '2Gi' } } } })),
    alsoNear: [withObjects(density(150), named('other', { domain: { memory: { guest: '2Gi' } } }))],
  },
  VD709: {
    found: withObjects(
      named('vm', {}),
      object('v1', 'ResourceQuota', 'q', { namespace: 'app', spec: { hard: { 'limits.cpu': '10' } } }),
    ),
    params: { namespace: 'app', quota: 'the ResourceQuota q' },
    near: withObjects(
      named('vm', {}),
      object('v1', 'ResourceQuota', 'q', { namespace: 'app', spec: { hard: { 'requests.cpu': '10' } } }),
      object('v1', 'ResourceQuota', 'q', { namespace: 'shop', spec: { hard: { 'limits.cpu': '10' } } }),
    ),
    alsoFound: [
      {
        objects: withObjects(
          named('vm', {}),
          object('v1', 'LimitRange', 'r', {
            namespace: 'app',
            spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '1' } }] },
          }),
        ),
        params: { quota: 'the LimitRange r' },
      },
    ],
  },
  VD711: {
    found: withObjects(descheduler({ profiles: ['KubeVirtRelieveAndMigrate'] })),
    params: { mode: 'Predictive' },
    near: withObjects(
      descheduler({ mode: 'Automatic', profiles: ['KubeVirtRelieveAndMigrate'] }),
      configPool,
      rendered('psi=1'),
    ),
    alsoFound: [
      {
        objects: withObjects(
          descheduler({ mode: 'Automatic', profiles: ['KubeVirtRelieveAndMigrate'] }),
          configPool,
          rendered(),
        ),
        severity: 'warning',
        params: { pools: ['worker'] },
      },
      {
        objects: withObjects(
          descheduler({
            mode: 'Automatic',
            profiles: ['KubeVirtRelieveAndMigrate'],
            evictionLimits: { total: 6 },
          }),
        ),
        params: { limit: 'total' },
      },
    ],
    alsoNear: [
      withObjects(descheduler({ profiles: ['AffinityAndTaints'] })),
      withObjects(descheduler({ mode: 'Automatic', profiles: ['KubeVirtRelieveAndMigrate'] }), configPool),
    ],
  },
};
