import type { JsonObject } from '@archipelago/apimachinery';
import { operatorName } from '../mirror/cluster-resources.ts';
import { buildsNamespace, type Installation } from '../rights/permission.ts';
import type { Account } from '../rights/role-manifests.ts';
import { webhookPort } from '../webhook/webhook-manifests.ts';
import { webhookNames } from '../webhook/webhook-names.ts';
import type { InstallationChoices, PodChoices } from './installation-choices.ts';
import { metricsPort, metricsSecret } from './metrics-manifests.ts';

export const webhookVolume = 'webhook-certificate';
export const webhookFolder = '/var/run/archipelago/webhook-certificate';
const certificateVolume = 'metrics-certificate';
const certificateFolder = '/var/run/archipelago/metrics-certificate';

/** Twice what it takes with 5,000 nodes. */
export const usualResources = { requests: { cpu: '10m', memory: '100Mi' }, limits: { memory: '256Mi' } };

/** Two replicas, of which one leads. The image starts `archipelago`. */
export function operatorDeployment(
  { name, namespace, labels }: Account,
  choices: InstallationChoices,
  image: string,
): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      replicas: choices.pods?.replicas ?? 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec({ image, labels }, choices) },
    },
  };
}

/** The flags that the choices come to. */
function argumentsOf(image: string, choices: InstallationChoices): readonly string[] {
  const { importer, registryAllowHosts = [], registryRefusedNetworks: refused } = choices;
  return [
    ...(importer === 'auto' ? [] : ['--golden-images', importer]),
    ...(choices.doctor === true ? ['--doctor'] : []),
    ...argumentsOfWebhook(choices),
    ...argumentsOfLayering(image, choices),
    ...registryAllowHosts.flatMap((host) => ['--registry-allow-host', host]),
    ...(refused === undefined ? [] : ['--registry-refused-networks', refused]),
  ];
}

function argumentsOfWebhook({ webhook }: InstallationChoices): readonly string[] {
  if (webhook === undefined) return [];
  const address = ['--webhook-bind-address', `:${webhookPort}`];
  return webhook.kind === 'operator' ? address : [...address, '--webhook-cert-path', webhookFolder];
}

function argumentsOfLayering(image: string, choices: InstallationChoices): readonly string[] {
  const { layering, layeringArguments = [], rollout = false } = choices;
  if (layering === undefined) return [];
  return [
    ...['--layering-builder', layering, '--layering-image', image],
    // said although it may be the usual one: whoever looks at the Deployment knows where builds are
    ...['--layering-namespace', buildsNamespace(choices)],
    ...layeringArguments,
    ...(rollout ? ['--layering-rollout'] : []),
  ];
}

interface Pod {
  readonly image: string;
  readonly labels: JsonObject;
}

function podSpec({ image, labels }: Pod, choices: InstallationChoices): JsonObject {
  const { pods = {} } = choices;
  const mounted = mountedVolumes(choices);
  return {
    serviceAccountName: operatorName,
    ...placement(pods),
    topologySpreadConstraints: spread(labels),
    securityContext: { runAsNonRoot: true, ...userOf(choices), seccompProfile: { type: 'RuntimeDefault' } },
    containers: [container(image, choices)],
    volumes: mounted.map(({ name, from }) => ({ name, ...from })),
  };
}

function container(image: string, choices: InstallationChoices): JsonObject {
  const { operandImages = {}, pods = {} } = choices;
  return {
    name: 'operator',
    image,
    args: [
      'operator',
      ...['--metrics-bind-address', `:${metricsPort}`, '--metrics-cert-path', certificateFolder],
      ...['--log-level-file', `${logLevelsFolder}/levels`],
      ...argumentsOf(image, choices),
    ],
    env: [
      { name: 'OPERATOR_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
      ...Object.entries(operandImages).map(([name, value]) => ({ name, value })),
      ...(pods.environment ?? []),
    ],
    ports: [
      { name: 'metrics', containerPort: metricsPort },
      ...(choices.webhook === undefined ? [] : [{ name: 'webhook', containerPort: webhookPort }]),
    ],
    volumeMounts: mountedVolumes(choices).map(({ name, mountPath }) => ({ name, mountPath, readOnly: true })),
    livenessProbe: { ...probe('/healthz'), initialDelaySeconds: 10 },
    readinessProbe: probe('/readyz'),
    resources: pods.resources ?? usualResources,
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
  };
}

/** Where a ConfigMap is that somebody makes who wants to hear more, or less, of a component while the operator runs. */
const logLevelsFolder = '/var/run/archipelago/log-levels';

/** Where nobody makes a certificate, the operator does without: it makes one of its own for metrics, and waits with the webhook. */
function mountedVolumes({ webhook }: InstallationChoices) {
  const secret = (secretName: string) => ({ secret: { secretName, optional: true } });
  const configMap = { name: `${operatorName}-log-levels`, optional: true };
  const isMounted = webhook !== undefined && webhook.kind !== 'operator';
  const ofWebhook = { name: webhookVolume, mountPath: webhookFolder, from: secret(webhookNames.secret) };
  return [
    { name: certificateVolume, mountPath: certificateFolder, from: secret(metricsSecret) },
    { name: 'log-levels', mountPath: logLevelsFolder, from: { configMap } },
    ...(isMounted ? [ofWebhook] : []),
  ];
}

/** By number: a kubelet does not know whether a name is root's. OpenShift gives each namespace numbers of its own. */
export function userOf({ platform }: Installation): JsonObject {
  return platform === 'openshift' ? {} : { runAsUser: 65_532, runAsGroup: 65_532 };
}

function probe(path: string): JsonObject {
  return { httpGet: { path, port: 'metrics', scheme: 'HTTPS' }, periodSeconds: 10, timeoutSeconds: 5 };
}

/** What was chosen about where pods run, and nothing where nothing was. */
export function placement({
  imagePullSecrets,
  nodeSelector,
  tolerations,
  affinity,
  priorityClassName,
}: PodChoices): JsonObject {
  const all = { imagePullSecrets, nodeSelector, tolerations, affinity, priorityClassName };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Apart where the cluster lets them be: on other nodes first, then in other zones. A cluster of one node has both replicas all the same. */
function spread(labels: JsonObject): readonly JsonObject[] {
  return ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: labels },
  }));
}
