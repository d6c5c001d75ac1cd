import type { JsonObject } from '@archipelago/apimachinery';
import { alertTable } from '../../observability/alert-table.ts';
import { ruleGroups, runbookUrl } from '../../observability/alerts/rule-groups.ts';
import type { Installation } from '../rights/permission.ts';
import type { Account } from '../rights/role-manifests.ts';

/** Who scrapes, and where runbooks are. */
export interface Monitoring {
  /** The service account of Prometheus. */
  readonly account: { readonly namespace: string; readonly name: string };
  /** Address with one `%s`, where the name of an alert goes; absent: upstream's pages for upstream's alerts. */
  readonly runbookUrlTemplate?: string | undefined;
}

const version = 'monitoring.coreos.com/v1';
const rbac = 'rbac.authorization.k8s.io';

/** Rules, and what lets a Prometheus of the Prometheus operator find and scrape the operator where that runs in the cluster. */
export function monitoringManifests(
  account: Account,
  { platform, importer }: Pick<Installation, 'platform' | 'importer'>,
  monitoring: Monitoring,
  isInCluster: boolean,
): readonly JsonObject[] {
  const { name, namespace, labels } = account;
  const fitting = alertTable.filter(
    ({ name, seenFrom }) =>
      // SSP's own rules have these names where it keeps the boot sources
      (importer !== 'ssp' || !name.startsWith('SSP')) &&
      // nobody scrapes an operator that runs elsewhere before he is told to: it would be down from the start
      (isInCluster || seenFrom !== 'outside'),
  );
  const groups = ruleGroups(fitting, runbookUrl(monitoring.runbookUrlTemplate), namespace);
  const rules: JsonObject = {
    apiVersion: version,
    kind: 'PrometheusRule',
    metadata: { name: `${name}-rules`, namespace, labels },
    spec: { groups },
  };
  return isInCluster ? [...rights(account, monitoring), serviceMonitor(account, platform), rules] : [rules];
}

/** To see the Service and its pods, and to read the metrics. */
function rights({ name, namespace, labels }: Account, { account }: Monitoring): readonly JsonObject[] {
  const subjects = [{ kind: 'ServiceAccount', ...account }];
  const finder = { name: `${name}-prometheus`, namespace, labels };
  const verbs = ['get', 'list', 'watch'];
  return [
    {
      apiVersion: `${rbac}/v1`,
      kind: 'Role',
      metadata: finder,
      rules: [
        { apiGroups: [''], resources: ['services', 'endpoints', 'pods'], verbs },
        { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs },
      ],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata: finder,
      roleRef: { apiGroup: rbac, kind: 'Role', name: finder.name },
      subjects,
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: `${name}-metrics-reader`, labels },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: `${name}-metrics-reader` },
      subjects,
    },
  ];
}

function serviceMonitor(
  { name, namespace, labels }: Account,
  platform: Installation['platform'],
): JsonObject {
  return {
    apiVersion: version,
    kind: 'ServiceMonitor',
    metadata: { name, namespace, labels },
    spec: {
      selector: { matchLabels: labels },
      endpoints: [
        {
          port: 'https',
          scheme: 'https',
          path: '/metrics',
          bearerTokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
          tlsConfig: tlsOf(platform, `${name}-metrics.${namespace}.svc`),
        },
      ],
    },
  };
}

/** Elsewhere the operator signs its certificate itself, unless somebody makes one: nobody could check it. */
function tlsOf(platform: Installation['platform'], serverName: string): JsonObject {
  if (platform === 'kubernetes') return { insecureSkipVerify: true };
  return { caFile: '/etc/prometheus/configmaps/serving-certs-ca-bundle/service-ca.crt', serverName };
}
