import { objectAt, textAt } from '@archipelago/apimachinery';
import { versionIn } from '../release.ts';
import { isOthers, webhookKind } from './plan-takeover.ts';
import { replicasOf } from './replicas-of.ts';
import { installsOther } from './service-version.ts';
import { subscriptionsOf } from './subscriptions-of.ts';
import type { TakeoverFacts } from './takeover-facts.ts';

/** What runs, for people and programs. */
export interface TakeoverState {
  readonly namespace: string;
  /** How the other operator was installed. */
  readonly installation: 'olm' | 'plain' | 'none';
  /** Which version configured the cluster last; empty: nothing says it. */
  readonly version: string;
  readonly deployments: readonly {
    readonly name: string;
    readonly wanted: number;
    readonly running: number;
  }[];
  readonly serviceVersions: readonly { readonly name: string; readonly phase: string }[];
  readonly subscriptions: readonly { readonly name: string; readonly approval: string }[];
  /** `ValidatingWebhookConfiguration name` */
  readonly webhooks: readonly string[];
  readonly archipelago: { readonly version: string; readonly leader: string | undefined };
}

export function takeoverState(facts: TakeoverFacts): TakeoverState {
  const versions = facts.serviceVersions.filter(installsOther);
  return {
    namespace: facts.namespace,
    installation: versions.length > 0 ? 'olm' : facts.deployments.length > 0 ? 'plain' : 'none',
    version: versionIn(objectAt(facts.hyperConverged, 'status')),
    deployments: facts.deployments.map((each) => {
      const { wanted, running } = replicasOf(each);
      return { name: textAt(each, 'metadata', 'name'), wanted, running };
    }),
    serviceVersions: versions.map((each) => ({
      name: textAt(each, 'metadata', 'name'),
      phase: textAt(each, 'status', 'phase'),
    })),
    subscriptions: subscriptionsOf(facts, versions).map((each) => ({
      name: textAt(each, 'metadata', 'name'),
      approval: textAt(each, 'spec', 'installPlanApproval') || 'Automatic',
    })),
    webhooks: facts.webhooks
      .filter(isOthers)
      .map((each) => `${webhookKind(each)} ${textAt(each, 'metadata', 'name')}`),
    archipelago: { version: facts.version, leader: facts.own.leader },
  };
}

/** What a takeover leaves as it is, in sentences. */
export function whatStays({ installation, serviceVersions }: TakeoverState): readonly string[] {
  const names = serviceVersions.map(({ name }) => name).join(', ');
  return [
    'HyperConverged and operands, but for what is named here; virtual machines run on',
    installation === 'olm'
      ? `ClusterServiceVersion ${names} and its Subscription: the operators of KubeVirt, CDI and the others come from them`
      : 'the operators of KubeVirt, CDI and the others',
  ];
}
