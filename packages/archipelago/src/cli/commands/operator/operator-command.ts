import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags } from '../../flags/cluster-flags.ts';
import { operatorFlags } from '../../flags/operator-flags.ts';
import { registryAddressFlags } from '../../flags/registry-address-flags.ts';
import { registryFlags } from '../../flags/registry-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { logFlags } from './log/log-flags.ts';
import type { OperatorCommandOptions } from './operator-options.ts';

/** Adds `operator`. */
export function addOperatorCommand(program: Command, act: Act<[OperatorCommandOptions]>): void {
  const command = registryAddressFlags(registryFlags(operatorFlags(program.command('operator'))))
    .description('Run the operator against the cluster of a kubeconfig, or of the pod it runs in.')
    .option('--layering-image <image>', 'image of archipelago, for jobs that assemble and report')
    .option('--no-leader-elect', 'lead without election; for one replica at most')
    .option(
      '--leader-elect-lease-duration <duration>',
      'how long the others wait for a leader that is gone (default: 15s)',
    )
    .option(
      '--leader-elect-renew-deadline <duration>',
      'how long a leader tries to renew its lease before it stops (default: 10s)',
    )
    .option('--leader-elect-retry-period <duration>', 'between two tries (default: 2s)')
    .option(
      '--metrics-bind-address <address>',
      'address and port of /metrics, /healthz and /readyz, such as :8443; 0 serves nothing (default: 127.0.0.1:8443)',
    )
    .option(
      '--metrics-secure [boolean]',
      'HTTPS, and a login for /metrics (default: true, but on the loopback address)',
    )
    .option('--metrics-cert-path <folder>', 'where tls.crt and tls.key are; without them it makes its own')
    .option(
      '--webhook-bind-address <address>',
      'address and port of the admission webhook, such as :9443; 0 serves none (default: 0)',
    )
    .option(
      '--webhook-cert-path <folder>',
      'where tls.crt and tls.key of the webhook are; without it the operator keeps an authority of its own in a Secret',
    );
  withExamples(clusterFlags(logFlags(command), 'namespace of the operator (default: OPERATOR_NAMESPACE)'), [
    {
      does: 'run against the current context, without metrics',
      run: 'operator --namespace kubevirt-hyperconverged --metrics-bind-address 0',
    },
  ]).action((options) => act(options));
}
