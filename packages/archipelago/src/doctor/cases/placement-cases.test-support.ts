import { controlPlane, object, withObjects, worker } from '../healthy-cluster.test-support.ts';
import {
  controlPlaneOnly,
  handler,
  infra,
  instance,
  machine,
  taint,
  workloads,
} from './case-objects.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

/** Cases of checks of placement. */
export const placementCases: CheckCases = {
  VD201: {
    found: withObjects(workloads({ nodeSelector: { vm: 'yes' } })),
    near: withObjects(workloads({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } })),
  },
  VD202: {
    found: withObjects(worker('w1', { taints: [taint] })),
    params: { taint: 'vm=only:NoSchedule', nodes: 1 },
    severity: 'warning',
    near: withObjects(
      worker('w1', {
        cordoned: true,
        taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }],
      }),
    ),
  },
  VD204: {
    found: withObjects(
      workloads({ nodeSelector: { 'host-model-cpu.node.kubevirt.io/Old': 'true' } }),
      worker('w0', { labels: { 'host-model-cpu.node.kubevirt.io/Old': 'true' } }),
    ),
    params: { arch: 'arm64', count: 2 },
    near: withObjects(workloads({ nodeSelector: { 'kubernetes.io/arch': 'amd64' } })),
  },
  VD205: {
    found: withObjects(infra({ nodeSelector: { infra: 'yes' } })),
    near: withObjects(infra({})),
  },
  VD206: {
    found: withObjects(infra({ nodeSelector: { 'node-role.kubernetes.io/control-plane': '' } })),
    params: { nodes: 3 },
    near: withObjects(
      infra({ nodeSelector: { 'node-role.kubernetes.io/control-plane': '' } }),
      controlPlane('c0', []),
    ),
  },
  VD207: {
    found: withObjects(infra({ nodeSelector: { infra: 'yes' } }), worker('w0', { labels: { infra: 'yes' } })),
    params: { usable: 1 },
    near: withObjects(infra({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } })),
  },
  VD203: {
    found: withObjects(
      workloads({ tolerations: [taint] }),
      worker('w0', { taints: [taint] }),
      worker('w1', { taints: [taint] }),
      machine({}),
    ),
    params: { namespace: 'app', vm: 'vm', taint: 'vm=only:NoSchedule', arch: 'amd64' },
    near: withObjects(
      workloads({ tolerations: [taint] }),
      worker('w0', { taints: [taint] }),
      worker('w1', { taints: [taint] }),
      machine({ tolerations: [{ key: 'vm', operator: 'Exists' }] }),
    ),
    alsoNear: [
      withObjects(workloads({ tolerations: [taint] }), worker('w0', { taints: [taint] }), machine({})),
      withObjects(
        workloads({ tolerations: [taint] }),
        worker('w0', { taints: [taint] }),
        worker('w1', { taints: [taint] }),
        machine({}),
        instance('w0'),
      ),
    ],
  },
  VD208: {
    found: withObjects(workloads({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } }), instance('w0')),
    params: { node: 'w0', count: 1, instance: 'app/vm' },
    near: withObjects(instance('w0')),
    alsoFound: [{ objects: withObjects(instance('w0'), handler('w1')), params: { node: 'w0' } }],
    alsoNear: [withObjects(instance('w0'), handler('w0'))],
  },
  VD209: {
    found: withObjects(
      infra({ affinity: controlPlaneOnly }),
      object('apps/v1', 'Deployment', 'virt-api', {
        namespace: 'kubevirt-hyperconverged',
        spec: {
          replicas: 0,
          template: {
            spec: {
              affinity: {
                nodeAffinity: {
                  requiredDuringSchedulingIgnoredDuringExecution: {
                    nodeSelectorTerms: [
                      ...controlPlaneOnly.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution
                        .nodeSelectorTerms,
                      { matchExpressions: [{ key: 'master', operator: 'Exists' }] },
                    ],
                  },
                },
              },
            },
          },
        },
      }),
      object('apps/v1', 'DaemonSet', 'other'),
    ),
    params: { components: ['virt-api'], own: 1 },
    near: withObjects(
      infra({ affinity: controlPlaneOnly }),
      object('apps/v1', 'Deployment', 'virt-api', {
        namespace: 'kubevirt-hyperconverged',
        spec: { replicas: 0, template: { spec: { affinity: controlPlaneOnly } } },
      }),
      object('apps/v1', 'DaemonSet', 'other'),
    ),
  },
};
