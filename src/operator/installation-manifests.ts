import type { JsonObject } from '../api/json-value.ts';
import { hyperConvergedDefinition } from '../config/crd.ts';
import { settings } from '../config/settings.ts';
import { bootImageNamespace } from '../golden-images/boot-image-namespace.ts';
import { operatorName } from './cluster-resources.ts';
import type { ImporterMode } from './golden-images/golden-image-choices.ts';
import type { Installation, Permission } from './permission.ts';
import { permissions } from './permissions.ts';

/** What to install; without an image the operator runs elsewhere and has its account only. */
export interface InstallationChoices extends Installation {
  readonly image?: string | undefined;
}

/** Of the metrics endpoint, and of the probes. */
const metricsPort = 8443;
const labels = { 'app.kubernetes.io/name': 'archipelago', 'app.kubernetes.io/component': 'operator' };
const rbac = 'rbac.authorization.k8s.io';

/** Everything an administrator applies so that the operator can work, in an order in which it can be applied. */
export function installationManifests(choices: InstallationChoices): readonly JsonObject[] {
  const { namespace, platform, importer, image } = choices;
  return [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        // operands run privileged daemons in it
        labels: { ...labels, 'pod-security.kubernetes.io/enforce': 'privileged' },
      },
    },
    hyperConvergedDefinition(settings),
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: operatorName, namespace, labels } },
    ...(importer === 'ssp' ? [] : [bootImages(platform)]),
    ...roles(choices),
    ...(image === undefined ? [] : [deployment(choices, image)]),
  ];
}

/** A Role needs its namespace; the operator would make it, too. */
function bootImages(platform: Installation['platform']): JsonObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: bootImageNamespace(platform), labels } };
}

/** A role and its binding for the cluster and for each namespace. */
function roles(installation: Installation): readonly JsonObject[] {
  const all = permissions(installation);
  const places = [...new Set(all.map(({ namespace }) => namespace))];
  return places.flatMap((place) => {
    const rules = all.filter(({ namespace }) => namespace === place).map(ruleOf);
    const prefix = place === undefined ? 'Cluster' : '';
    const metadata = { name: operatorName, ...(place === undefined ? {} : { namespace: place }), labels };
    return [
      { apiVersion: `${rbac}/v1`, kind: `${prefix}Role`, metadata, rules },
      {
        apiVersion: `${rbac}/v1`,
        kind: `${prefix}RoleBinding`,
        metadata,
        roleRef: { apiGroup: rbac, kind: `${prefix}Role`, name: operatorName },
        subjects: [{ kind: 'ServiceAccount', name: operatorName, namespace: installation.namespace }],
      },
    ];
  });
}

function ruleOf({ group, resource, names, verbs }: Permission): JsonObject {
  return {
    apiGroups: [group],
    resources: [resource],
    ...(names.length === 0 ? {} : { resourceNames: names }),
    verbs,
  };
}

/** Two replicas, of which one leads. The image starts `archipelago`. */
function deployment({ namespace, importer }: InstallationChoices, image: string): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: operatorName, namespace, labels },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(image, importer) },
    },
  };
}

function podSpec(image: string, importer: ImporterMode): JsonObject {
  const chosen = importer === 'auto' ? [] : ['--golden-images', importer];
  return {
    serviceAccountName: operatorName,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'operator',
        image,
        args: ['operator', '--metrics-host', '$(POD_IP)', '--metrics-port', String(metricsPort), ...chosen],
        env: [
          { name: 'OPERATOR_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
          { name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
        ],
        ports: [{ name: 'metrics', containerPort: metricsPort }],
        livenessProbe: { ...probe('/healthz'), initialDelaySeconds: 10 },
        readinessProbe: probe('/readyz'),
        resources: { requests: { cpu: '10m', memory: '100Mi' } },
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          readOnlyRootFilesystem: true,
        },
      },
    ],
  };
}

function probe(path: string): JsonObject {
  return { httpGet: { path, port: 'metrics' }, periodSeconds: 10, timeoutSeconds: 5 };
}
