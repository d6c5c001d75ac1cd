import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { leaseRecordOf, leases, type Resource, resourceName } from '@archipelago/kube-client';
import { hyperConvergedName } from '../../../api/hyper-converged-kind.ts';
import { hyperConvergeds, operatorName } from '../../../operator/mirror/cluster-resources.ts';
import { webhookNames } from '../../../operator/webhook/webhook-names.ts';
import { otherOperatorNames } from '../../../reconcile/other-operators.ts';
import { replicasOf } from '../../../reconcile/takeover/replicas-of.ts';
import type { OwnInstallation, TakeoverFacts, Unread } from '../../../reconcile/takeover/takeover-facts.ts';
import { plainObject } from '../../cluster/live-cluster.ts';
import { UnreachableError } from '../../cluster/unreachable-error.ts';
import type { Adopting } from './adopting.ts';
import { takeoverResources } from './takeover-resources.ts';

/** Reads all that a takeover is planned from, anew each time. What may not be read is said in it. */
export async function gatherTakeover({ cluster, options }: Looking): Promise<TakeoverFacts> {
  const { client, namespace } = cluster;
  const unread: Unread[] = [];
  const list = (resource: Resource) => listed({ client, namespace, unread }, resource);
  const [deployments, serviceVersions, subscriptions, validating, mutating, stored] = await Promise.all([
    list(takeoverResources.Deployment),
    list(takeoverResources.ClusterServiceVersion),
    list(takeoverResources.Subscription),
    list(takeoverResources.ValidatingWebhookConfiguration),
    list(takeoverResources.MutatingWebhookConfiguration),
    list(hyperConvergeds),
  ]);
  const deployment = deployments.find(called(operatorName));
  const leader = await leaderOf({ client, namespace, unread }, deployment, options.snapshot !== undefined);
  return {
    ...{ namespace, version: cluster.inputs.deployment.version, serviceVersions, subscriptions, unread },
    hyperConverged: stored.find(called(hyperConvergedName)),
    deployments: otherOperatorNames.flatMap((name) => deployments.filter(called(name))),
    webhooks: [...validating, ...mutating],
    own: {
      deployment,
      leader,
      webhook: validating.find(called(webhookNames.configuration)),
    },
  };
}

/** The same in the middle of the work, where what cannot be read any more must not seem absent. Throws an UnreachableError then. */
export async function gatherWhole(looking: Looking): Promise<TakeoverFacts> {
  const facts = await gatherTakeover(looking);
  const [lost] = facts.unread;
  if (lost === undefined) return facts;
  throw new UnreachableError(
    `${lost.resource} can be read no more: ${lost.because}; go on with the same command`,
  );
}

function called(name: string): (object: JsonObject) => boolean {
  return (object) => textAt(object, 'metadata', 'name') === name;
}

/** Whose cluster, and how it was named. */
type Looking = Pick<Adopting, 'cluster' | 'options'>;

interface Listing extends Pick<Adopting['cluster'], 'client' | 'namespace'> {
  readonly unread: Unread[];
}

async function listed(
  { client, namespace, unread }: Listing,
  resource: Resource,
): Promise<readonly JsonObject[]> {
  const answer = await client.list(resource, resource.namespaced ? { namespace } : {});
  // lists leave out what their items are
  const type = { apiVersion: `${resource.group}/${resource.version}`, kind: resource.kind };
  if (answer.ok) return answer.value.items.map((item) => ({ ...type, ...plainObject(item) }));
  const { code, message } = answer.status;
  // a kind that is not served has no objects
  if (code === 404) return [];
  if (code !== 403) throw new UnreachableError(`${resourceName(resource)} could not be listed: ${message}`);
  const name = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
  unread.push({ resource: name, isNamespaced: resource.namespaced, because: message });
  return [];
}

/** Who holds our lease; a snapshot has none, and pods that are ready stand in. */
async function leaderOf(
  { client, namespace, unread }: Listing,
  deployment: JsonObject | undefined,
  isSnapshot: boolean,
): Promise<OwnInstallation['leader']> {
  const found = await client.get(leases, { namespace, name: operatorName });
  if (found.ok) return leaseRecordOf(found.value).holder;
  const { code, message } = found.status;
  if (code === 404 && !isSnapshot) return '';
  if (!isSnapshot)
    unread.push({ resource: 'leases.coordination.k8s.io', isNamespaced: true, because: message });
  return deployment !== undefined && replicasOf(deployment).ready > 0 ? operatorName : undefined;
}
