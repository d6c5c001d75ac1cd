import { withObjects, withoutKind, worker } from '../healthy-cluster.test-support.ts';
import { condition, hostClass, provisioner } from './case-objects.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

/** Cases of checks of host path. */
export const hostPathCases: CheckCases = {
  VD401: {
    found: withObjects(
      provisioner({ workload: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } }),
      hostClass(),
    ),
    params: { missing: ['w0', 'w1'] },
    severity: 'warning',
    near: withObjects(provisioner({ workload: {} }), hostClass()),
  },
  VD402: {
    found: withObjects(provisioner({ storagePools: [{ name: 'fast' }] }), hostClass()),
    params: { class: 'hpp', pool: 'local', pools: ['fast'] },
    near: withObjects(provisioner({ storagePools: [{ name: 'local' }] }), hostClass()),
  },
  VD403: {
    found: withObjects(
      provisioner({ pathConfig: { path: '/var' } }),
      hostClass({ provisioner: 'kubevirt.io/hostpath-provisioner' }),
    ),
    params: { by: ['spec.pathConfig', 'hpp'] },
    near: withObjects(provisioner({ storagePools: [{ name: 'local' }] }), hostClass()),
  },
  VD404: {
    found: withObjects(hostClass({ binding: 'Immediate' })),
    params: { class: 'hpp' },
    near: withoutKind('Node', worker('w0'), hostClass({ binding: 'Immediate' })),
  },
  VD405: {
    found: withObjects(
      provisioner(
        {},
        {
          storagePoolStatuses: [{ name: 'local', phase: 'Preparing', desiredReady: 2, currentReady: 1 }],
          ...condition('Available', 'True'),
        },
      ),
    ),
    params: { pool: 'local', ready: 1, desired: 2 },
    severity: 'warning',
    near: withObjects(
      provisioner(
        {},
        { storagePoolStatuses: [{ name: 'local', phase: 'Ready', desiredReady: 2, currentReady: 2 }] },
      ),
    ),
  },
};
