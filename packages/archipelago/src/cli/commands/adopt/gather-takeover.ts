import { type JsonObject, textAt } from '@archipelago/apimachinery';
import {
  type KubernetesClient,
  leaseRecordOf,
  leases,
  type Resource,
  resourceName,
} from '@archipelago/kube-client';
import { hyperConvergedName } from '../../../api/hyper-converged-kind.ts';
import { hyperConvergeds, operatorName } from '../../../operator/mirror/cluster-resources.ts';
import { webhookNames } from '../../../operator/webhook/webhook-names.ts';
import { otherOperatorNames } from '../../../reconcile/other-operators.ts';
import { replicasOf } from '../../../reconcile/takeover/replicas-of.ts';
import type { OwnInstallation, TakeoverFacts, Unread } from '../../../reconcile/takeover/takeover-facts.ts';
import { plainObject } from '../../cluster/live-cluster.ts';
import { UnreachableError } from '../../cluster/unreachable-error.ts';
import { takeoverResources } from './takeover-resources.ts';

/** Where a takeover is, and to which version of ours. */
interface TakeoverPlace {
  readonly client: Pick<KubernetesClient, 'get' | 'list'>;
  readonly namespace: string;
  readonly version: string;
}

/** Reads all that a takeover is planned from, anew each time. What may not be read is said in it. */
export async function gatherTakeover(place: TakeoverPlace): Promise<TakeoverFacts> {
  const { client, namespace, version } = place;
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
  return {
    ...{ namespace, version, serviceVersions, subscriptions, unread },
    hyperConverged: stored.find(called(hyperConvergedName)),
    deployments: otherOperatorNames.flatMap((name) => deployments.filter(called(name))),
    webhooks: [...validating, ...mutating],
    own: {
      deployment: deployments.find(called(operatorName)),
      leader: await leaderOf(place, deployments.find(called(operatorName))),
      webhook: validating.find(called(webhookNames.configuration)),
    },
  };
}

function called(name: string): (object: JsonObject) => boolean {
  return (object) => textAt(object, 'metadata', 'name') === name;
}

interface Listing extends Pick<TakeoverPlace, 'client' | 'namespace'> {
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

/** Who holds our lease; where that may not be seen, pods that are ready stand in. */
async function leaderOf(
  { client, namespace }: TakeoverPlace,
  deployment: JsonObject | undefined,
): Promise<OwnInstallation['leader']> {
  const found = await client.get(leases, { namespace, name: operatorName });
  if (found.ok) return leaseRecordOf(found.value).holder;
  const isReady = deployment !== undefined && replicasOf(deployment).ready > 0;
  return found.status.code !== 404 && isReady ? operatorName : '';
}
