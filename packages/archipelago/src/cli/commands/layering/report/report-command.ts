import type { Command } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { clusterFlags } from '../../../flags/cluster-flags.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import type { ReportOptions } from './run-report.ts';

export interface ReportActs {
  readonly report: Act<[ReportOptions]>;
}

/** Adds `layering report`. */
export function addReportCommand(layering: Command, { report }: ReportActs): void {
  const command = layering
    .command('report')
    .description('Write the files of a folder into a ConfigMap; run by the pods of build jobs.')
    .requiredOption('--config-map <name>', 'the ConfigMap; the job of JOB_UID owns it')
    .requiredOption('--from <folder>', 'where the files are');
  const namespace = 'namespace of the ConfigMap (default: that of the kubeconfig or the pod)';
  withExamples(clusterFlags(command, namespace), [
    { does: 'in the pod of a build job', run: 'layering report --config-map result --from /results' },
  ]).action((options) => report(options));
}
