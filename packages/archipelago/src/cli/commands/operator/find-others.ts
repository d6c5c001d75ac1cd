import { valueAt } from '@archipelago/apimachinery';
import { type KubernetesClient, leaseRecordOf, leases } from '@archipelago/kube-client';
import { deployments, operatorName } from '../../../operator/mirror/cluster-resources.ts';
import { seenDeployment } from '../../../operator/mirror/seen-deployment.ts';
import { otherOperatorNames, type SeenDeployment } from '../../../reconcile/other-operators.ts';
import { stopCommand } from '../../../reconcile/stop-command.ts';

interface Looking {
  readonly client: Pick<KubernetesClient, 'get' | 'list' | 'raw'>;
  /** Of the operator that looks. */
  readonly namespace: string;
  /** It leads without election, whoever else leads. */
  readonly isAlone: boolean;
  readonly now: number;
}

/**
 * Operators beside the one that begins, each in a sentence that says what to do. The operator itself hears of those in its own namespace:
 * of replicas by the lease, of the HyperConverged Cluster Operator by its Deployments. Elsewhere it has no rights to look; who runs it
 * by hand often has.
 */
export async function findOthers(looking: Looking): Promise<readonly string[]> {
  const beside = looking.isAlone ? await leaderBeside(looking) : [];
  return [...beside, ...((await mayLookEverywhere(looking)) ? await operatorsElsewhere(looking) : [])];
}

async function leaderBeside({ client, namespace, now }: Looking): Promise<readonly string[]> {
  const found = await client.get(leases, { namespace, name: operatorName });
  if (!found.ok) return [];
  const { holder, renewTime, durationSeconds } = leaseRecordOf(found.value);
  if (holder === '' || !(Date.parse(renewTime) + durationSeconds * 1000 > now)) return [];
  const lease = `Lease ${namespace}/${operatorName}`;
  return [
    `${holder} leads by ${lease}, and this operator leads beside it, without election: they undo each other's work; end one of them, or leave out --no-leader-elect`,
  ];
}

async function mayLookEverywhere({ client }: Looking): Promise<boolean> {
  const { group, plural: resource } = deployments;
  const apiVersion = 'authorization.k8s.io/v1';
  const resourceAttributes = { verb: 'list', group, resource };
  const answer = await client.raw({
    method: 'POST',
    path: `/apis/${apiVersion}/selfsubjectaccessreviews`,
    body: { apiVersion, kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } },
  });
  return answer.ok && valueAt(answer.value, 'status', 'allowed') === true;
}

async function operatorsElsewhere({ client, namespace }: Looking): Promise<readonly string[]> {
  const lists = await Promise.all(
    [operatorName, ...otherOperatorNames].map((name) =>
      client.list(deployments, { fieldSelector: `metadata.name=${name}` }),
    ),
  );
  return lists
    .flatMap((list) => (list.ok ? list.value.items.map(seenDeployment) : []))
    .filter((seen) => seen.namespace !== namespace && (seen.wanted > 0 || seen.running > 0))
    .map(described);
}

function described(seen: SeenDeployment): string {
  const whose = seen.name === operatorName ? 'another Archipelago' : 'the HyperConverged Cluster Operator';
  return `Deployment ${seen.namespace}/${seen.name} runs ${whose} in this cluster: both write what a cluster has one of (CDI, NetworkAddonsConfig); keep one of the two, and stop the other: ${stopCommand(seen)}`;
}
