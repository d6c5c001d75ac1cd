import { type Command, Option } from 'commander';
import type { Act } from '../../flags/act.ts';
import { operatorFlags } from '../../flags/operator-flags.ts';
import { objectsFlag } from '../../flags/output-flag.ts';
import { platformFlag } from '../../flags/platform-flag.ts';
import { registryAddressFlags } from '../../flags/registry-address-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { installationFormats } from './installation-format.ts';
import type { ManifestsOptions } from './run-manifests.ts';
import { webhookChoices } from './webhook-flag.ts';

function formatFlags(command: Command): void {
  command
    .addOption(
      new Option(
        '--format <tool>',
        'who installs it: yaml for kubectl, helm (a chart), kustomize (a base with components), olm (a bundle and a catalog)',
      )
        .choices(installationFormats)
        .default('yaml'),
    )
    .option(
      '--output-dir <folder>',
      'with every --format but yaml: where the files go; must be empty or not there',
    );
}

/** The release's images are not ours to name: whoever installs it does. */
function operandImageFlags(command: Command): void {
  command
    .option(
      '--wasp-agent-image <reference>',
      'image of the wasp agent (WASP_AGENT_IMAGE); memory overcommitment on OpenShift needs it',
    )
    .option(
      '--passt-cni-image <reference>',
      'image of the passt CNI installer (PASST_CNI_IMAGE); the passt binding needs it',
    )
    .option(
      '--passt-sidecar-image <reference>',
      "image of the passt binding's sidecar (PASST_SIDECAR_IMAGE)",
    );
}

function monitoringFlags(command: Command): void {
  command
    .option(
      '--monitoring',
      'add alert rules, and what lets a Prometheus find the operator; needs the kinds of the Prometheus operator',
    )
    .option(
      '--monitoring-account <account>',
      'with --monitoring: service account of Prometheus, NAMESPACE:NAME (default: monitoring:prometheus-k8s, on OpenShift openshift-monitoring:prometheus-k8s)',
    )
    .option(
      '--runbook-url-template <address>',
      "with --monitoring: where runbooks are; %s stands for the name of the alert (default: upstream's pages)",
    );
}

function webhookFlags(command: Command): void {
  command
    .addOption(
      new Option(
        '--webhook <who>',
        'admission webhook, and who makes its certificate; auto: service-ca on OpenShift, the operator elsewhere, none without --image',
      )
        .choices(webhookChoices)
        .default('auto'),
    )
    .option(
      '--webhook-ca <file>',
      'with --webhook files: PEM of the authority that API servers are to trust',
    );
}

const examples = [
  { does: 'install on plain Kubernetes (pipe into kubectl apply -f -)', run: 'manifests' },
  { does: 'install on OpenShift', run: 'manifests --platform openshift' },
  {
    does: 'write a chart for Helm, with values and their schema',
    run: 'manifests --format helm --image registry.example.com/archipelago:1 --output-dir ./chart',
  },
  {
    does: 'write a base of Kustomize, with components for webhook and monitoring',
    run: 'manifests --format kustomize --image registry.example.com/archipelago:1 --monitoring --output-dir ./base',
  },
  {
    does: 'with alerts and a ServiceMonitor for the Prometheus operator',
    run: 'manifests --image registry.example.com/archipelago:1 --monitoring',
  },
  {
    does: 'let cert-manager make the certificate of the admission webhook',
    run: 'manifests --image registry.example.com/archipelago:1 --webhook cert-manager',
  },
  {
    does: 'name the images of the release for the daemons that the operator deploys itself',
    run: 'manifests --platform openshift --image registry.example.com/archipelago:1 --wasp-agent-image registry.example.com/wasp:1',
  },
  {
    does: 'add a console for everybody who has a token of the cluster',
    run: 'manifests --image registry.example.com/archipelago:1 --console-host console.example.com',
  },
  {
    does: 'let the operator ask a registry inside the cluster',
    run: 'manifests --image registry.example.com/archipelago:1 --registry-allow-host registry.images.svc:5000',
  },
];

/** Adds `manifests`. */
export function addManifestsCommand(program: Command, act: Act<[ManifestsOptions]>): void {
  const command = operatorFlags(
    program
      .command('manifests')
      .description(
        'Print what an administrator applies to install the operator: its definition, account and permissions.',
      )
      .option('-n, --namespace <name>', "namespace of the operator (default: the platform's usual one)")
      .addOption(platformFlag('what the cluster is').default('kubernetes'))
      .option('--image <reference>', 'image of archipelago: adds a Deployment that runs the operator'),
  );
  formatFlags(command);
  command.option(
    '--console-host <name>',
    'add a console for everybody who has a token of the cluster, and what browsers call it; needs --image, and a certificate in the Secret archipelago-console-tls',
  );
  operandImageFlags(command);
  webhookFlags(command);
  monitoringFlags(command);
  registryAddressFlags(command);
  withExamples(objectsFlag(command), examples).action((options) => act(options));
}
