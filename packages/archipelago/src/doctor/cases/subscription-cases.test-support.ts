import { withObjects } from '../healthy-cluster.test-support.ts';
import { condition, subscription, version, virtOperator } from './case-objects.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

/** Cases of checks of subscription. */
export const subscriptionCases: CheckCases = {
  VD101: {
    found: withObjects(
      subscription({}, condition('ResolutionFailed', 'True', { reason: 'ConstraintsNotSatisfiable' })),
    ),
    params: { type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable' },
    near: withObjects(subscription({}), version({})),
    alsoFound: [
      {
        objects: withObjects(subscription({}, condition('PackageDeprecated', 'True'))),
        severity: 'info',
        params: { type: 'PackageDeprecated' },
      },
      {
        objects: withObjects(
          subscription({}),
          version({}, [], { phase: 'Failed', reason: 'ComponentFailed' }),
        ),
        params: { type: 'Failed', reason: 'ComponentFailed' },
      },
    ],
    alsoNear: [
      withObjects(subscription({}), version({}, [], { phase: 'Installing', lastTransitionTime: '$NOW' })),
    ],
  },
  VD102: {
    found: withObjects(subscription({ nodeSelector: { no: 'where' } }), version({ 'hco-operator': {} })),
    params: { deployment: 'hco-operator' },
    near: withObjects(
      subscription({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } }),
      version({ 'hco-operator': {} }),
    ),
  },
  VD103: {
    found: withObjects(subscription({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } }), virtOperator),
    params: { deployment: 'virt-operator' },
    near: withObjects(subscription({ nodeSelector: { 'kubernetes.io/arch': 'amd64' } }), virtOperator),
  },
  VD104: {
    found: withObjects(subscription({ affinity: { podAntiAffinity: {} } }), virtOperator),
    near: withObjects(subscription({ affinity: { podAntiAffinity: {} } }), version({ 'hco-operator': {} })),
  },
  VD106: {
    found: withObjects(subscription({ selector: { matchLabels: { a: 'b' } } })),
    params: { name: 'hco' },
    near: withObjects(subscription({ nodeSelector: {} })),
  },
  VD107: {
    found: withObjects(subscription({ volumeMounts: [{ name: 'ca' }] }), virtOperator),
    params: { mount: 'ca' },
    near: withObjects(
      subscription({ volumeMounts: [{ name: 'ca' }], volumes: [{ name: 'ca' }] }),
      virtOperator,
    ),
  },
  VD108: {
    found: withObjects(subscription({}), version({ 'hco-operator': {} }, ['amd64'])),
    params: { deployment: 'hco-operator', arch: 'arm64' },
    near: withObjects(
      subscription({ nodeSelector: { 'kubernetes.io/arch': 'amd64' } }),
      version({ 'hco-operator': {} }, ['amd64']),
    ),
  },
  VD105: {
    found: withObjects(
      subscription({ resources: { limits: { memory: '200Mi' } } }),
      version({
        'hco-operator': { containers: [{ resources: { requests: { memory: '96Mi' } } }] },
        'virt-operator': { containers: [{ resources: { requests: { memory: '450Mi' } } }] },
      }),
    ),
    params: { limit: '200Mi', request: '450Mi', deployment: 'virt-operator' },
    near: withObjects(subscription({ resources: { requests: { memory: '100Mi' } } }), virtOperator),
    alsoFound: [
      {
        objects: withObjects(subscription({ resources: { limits: { memory: '1Gi' } } }), virtOperator),
        severity: 'info',
        params: { limit: '1Gi' },
      },
    ],
  },
};
