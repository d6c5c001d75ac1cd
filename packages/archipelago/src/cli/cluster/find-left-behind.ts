import type { KubernetesClient, Resource, Selection } from '@archipelago/kube-client';
import {
  type Found,
  type LeftBehind,
  leftBehind,
  madeBy,
  partNames,
} from '../../reconcile/forecast/left-behind.ts';
import type { Io } from '../process/io.ts';
import { firstFew } from '../text/first-few.ts';

/** What the HyperConverged Cluster Operator brings with it and makes beside operands. */
const kinds: readonly Resource[] = [
  kind('', 'v1', 'services', 'Service'),
  kind('', 'v1', 'serviceaccounts', 'ServiceAccount'),
  kind('', 'v1', 'configmaps', 'ConfigMap'),
  kind('apps', 'v1', 'deployments', 'Deployment'),
  kind('rbac.authorization.k8s.io', 'v1', 'roles', 'Role'),
  kind('rbac.authorization.k8s.io', 'v1', 'rolebindings', 'RoleBinding'),
  kind('rbac.authorization.k8s.io', 'v1', 'clusterroles', 'ClusterRole'),
  kind('rbac.authorization.k8s.io', 'v1', 'clusterrolebindings', 'ClusterRoleBinding'),
  kind('networking.k8s.io', 'v1', 'networkpolicies', 'NetworkPolicy'),
  kind('monitoring.coreos.com', 'v1', 'prometheusrules', 'PrometheusRule'),
  kind('monitoring.coreos.com', 'v1', 'servicemonitors', 'ServiceMonitor'),
  kind('route.openshift.io', 'v1', 'routes', 'Route'),
  kind('image.openshift.io', 'v1', 'imagestreams', 'ImageStream'),
  kind('console.openshift.io', 'v1', 'consoleplugins', 'ConsolePlugin'),
  kind('console.openshift.io', 'v1', 'consolequickstarts', 'ConsoleQuickStart'),
  kind('console.openshift.io', 'v1', 'consoleclidownloads', 'ConsoleCLIDownload'),
];

/** Told by their webhooks, not by a label. */
const webhookKinds: readonly Resource[] = ['Validating', 'Mutating'].map((does) =>
  kind(
    'admissionregistration.k8s.io',
    'v1',
    `${does.toLowerCase()}webhookconfigurations`,
    `${does}WebhookConfiguration`,
  ),
);

function kind(group: string, version: string, plural: string, name: string): Resource {
  // where they are is told by the objects; all of them are listed
  return { group, version, plural, kind: name, namespaced: true };
}

const selectors = [madeBy.join('='), `name in (${partNames.join(',')})`];

/** What the HyperConverged Cluster Operator left on a cluster, by the rights of who asks; what may not be listed is told to `io`. */
export async function findLeftBehind(
  client: Pick<KubernetesClient, 'list'>,
  ours: ReadonlySet<string>,
  io: Pick<Io, 'err'> | undefined,
): Promise<readonly LeftBehind[]> {
  const labelled = kinds.flatMap((each) =>
    selectors.map((labelSelector) => [each, { labelSelector }] as const),
  );
  const all = [...labelled, ...webhookKinds.map((each) => [each, {}] as const)];
  const unlisted = new Set<string>();
  const found = await Promise.all(
    all.map(([each, selection]) => list({ client, unlisted }, each, selection)),
  );
  if (unlisted.size > 0)
    io?.err(
      `note: what the HyperConverged Cluster Operator left behind may be more: ${firstFew([...unlisted])} could not be listed\n`,
    );
  return leftBehind(found.flat(), ours);
}

interface Asking {
  readonly client: Pick<KubernetesClient, 'list'>;
  readonly unlisted: Set<string>;
}

async function list(
  { client, unlisted }: Asking,
  of: Resource,
  selection: Selection,
): Promise<readonly Found[]> {
  const name = of.group === '' ? of.plural : `${of.plural}.${of.group}`;
  const listed = await client.list(of, selection);
  if (listed.ok) return listed.value.items.map((object) => ({ kind: name, object }));
  // a kind that is not served leaves nothing
  if (listed.status.code !== 404) unlisted.add(name);
  return [];
}
