import { type Command, Option } from 'commander';
import type { Act } from '../../flags/act.ts';
import { listFlag } from '../../flags/output-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { DashboardsOptions } from './run-dashboards.ts';

const formats = ['grafana', 'perses', 'openshift'];

/** Adds `dashboards`. */
export function addDashboardsCommand(
  program: Command,
  act: Act<[string | undefined, DashboardsOptions]>,
): void {
  const command = listFlag(
    program
      .command('dashboards [name]')
      .description(
        'Print dashboards of the metrics for Grafana, Perses or the console of OpenShift; without --format and a name, which there are.',
      )
      .addOption(
        new Option('--format <drawer>', 'who draws it (default with a name: grafana)').choices(formats),
      ),
  );
  withExamples(command, [
    { does: 'every dashboard there is', run: 'dashboards' },
    { does: 'a file to import into Grafana', run: 'dashboards archipelago-cluster --format grafana' },
    { does: 'all of them, for kubectl apply -f - on OpenShift', run: 'dashboards --format openshift' },
    { does: 'for percli apply -f -', run: 'dashboards archipelago-layering --format perses' },
  ]).action((name, options) => act(name, options));
}
