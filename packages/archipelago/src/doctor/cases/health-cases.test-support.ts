import type { JsonObject } from '@archipelago/apimachinery';
import {
  healthy,
  hyperConverged,
  object,
  withObjects,
  withoutKind,
} from '../healthy-cluster.test-support.ts';
import {
  apiService,
  authority,
  condition,
  endpoints,
  old,
  version,
  webhooks,
} from './case-objects.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

function alert(name: string): JsonObject {
  return { name, severity: 'warning', since: '2026-01-01T00:00:00Z', message: 'Somebody changed it.' };
}

/** One that no operator has seen. */
function hyperConvergedIn(namespace: string): JsonObject {
  return object('hco.kubevirt.io/v1beta1', 'HyperConverged', 'kubevirt-hyperconverged', {
    namespace,
    spec: {},
  });
}

function operatorIn(namespace: string): JsonObject {
  return object('apps/v1', 'Deployment', 'archipelago-operator', {
    namespace,
    spec: { replicas: 1 },
    status: { availableReplicas: 1 },
  });
}

/** Cases of checks of health. */
export const healthCases: CheckCases = {
  VD001: {
    found: withoutKind('HyperConverged', version({})),
    near: withObjects(version({})),
  },
  VD002: {
    found: withObjects(
      hyperConverged({}, condition('Degraded', 'True', { reason: 'SSPDegraded', message: 'no' })),
    ),
    params: { type: 'Degraded', reason: 'SSPDegraded' },
    near: withObjects(hyperConverged({}, condition('Progressing', 'False', { lastTransitionTime: old }))),
    alsoFound: [
      {
        objects: withObjects(
          hyperConverged({}, condition('Progressing', 'True', { lastTransitionTime: '$NOW' })),
        ),
        severity: 'info',
      },
      {
        objects: withObjects(
          hyperConverged({}, condition('Progressing', 'True', { lastTransitionTime: old })),
        ),
        severity: 'warning',
      },
    ],
  },
  VD003: {
    found: withObjects(hyperConverged({}, { annotations: { 'kubevirt.kubevirt.io/jsonpatch': '[{},{}]' } })),
    params: { annotation: 'kubevirt.kubevirt.io/jsonpatch', operations: 2 },
    near: withObjects(hyperConverged({}, { annotations: { other: '[]' } })),
    alsoFound: [{ objects: withObjects(hyperConverged({}, condition('TaintedConfiguration', 'True'))) }],
  },
  VD004: {
    found: withObjects(
      object('apps/v1', 'Deployment', 'virt-api', {
        namespace: 'kubevirt-hyperconverged',
        spec: { replicas: 2 },
      }),
    ),
    params: { name: 'virt-api', available: 0, wanted: 2 },
    near: withObjects(object('apps/v1', 'Deployment', 'shop', { namespace: 'app', spec: { replicas: 2 } })),
  },
  VD005: {
    found: withObjects(
      object('apps/v1', 'DaemonSet', 'virt-handler', {
        status: { desiredNumberScheduled: 4, numberReady: 3 },
      }),
    ),
    params: { ready: 3, wanted: 4 },
    severity: 'warning',
    near: withObjects(
      object('apps/v1', 'DaemonSet', 'virt-handler', {
        status: { desiredNumberScheduled: 4, numberReady: 4 },
      }),
    ),
  },
  VD006: {
    found: withObjects(apiService('True', old), ...webhooks('Fail'), endpoints(false)),
    params: {
      webhook: 'mutating.kubevirt.io',
      webhooks: ['mutating.kubevirt.io', 'validating.kubevirt.io'],
      service: 'kubevirt-hyperconverged/virt-api',
      problem: 'has no ready endpoint',
    },
    near: withObjects(apiService('True', old), ...webhooks('Fail'), endpoints(true)),
    alsoFound: [
      {
        objects: withObjects(apiService('False', old), ...webhooks('Ignore'), endpoints(true)),
        params: { webhook: 'v1.subresources.kubevirt.io', problem: 'does not answer (Available=False)' },
      },
      {
        objects: withObjects(
          apiService('False', old, { reason: 'FailedDiscoveryCheck', message: 'no route to 10.0.0.1.' }),
          ...webhooks('Ignore'),
          endpoints(true),
        ),
        params: { problem: 'does not answer (FailedDiscoveryCheck: no route to 10.0.0.1)' },
      },
      {
        // what was seen goes before what follows from it
        objects: withObjects(
          apiService('False', old, { reason: 'MissingEndpoints' }),
          ...webhooks('Fail'),
          endpoints(false),
        ),
        params: { problem: 'has no ready endpoint' },
      },
    ],
    alsoNear: [
      withObjects(apiService('False', '$NOW'), ...webhooks('Ignore'), endpoints(false)),
      withObjects(
        apiService('True', old),
        ...webhooks('Fail'),
        endpoints(false, { 'endpoints.kubernetes.io/last-change-trigger-time': '$NOW' }),
      ),
    ],
  },
  VD007: {
    found: withObjects(hyperConverged({ certConfig: { ca: { duration: '48h', renewBefore: '48h' } } })),
    params: { which: 'ca', duration: '48h', renewBefore: '48h', field: 'spec.certConfig' },
    near: withObjects(hyperConverged({ certConfig: { ca: { duration: '48h', renewBefore: '43h' } } })),
    alsoFound: [
      {
        objects: withObjects(
          hyperConverged({ certConfig: { server: { duration: '30m', renewBefore: '10m' } } }),
        ),
        params: { which: 'server' },
      },
      {
        objects: withObjects(
          hyperConverged({ certConfig: { server: { duration: '47h', renewBefore: '12h' } } }),
        ),
        params: { which: 'server' },
      },
    ],
    alsoNear: [withObjects(hyperConverged({ certConfig: { server: { duration: 'soon' } } }))],
  },
  VD008: {
    found: withObjects(authority('old')),
    params: { configmap: 'ConfigMap kubevirt-ca' },
    near: withObjects(authority('long')),
    alsoFound: [
      { objects: withObjects(authority('short')), severity: 'warning', params: { hours: 6 } },
      { objects: withObjects(authority('old', 'long')), severity: 'warning' },
    ],
    alsoNear: [
      withObjects(authority('short', 'long')),
      withObjects(
        hyperConverged({ certConfig: { ca: { duration: '24h', renewBefore: '5h' } } }),
        authority('short'),
      ),
    ],
  },
  VD009: {
    found: withObjects(hyperConverged({ tlsSecurityProfile: { type: 'Old', old: {} } })),
    params: { profile: 'Old', version: 'TLS 1.0', field: 'spec.tlsSecurityProfile' },
    near: withObjects(hyperConverged({ tlsSecurityProfile: { type: 'Modern', modern: {} } })),
    alsoFound: [
      {
        objects: withObjects(
          hyperConverged({ tlsSecurityProfile: { type: 'Intermediate' } }),
          object('config.openshift.io/v1', 'APIServer', 'cluster', {
            spec: { tlsSecurityProfile: { type: 'Modern' } },
          }),
        ),
        params: { profile: 'Intermediate', version: 'TLS 1.2' },
      },
      {
        objects: withObjects(
          hyperConverged({
            tlsSecurityProfile: {
              type: 'Custom',
              custom: { minTLSVersion: 'VersionTLS12', ciphers: ['ECDHE-RSA-AES128-GCM-SHA256', 'NONE'] },
            },
          }),
        ),
        params: { profile: 'Custom' },
      },
    ],
    alsoNear: [
      withObjects(
        hyperConverged({ tlsSecurityProfile: { type: 'Intermediate' } }),
        object('config.openshift.io/v1', 'APIServer', 'cluster', { spec: {} }),
      ),
    ],
  },
  VD011: {
    found: withObjects(hyperConverged({}, { alerts: [alert('KubeVirtCRModified')] })),
    params: { alert: 'KubeVirtCRModified', since: '2026-01-01T00:00:00Z', said: 'Somebody changed it.' },
    near: withObjects(
      // one that another check finds, and one that comes from the doctor
      hyperConverged(
        {},
        { alerts: [alert('HCOInstallationIncomplete'), alert('ArchipelagoDoctorCritical')] },
      ),
    ),
  },
  VD012: {
    found: withObjects(
      hyperConverged({ featureGates: { deployVmConsoleProxy: true }, deployVmConsoleProxy: false }),
    ),
    params: {
      former: 'spec.featureGates.deployVmConsoleProxy',
      field: 'spec.deployVmConsoleProxy',
      value: true,
      counts: 'spec.featureGates.deployVmConsoleProxy',
    },
    near: withObjects(hyperConverged({ featureGates: { deployVmConsoleProxy: false } })),
    alsoFound: [
      {
        // the field has been changed already, and the gate is left over
        objects: withObjects(
          hyperConverged({ featureGates: { deployVmConsoleProxy: false }, deployVmConsoleProxy: true }),
        ),
        params: { value: true, counts: 'spec.deployVmConsoleProxy' },
      },
    ],
    alsoNear: [
      withObjects({
        ...hyperConverged({ featureGates: { deployVmConsoleProxy: true } }),
        apiVersion: 'hco.kubevirt.io/v1',
      }),
    ],
  },
  VD013: {
    found: [...healthy, hyperConvergedIn('default'), operatorIn('kubevirt-hyperconverged')],
    params: { namespace: 'default', home: 'kubevirt-hyperconverged/kubevirt-hyperconverged' },
    near: withoutKind('HyperConverged', hyperConvergedIn('default')),
    alsoFound: [
      {
        objects: withoutKind('HyperConverged', hyperConvergedIn('default'), operatorIn('virtualization')),
        params: { namespace: 'default', home: 'virtualization/kubevirt-hyperconverged' },
      },
    ],
    alsoNear: [withoutKind('HyperConverged', hyperConvergedIn('default'), operatorIn('default'))],
  },
  VD010: {
    found: withObjects(
      object('operators.coreos.com/v1alpha1', 'InstallPlan', 'install-1', {
        namespace: 'kubevirt-hyperconverged',
        spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: ['hco.v2'] },
      }),
    ),
    params: { csv: 'hco.v2', installplan: 'install-1' },
    near: withObjects(
      object('operators.coreos.com/v1alpha1', 'InstallPlan', 'install-1', {
        namespace: 'other',
        spec: { approval: 'Manual', approved: false },
      }),
    ),
    alsoFound: [
      {
        objects: withObjects(hyperConverged({}, condition('Upgradeable', 'False', { reason: 'Tainted' }))),
        params: { reason: 'Tainted' },
      },
    ],
  },
};
