import { groupedBy } from '../../api/grouped-by.ts';
import { isActive, type ObservedJob } from './observed-job.ts';
import { oncePerList } from './once-per-list.ts';

/** Jobs, found again by what plans ask for. */
interface JobIndex {
  readonly byConfig: ReadonlyMap<string, readonly ObservedJob[]>;
  readonly byBuild: ReadonlyMap<string, readonly ObservedJob[]>;
  readonly byKey: ReadonlyMap<string, readonly ObservedJob[]>;
  readonly byUid: ReadonlyMap<string, readonly ObservedJob[]>;
  readonly byName: ReadonlyMap<string, readonly ObservedJob[]>;
  readonly activeBuilds: number;
}

export const indexJobs = oncePerList(
  (jobs: readonly ObservedJob[]): JobIndex => ({
    byConfig: groupedBy(jobs, ({ config }) => config),
    byBuild: groupedBy(jobs, ({ build }) => build),
    byKey: groupedBy(jobs, ({ keyLabel }) => keyLabel),
    byUid: groupedBy(jobs, ({ uid }) => uid),
    byName: groupedBy(jobs, ({ name }) => name),
    activeBuilds: jobs.filter((job) => job.role === 'build' && isActive(job)).length,
  }),
);
