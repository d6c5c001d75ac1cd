import { type KubernetesObject, objectsAt, valueAt } from '@archipelago/apimachinery';
import { type KubernetesClient, listInPages, type Resource } from '@archipelago/kube-client';
import type { NodeFacts } from '../../../cluster-facts/cluster-facts.ts';
import { nodeFactsOf } from '../../../cluster-facts/node-facts-of.ts';
import {
  type VirtualMachineFit,
  virtualMachineFits,
} from '../../../golden-images/view/virtual-machine-fits.ts';
import { bootSourceKinds } from '../../../operator/golden-images/boot-source-kinds.ts';
import { nodes } from '../../../operator/mirror/cluster-resources.ts';
import { kubeVirtFactsOf } from '../../cluster/kube-virt-facts-of.ts';
import { unlistedBecause } from '../../cluster/unlisted-because.ts';
import { UnreachableError } from '../../cluster/unreachable-error.ts';

const kubeVirt = { group: 'kubevirt.io', version: 'v1', namespaced: true } as const;
const machines: Resource = { ...kubeVirt, plural: 'virtualmachines', kind: 'VirtualMachine' };
const kubeVirts: Resource = { ...kubeVirt, plural: 'kubevirts', kind: 'KubeVirt' };

/** Machines against their boot sources and the nodes. */
interface MachineFits {
  readonly fits: readonly VirtualMachineFit[];
  readonly nodes: readonly NodeFacts[];
}

/** Looks at all machines, or at those of a namespace. Of tens of thousands only what decides where they run is kept. */
export async function machineFits(
  client: Pick<KubernetesClient, 'listPageOf'>,
  namespace: string | undefined,
): Promise<MachineFits> {
  const [all, dataSources, nodeFacts, [told]] = await Promise.all([
    listOf(client, { resource: machines, keep: whatDecides, namespace }),
    listOf(client, { resource: bootSourceKinds.dataSources, keep: (object) => object }),
    listOf(client, { resource: nodes, keep: nodeFactsOf }),
    listOf(client, { resource: kubeVirts, keep: kubeVirtFactsOf }),
  ]);
  const fits = virtualMachineFits({
    machines: all,
    dataSources,
    nodes: nodeFacts,
    ...(told ?? kubeVirtFactsOf(undefined)),
  });
  return { fits, nodes: nodeFacts };
}

function whatDecides({ apiVersion, kind, metadata, spec, status }: KubernetesObject): KubernetesObject {
  const pod = valueAt(spec, 'template', 'spec');
  const [nodeSelector, affinity] = [valueAt(pod, 'nodeSelector'), valueAt(pod, 'affinity')];
  return {
    apiVersion,
    kind,
    metadata: {
      name: metadata.name,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
    },
    spec: {
      dataVolumeTemplates: objectsAt(spec, 'dataVolumeTemplates').map((disk) => ({
        spec: { sourceRef: valueAt(disk, 'spec', 'sourceRef'), source: valueAt(disk, 'spec', 'source') },
      })),
      template: { spec: { architecture: valueAt(pod, 'architecture'), nodeSelector, affinity } },
    },
    status: {
      created: valueAt(status, 'created'),
      printableStatus: valueAt(status, 'printableStatus'),
    },
  };
}

interface Listing<T> {
  readonly resource: Resource;
  readonly keep: (object: KubernetesObject) => T;
  readonly namespace?: string | undefined;
}

/** None where the kind is not served. */
async function listOf<T>(
  client: Pick<KubernetesClient, 'listPageOf'>,
  { resource, keep, namespace }: Listing<T>,
): Promise<readonly T[]> {
  const found: T[] = [];
  const listed = await listInPages<T>(
    (page) => client.listPageOf(resource, keep, { ...page, namespace, skipManagedFields: true }),
    500,
    {
      begin: () => {
        found.length = 0;
      },
      page: (more) => {
        for (const each of more) found.push(each);
      },
    },
  );
  if (listed.ok) return found;
  if (listed.status.code === 404) return [];
  throw new UnreachableError(unlistedBecause(resource, listed.status));
}
