import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { standardDeployment } from '../cluster-facts/standard-cluster.ts';
import { hyperConvergedDefinition } from '../config/crd.ts';
import { settings } from '../config/settings.ts';
import { supportObjects } from '../golden-images/boot-sources/support-objects.ts';
import { bootImageNamespace } from '../golden-images/images/boot-image-namespace.ts';
import { bootSourceOwner } from './golden-images/boot-source-owner.ts';
import { grantedRoles } from './granted-roles.ts';
import { hyperConvergedPolicy } from './hyper-converged-policy.ts';
import { layeringManifests } from './layering/layering-manifests.ts';
import { metricsManifests, metricsPort, metricsSecret } from './metrics-manifests.ts';
import { operatorName } from './mirror/cluster-resources.ts';
import { type Monitoring, monitoringManifests } from './monitoring-manifests.ts';
import { namespaceProtection } from './namespace-protection.ts';
import { permissions } from './permissions.ts';
import { buildsNamespace, type Installation } from './rights/permission.ts';
import { accountManifest, roleManifests } from './rights/role-manifests.ts';
import { webhookManifests, webhookPort } from './webhook/webhook-manifests.ts';
import { webhookNames } from './webhook/webhook-names.ts';

/** What to install; without an image the operator runs elsewhere and has its account only. */
export interface InstallationChoices extends Installation {
  readonly image?: string | undefined;
  /** More flags of `operator` about layering. */
  readonly layeringArguments?: readonly string[];
  /** Registries inside the cluster that the operator may ask, `host` or `host:port`. */
  readonly registryAllowHosts?: readonly string[];
  /** Images of operands that the operator deploys itself, by the parameter that names them. */
  readonly operandImages?: Readonly<Record<string, string>>;
  /** Absent: no rules, and nothing that tells a Prometheus of the operator. */
  readonly monitoring?: Monitoring | undefined;
  /** Networks that it does not ask registries in, as one text of CIDRs. */
  readonly registryRefusedNetworks?: string | undefined;
}

const webhookVolume = 'webhook-certificate';
const webhookFolder = '/var/run/archipelago/webhook-certificate';
const certificateVolume = 'metrics-certificate';
const certificateFolder = '/var/run/archipelago/metrics-certificate';
const labels = { 'app.kubernetes.io/name': 'archipelago', 'app.kubernetes.io/component': 'operator' };

/** Everything an administrator applies so that the operator can work, in an order in which it can be applied. */
export function installationManifests(choices: InstallationChoices): readonly JsonObject[] {
  const { namespace, platform, importer, layering, image, webhook, monitoring } = choices;
  const account = { name: operatorName, namespace, labels };
  return [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        // operands run privileged daemons in it
        labels: {
          ...labels,
          'pod-security.kubernetes.io/enforce': 'privileged',
          // the cluster's own Prometheus looks at no other namespaces
          ...(monitoring === undefined || platform !== 'openshift'
            ? {}
            : { 'openshift.io/cluster-monitoring': 'true' }),
        },
      },
    },
    hyperConvergedDefinition(settings),
    ...(layering === undefined ? [] : layeringManifests(choices)),
    accountManifest(account),
    ...(importer === 'ssp' ? [] : [bootImages(platform), ...bootImageRoles(choices)]),
    ...grantedRoles(account, choices),
    ...roleManifests(account, permissions(choices)),
    // after the rest, when the definition is served: who checks owners would go on not knowing the kind
    ...namespaceProtection(namespace, labels),
    ...hyperConvergedPolicy(account),
    ...metricsManifests(account, platform, image !== undefined),
    ...(monitoring === undefined
      ? []
      : monitoringManifests(account, choices, monitoring, image !== undefined)),
    ...(webhook === undefined ? [] : webhookManifests(account, webhook)),
    ...(image === undefined ? [] : [deployment(choices, image)]),
  ];
}

/** The roles of who sees and who manages boot sources, just as the operator would make them, had it the right to. */
function bootImageRoles({ namespace, platform }: Installation): readonly JsonObject[] {
  const owner = bootSourceOwner(namespace, standardDeployment.version);
  return supportObjects(bootImageNamespace(platform), owner).flatMap((object: object) =>
    isJsonObject(object) && object.kind !== 'Namespace' ? [object] : [],
  );
}

/** A Role needs its namespace; the operator would make it, too. */
function bootImages(platform: Installation['platform']): JsonObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: bootImageNamespace(platform), labels } };
}

/** Two replicas, of which one leads. The image starts `archipelago`. */
function deployment(choices: InstallationChoices, image: string): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: operatorName, namespace: choices.namespace, labels },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(image, choices) },
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

function podSpec(image: string, choices: InstallationChoices): JsonObject {
  const { operandImages = {} } = choices;
  const chosen = argumentsOf(image, choices);
  const mounted = mountedVolumes(choices);
  return {
    serviceAccountName: operatorName,
    securityContext: { runAsNonRoot: true, ...user(choices), seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'operator',
        image,
        args: [
          'operator',
          ...['--metrics-bind-address', `:${metricsPort}`, '--metrics-cert-path', certificateFolder],
          ...['--log-level-file', `${logLevelsFolder}/levels`],
          ...chosen,
        ],
        env: [
          { name: 'OPERATOR_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
          ...Object.entries(operandImages).map(([name, value]) => ({ name, value })),
        ],
        ports: [
          { name: 'metrics', containerPort: metricsPort },
          ...(choices.webhook === undefined ? [] : [{ name: 'webhook', containerPort: webhookPort }]),
        ],
        volumeMounts: mounted.map(({ name, mountPath }) => ({ name, mountPath, readOnly: true })),
        livenessProbe: { ...probe('/healthz'), initialDelaySeconds: 10 },
        readinessProbe: probe('/readyz'),
        // twice what it takes with 5,000 nodes
        resources: { requests: { cpu: '10m', memory: '100Mi' }, limits: { memory: '256Mi' } },
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          readOnlyRootFilesystem: true,
        },
      },
    ],
    volumes: mounted.map(({ name, from }) => ({ name, ...from })),
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
function user({ platform }: Installation): JsonObject {
  return platform === 'openshift' ? {} : { runAsUser: 65_532, runAsGroup: 65_532 };
}

function probe(path: string): JsonObject {
  return { httpGet: { path, port: 'metrics', scheme: 'HTTPS' }, periodSeconds: 10, timeoutSeconds: 5 };
}
