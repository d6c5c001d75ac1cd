import type { JsonObject } from '@archipelago/apimachinery';
import type { TakeoverFacts } from './takeover-facts.ts';

const namespace = 'kubevirt-hyperconverged';
const versionName = 'kubevirt-hyperconverged-operator.v1.16.0';

interface Deployed {
  readonly wanted: number;
  readonly running?: number;
  readonly ready?: number;
  readonly metadata?: JsonObject;
}

export function deployment(
  name: string,
  { wanted, running = wanted, ready = running, metadata = {} }: Deployed,
): JsonObject {
  return {
    kind: 'Deployment',
    metadata: { name, namespace, uid: `uid-${name}`, resourceVersion: '7', ...metadata },
    spec: { replicas: wanted },
    status: { replicas: running, readyReplicas: ready },
  };
}

export function webhook(
  kind: 'Validating' | 'Mutating',
  names: readonly string[],
  metadata: JsonObject = {},
): JsonObject {
  const name = kind === 'Validating' ? 'validate-hco.kubevirt.io' : 'mutate-hco.kubevirt.io';
  return {
    kind: `${kind}WebhookConfiguration`,
    metadata: { name, uid: `uid-${name}`, resourceVersion: '7', generation: 1, ...metadata },
    webhooks: names.map((each) => ({ name: each })),
  };
}

/** With the operators of an operand in it, too. */
export function serviceVersion(
  replicas: number | undefined,
  generateNames: readonly string[],
  phase = 'Succeeded',
): JsonObject {
  const others = [{ name: 'virt-operator', spec: { replicas: 2 } }];
  const made = ['hco-operator', 'hco-webhook'].map((name) => ({
    name,
    spec: replicas === undefined ? { template: {} } : { replicas, template: {} },
  }));
  return {
    kind: 'ClusterServiceVersion',
    metadata: { name: versionName, namespace, uid: 'uid-csv', resourceVersion: '7' },
    spec: {
      install: { spec: { deployments: [...made, ...others] } },
      webhookdefinitions: generateNames.map((generateName) => ({ generateName })),
    },
    status: { phase },
  };
}

export function subscription(approval: string | undefined, installedCSV = versionName): JsonObject {
  return {
    kind: 'Subscription',
    metadata: { name: 'hco', namespace, uid: 'uid-sub', resourceVersion: '7' },
    spec: approval === undefined ? {} : { installPlanApproval: approval },
    status: { installedCSV },
  };
}

const ofOlm = { ownerReferences: [{ kind: 'ClusterServiceVersion', name: versionName }] };

const validating = webhook('Validating', ['validate-hco.kubevirt.io']);
const mutating = webhook('Mutating', ['mutate-ns-hco.kubevirt.io', 'mutate-hyperconverged-hco.kubevirt.io']);

/** A cluster without OLM, in the state in which nothing has been done. */
export function plainFacts(more: Partial<TakeoverFacts> = {}): TakeoverFacts {
  return {
    namespace,
    version: '1.16.0',
    hyperConverged: {
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace, uid: 'uid-hc' },
      status: { versions: [{ name: 'operator', version: '1.16.0' }] },
    },
    deployments: [
      deployment('hyperconverged-cluster-operator', { wanted: 1 }),
      deployment('hyperconverged-cluster-webhook', { wanted: 2 }),
    ],
    serviceVersions: [],
    subscriptions: [],
    webhooks: [validating, mutating],
    own: {
      deployment: deployment('archipelago-operator', { wanted: 2 }),
      leader: 'ours',
      webhook: undefined,
    },
    unread: [],
    ...more,
  };
}

/** The same, installed by OLM. */
export function olmFacts(more: Partial<TakeoverFacts> = {}): TakeoverFacts {
  return plainFacts({
    deployments: ['hco-operator', 'hco-webhook'].map((name) =>
      deployment(name, { wanted: 1, metadata: ofOlm }),
    ),
    serviceVersions: [
      serviceVersion(1, ['validate-hco.kubevirt.io', 'mutate-hyperconverged-hco.kubevirt.io']),
    ],
    subscriptions: [subscription('Automatic')],
    webhooks: [
      webhook('Validating', ['validate-hco.kubevirt.io'], {
        name: 'validate-hco.kubevirt.io-x7k2p',
        labels: { 'olm.owner': versionName },
      }),
    ],
    ...more,
  });
}
