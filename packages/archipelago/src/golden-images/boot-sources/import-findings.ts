import type { BootSource, DecidedTemplate, PlanFinding } from './boot-source.ts';
import { importProgress } from './import-progress.ts';
import { namespaced } from './names.ts';
import type { LiveBootSources, LiveCron } from './observed-boot-sources.ts';

/** Wanted images that no machine can boot from, and that do not come by themselves. */
export function importFindings(
  sources: readonly BootSource[],
  templates: readonly DecidedTemplate[],
  live: LiveBootSources,
): readonly PlanFinding[] {
  const failures = new Map(templates.map(({ template, failure }) => [template.metadata.name, failure]));
  return sources.flatMap((source): readonly PlanFinding[] => {
    const { namespace, dataSource, template, architecture } = source;
    const cron = cronOf(live, namespace, dataSource);
    if (cron === undefined || live.dataSource(namespace, dataSource)?.ready === true) return [];
    const progress = importProgress(cron, failures.get(template));
    if (progress.state !== 'failed') return [];
    const part = architecture === undefined ? '' : ` for ${architecture}`;
    return [
      {
        level: 'error',
        template,
        reason: 'ImportFailed',
        object: `DataImportCron ${namespaced(namespace, cron.name)}`,
        message: `no image is imported${part}: ${progress.cause}`,
        fix: progress.fix,
      },
    ];
  });
}

/** The cron that keeps a DataSource up to date; of several, the one in use. */
export function cronOf(live: LiveBootSources, namespace: string, name: string): LiveCron | undefined {
  const crons = live.cronsOf(namespace, name);
  const used = live.dataSource(namespace, name)?.cron;
  return crons.find((cron) => cron.name === used) ?? crons[0];
}
