import type { JsonObject } from '@archipelago/apimachinery';
import type { InstallationChoices } from './installation-choices.ts';
import { placement, userOf } from './operator-deployment.ts';

const name = 'archipelago-console';
const labels = { 'app.kubernetes.io/name': 'archipelago', 'app.kubernetes.io/component': 'console' };
/** With the certificate that browsers, or a proxy in front, are to trust: OpenShift makes it, or cert-manager, or you. */
const secretName = 'archipelago-console-tls';
const certificateFolder = '/var/run/archipelago/console-certificate';
/** Where a pod usually has the authority of the API server beside its token; this one has no token. */
const authorityFolder = '/var/run/secrets/kubernetes.io/serviceaccount';
const port = 8443;

/** What a console for many takes: an account without any right, no token in its pod, and one replica, as sessions are in its memory. */
export function consoleManifests(
  choices: InstallationChoices,
  host: string,
  image: string,
): readonly JsonObject[] {
  const metadata = { name, namespace: choices.namespace, labels };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: false },
    service(choices),
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: {
        podSelector: { matchLabels: labels },
        policyTypes: ['Ingress'],
        ingress: [{ ports: [{ protocol: 'TCP', port: 'https' }] }],
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: podSpec(choices, host, image) },
      },
    },
  ];
}

function service({ namespace, platform }: InstallationChoices): JsonObject {
  const annotations = { 'service.beta.openshift.io/serving-cert-secret-name': secretName };
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace, labels, ...(platform === 'openshift' ? { annotations } : {}) },
    spec: {
      selector: labels,
      ports: [{ name: 'https', port: 443, targetPort: 'https', protocol: 'TCP' }],
    },
  };
}

function podSpec(choices: InstallationChoices, host: string, image: string): JsonObject {
  const authority = { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] };
  return {
    serviceAccountName: name,
    automountServiceAccountToken: false,
    ...placement(choices.pods ?? {}),
    securityContext: {
      runAsNonRoot: true,
      ...userOf(choices),
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container(choices, host, image)],
    volumes: [
      { name: 'certificate', secret: { secretName, optional: true } },
      { name: 'authority', configMap: authority },
    ],
  };
}

function container(choices: InstallationChoices, host: string, image: string): JsonObject {
  const { namespace, registryAllowHosts = [], registryRefusedNetworks: refused, pods = {} } = choices;
  const asked = { path: '/', port: 'https', scheme: 'HTTPS', httpHeaders: [{ name: 'Host', value: host }] };
  return {
    name: 'console',
    image,
    args: [
      ...['console', '--in-cluster', '--host', host, '--namespace', namespace],
      ...['--bind-address', `:${port}`, '--cert-path', certificateFolder],
      ...registryAllowHosts.flatMap((each) => ['--registry-allow-host', each]),
      ...(refused === undefined ? [] : ['--registry-refused-networks', refused]),
    ],
    env: [{ name: 'NODE_OPTIONS', value: `--max-old-space-size=${heapMiB}` }, ...(pods.environment ?? [])],
    ports: [{ name: 'https', containerPort: port }],
    volumeMounts: [
      { name: 'certificate', mountPath: certificateFolder, readOnly: true },
      { name: 'authority', mountPath: authorityFolder, readOnly: true },
    ],
    livenessProbe: { tcpSocket: { port: 'https' }, initialDelaySeconds: 10, periodSeconds: 10 },
    readinessProbe: { httpGet: asked, periodSeconds: 10, timeoutSeconds: 5 },
    resources: consoleResources,
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
  };
}

/** Each who looks has the cluster read for himself, two at a time; with 5,000 nodes and 20,000 machines that takes 1.1 GiB. */
const consoleResources = { requests: { cpu: '10m', memory: '128Mi' }, limits: { memory: '2Gi' } };
/** Node would take half of that, and end where it does not do. */
const heapMiB = 1_536;
