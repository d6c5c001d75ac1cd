import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { InstallationChoices } from '../../operator/deployment/installation-choices.ts';
import { usualBuildsNamespace } from '../../operator/options/layering-choices.ts';
import type { ChartValue, ChartValueRow } from './chart-value.ts';
import { podValues } from './pod-values.ts';

const anyText: JsonObject = { type: 'string' };
const truth: JsonObject = { type: 'boolean' };
const oneOf = (...values: readonly string[]): JsonObject => ({ type: 'string', enum: values });

/** Every value there is; what was chosen when the chart was made is what it usually is. */
export function chartValues(chosen: InstallationChoices): readonly ChartValue[] {
  const row = (path: string, usually: JsonValue, schema: JsonObject, summary: string): ChartValue => ({
    path: path.split('.'),
    summary,
    usually,
    schema,
  });
  return [
    ...ofImage(row, chosen),
    row(
      'platform',
      chosen.platform,
      oneOf('kubernetes', 'openshift'),
      'What the cluster is: kubernetes or openshift.',
    ),
    row(
      'goldenImages',
      chosen.importer,
      oneOf('auto', 'builtin', 'ssp'),
      'Who creates boot sources; auto: SSP where it is installed.',
    ),
    row(
      'doctor',
      chosen.doctor === true,
      truth,
      'Ask the doctor every five minutes; tell in conditions, events and metrics.',
    ),
    row('crds.install', true, truth, 'Bring definitions; they stay when the release is uninstalled.'),
    ...ofWebhook(row, chosen),
    ...ofMonitoring(row, chosen),
    ...ofLayering(row, chosen),
    ...ofImages(row, chosen),
    ...podValues(row),
  ];
}

function ofImage(row: ChartValueRow, { image = '' }: InstallationChoices): readonly ChartValue[] {
  const { repository, tag, digest } = partsOf(image);
  return [
    row(
      'image.repository',
      repository,
      { type: 'string', minLength: 1 },
      'Image of archipelago, without tag.',
    ),
    row('image.tag', tag, anyText, 'Its tag; empty: the version of the chart.'),
    row(
      'image.digest',
      digest,
      { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
      'Its digest, which goes before the tag.',
    ),
  ];
}

function ofWebhook(row: ChartValueRow, { webhook }: InstallationChoices): readonly ChartValue[] {
  const kinds = oneOf('operator', 'cert-manager', 'service-ca', 'files', 'none');
  const authority = webhook?.kind === 'files' ? webhook.authority : '';
  return [
    row(
      'webhook.certificates',
      webhook?.kind ?? 'none',
      kinds,
      'Who makes the certificate of the admission webhook; service-ca: OpenShift only, files: you, none: there is no webhook.',
    ),
    row('webhook.authority', authority, anyText, 'With files: PEM of what API servers are to trust.'),
  ];
}

function ofMonitoring(row: ChartValueRow, chosen: InstallationChoices): readonly ChartValue[] {
  return [
    row(
      'monitoring.enabled',
      chosen.monitoring !== undefined,
      truth,
      'Alert rules and a ServiceMonitor; needs the kinds of the Prometheus operator.',
    ),
    row(
      'monitoring.account.namespace',
      '',
      anyText,
      'Namespace of the account of Prometheus; empty: the one that is usual on the platform.',
    ),
    row(
      'monitoring.account.name',
      chosen.monitoring?.account.name ?? 'prometheus-k8s',
      { type: 'string', minLength: 1 },
      'Name of that account.',
    ),
  ];
}

function ofLayering(row: ChartValueRow, chosen: InstallationChoices): readonly ChartValue[] {
  const { layering = '', layeringNamespace = usualBuildsNamespace, rollout = false } = chosen;
  const given = chosen.layeringArguments ?? [];
  const argument = (flag: string) => (given.includes(flag) ? (given[given.indexOf(flag) + 1] ?? '') : '');
  return [
    row(
      'layering.builder',
      layering,
      anyText,
      'Image with buildah for every architecture; empty: no layering of node images.',
    ),
    row(
      'layering.namespace',
      layeringNamespace,
      { type: 'string', minLength: 1 },
      "Namespace of builds and their logins; not the release's.",
    ),
    row('layering.rollout', rollout, truth, 'Bring new images to nodes, too.'),
    row(
      'layering.jobs',
      argument('--layering-jobs'),
      { type: 'string', pattern: '^([1-9][0-9]*)?$' },
      'Most build jobs at the same time, as a text; empty: as many as is usual.',
    ),
    row(
      'layering.proxySecret',
      argument('--layering-proxy-secret'),
      anyText,
      'Secret with HTTP_PROXY, HTTPS_PROXY and NO_PROXY for jobs.',
    ),
    row(
      'layering.storeLimit',
      argument('--layering-store-limit'),
      anyText,
      'Limit of each of the two large volumes of a build, such as 100Gi.',
    ),
  ];
}

function ofImages(row: ChartValueRow, chosen: InstallationChoices): readonly ChartValue[] {
  return [
    row(
      'console.host',
      chosen.consoleHost ?? '',
      { type: 'string', pattern: '^([a-z0-9.-]+(:[0-9]+)?)?$' },
      'What browsers call the console, where it is not 443 with its port; empty: there is none.',
    ),
    row(
      'registryAllowHosts',
      [...(chosen.registryAllowHosts ?? [])],
      { type: 'array', items: { type: 'string', minLength: 1 } },
      'Registries inside the cluster that may be asked, HOST or HOST:PORT.',
    ),
    row(
      'registryRefusedNetworks',
      chosen.registryRefusedNetworks ?? '',
      anyText,
      'Networks in which no registry is asked, CIDRs with commas between.',
    ),
    row(
      'operandImages.waspAgent',
      chosen.operandImages?.WASP_AGENT_IMAGE ?? '',
      anyText,
      'Image of the wasp agent; memory overcommitment on OpenShift needs it.',
    ),
    row(
      'operandImages.passtCni',
      chosen.operandImages?.PASST_CNI_IMAGE ?? '',
      anyText,
      'Image of the passt CNI installer; the passt binding needs it.',
    ),
    row(
      'operandImages.passtSidecar',
      chosen.operandImages?.PASST_SIDECAR_IMAGE ?? '',
      anyText,
      "Image of the passt binding's sidecar.",
    ),
  ];
}

/** Of `host:5000/name:tag@sha256:…`. */
function partsOf(image: string) {
  const [named = '', digest = ''] = image.split('@');
  const [, repository = named, tag = ''] = /^(.*):([^/:]+)$/.exec(named) ?? [];
  return { repository, tag, digest };
}
