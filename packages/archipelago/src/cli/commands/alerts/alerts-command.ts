import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags, snapshotFlag } from '../../flags/cluster-flags.ts';
import { documentFlag, listFlag } from '../../flags/output-flag.ts';
import { selectorFlag } from '../../flags/selector-flag.ts';
import { watchFlag } from '../../flags/watch-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { AlertRulesOptions } from './run-alert-rules.ts';
import type { AlertsOptions } from './run-alerts.ts';

/** What the commands about alerts do. */
export interface AlertsActs {
  readonly alerts: Act<[readonly string[], AlertsOptions]>;
  readonly alertRules: Act<[AlertRulesOptions]>;
}

const help = `
Without --url it prints what the operator tells in the status of the
HyperConverged; that no operator leads it sees by the lease that a leader
renews. With --url it asks a Prometheus, or the operator's own endpoint.

Exit codes: 0 nothing fires, 1 something does, 2 wrong use, 3 not reached`;

/** Adds `alerts` and `alerts rules`. */
export function addAlertsCommands(program: Command, acts: AlertsActs): void {
  const alerts = program
    .command('alerts')
    .description('Print which alerts of the operator fire, since when, why, and what to do first.')
    .argument('[alerts...]', 'only these')
    .option('--url <address>', 'a Prometheus, or the metrics endpoint of the operator')
    .option('--token-file <file>', 'with --url: file with a token to show')
    .option('--ca-file <file>', 'with --url: PEM of the authorities to trust');
  snapshotFlag(clusterFlags(alerts, 'namespace of the HyperConverged (default: it is searched for)'));
  watchFlag(selectorFlag(listFlag(alerts), 'as a Prometheus has them')).addHelpText('after', help);
  withExamples(alerts, [
    { does: 'what fires in this cluster?', run: 'alerts' },
    { does: 'what is urgent, whenever that changes', run: 'alerts -l severity=critical -w' },
    { does: 'the same from a Prometheus', run: 'alerts --url http://127.0.0.1:9090' },
  ]).action((names, options) => acts.alerts(names, options));
  addRules(alerts, acts.alertRules);
}

function addRules(alerts: Command, act: AlertsActs['alertRules']): void {
  const rules = documentFlag(
    alerts
      .command('rules')
      .description('Print the rules of all alerts as a Prometheus loads them.')
      .option('--runbook-url-template <address>', 'where runbooks are; %s stands for the name of the alert'),
  );
  withExamples(rules, [{ does: 'for rule_files of a Prometheus', run: 'alerts rules' }]).action((options) =>
    act(options),
  );
}
