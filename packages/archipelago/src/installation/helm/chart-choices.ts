import type { InstallationChoices } from '../../operator/deployment/installation-choices.ts';
import type { WebhookAuthority } from '../../operator/rights/webhook-authority.ts';
import type { Choice, Factor } from '../superposition/factor.ts';
import { mark } from './mark.ts';

/** A factor that is asked about by comparing texts. */
function byText(name: string, expression: string, values: readonly string[]): Factor {
  return {
    name,
    values,
    is: (chosen) => {
      const others = values.filter((value) => !chosen.includes(value));
      const [only, ...more] = others;
      if (only !== undefined && more.length === 0 && values.length > 2)
        return `ne ${expression} ${JSON.stringify(only)}`;
      return `eq ${expression} ${chosen.map((value) => JSON.stringify(value)).join(' ')}`;
    },
  };
}

function byTruth(name: string, expression: string): Factor {
  return {
    name,
    values: ['yes', 'no'],
    is: ([chosen]) => (chosen === 'yes' ? expression : `not ${expression}`),
  };
}

/** What of the values changes which objects there are, and what is in them; every other value only stands somewhere. */
export const chartFactors: readonly Factor[] = [
  byText('platform', '$.Values.platform', ['kubernetes', 'openshift']),
  byText('importer', '$.Values.goldenImages', ['auto', 'builtin', 'ssp']),
  byText('webhook', '$.Values.webhook.certificates', [
    'operator',
    'none',
    'cert-manager',
    'service-ca',
    'files',
  ]),
  byTruth('layering', '$.Values.layering.builder'),
  byTruth('rollout', '$.Values.layering.rollout'),
  byTruth('doctor', '$.Values.doctor'),
  byTruth('monitoring', '$.Values.monitoring.enabled'),
  byTruth('console', '$.Values.console.host'),
];

const text = (expression: string) => mark('text', expression);
const optional = (path: string) => mark('optional', `$.Values.${path}`);

/** The installation that a choice comes to, with a mark wherever a value of the chart stands. */
export function chartInstallation(
  choice: Choice,
  baked: Pick<InstallationChoices, 'monitoring'>,
): InstallationChoices {
  const layering = choice.layering === 'yes';
  return {
    namespace: text('$.Release.Namespace'),
    platform: choice.platform === 'openshift' ? 'openshift' : 'kubernetes',
    importer: choice.importer === 'builtin' || choice.importer === 'ssp' ? choice.importer : 'auto',
    image: text('include "archipelago.image" $'),
    webhook: authorityOf(choice.webhook),
    doctor: choice.doctor === 'yes',
    ...(layering ? layeringOf(choice) : {}),
    ...(choice.monitoring === 'yes' ? { monitoring: monitoringOf(baked.monitoring) } : {}),
    registryAllowHosts: [mark('each', '$.Values.registryAllowHosts')],
    registryRefusedNetworks: optional('registryRefusedNetworks'),
    operandImages: {
      WASP_AGENT_IMAGE: optional('operandImages.waspAgent'),
      PASST_CNI_IMAGE: optional('operandImages.passtCni'),
      PASST_SIDECAR_IMAGE: optional('operandImages.passtSidecar'),
    },
    ...(choice.console === 'yes' ? { consoleHost: text('$.Values.console.host') } : {}),
    pods: podsOfChart,
  };
}

function layeringOf({ rollout }: Choice) {
  return {
    layering: text('$.Values.layering.builder'),
    layeringNamespace: text('$.Values.layering.namespace'),
    rollout: rollout === 'yes',
    layeringArguments: [
      ...['--layering-jobs', optional('layering.jobs')],
      ...['--layering-proxy-secret', optional('layering.proxySecret')],
      ...['--layering-store-limit', optional('layering.storeLimit')],
    ],
  };
}

function monitoringOf(baked: InstallationChoices['monitoring']) {
  const account = {
    namespace: text('include "archipelago.monitoringNamespace" $'),
    name: text('$.Values.monitoring.account.name'),
  };
  return { ...baked, account };
}

function authorityOf(kind: string | undefined): WebhookAuthority | undefined {
  switch (kind) {
    case 'operator':
    case 'cert-manager':
    case 'service-ca':
      return { kind };
    case 'files':
      return { kind, authority: text('$.Values.webhook.authority') };
    default:
      return undefined;
  }
}

const data = (path: string) => mark('optional-data', `$.Values.${path}`);

const podsOfChart = {
  replicas: mark('scalar', '$.Values.replicas'),
  resources: mark('data', '$.Values.resources'),
  environment: [mark('items', '$.Values.environment')],
  nodeSelector: data('nodeSelector'),
  tolerations: data('tolerations'),
  affinity: data('affinity'),
  imagePullSecrets: data('imagePullSecrets'),
  priorityClassName: optional('priorityClassName'),
};
